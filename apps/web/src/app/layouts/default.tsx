import '../../platform/mantineFrame.css';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { UploadTray } from '../../features/document/uploadTray.tsx';
import { RefusedAnswer } from '../../features/sync/refusedAnswer.tsx';
import { BackupNotice } from '../../features/team/restore/backupNotice.tsx';
import { Calls } from '../../platform/calls.tsx';
import { useMessages } from '../../platform/messages.ts';
import { useSession } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { ProgressLine, SkeletonRows } from '../../ui/loading.tsx';
import { BottomBar } from '../frame/bottomBar.tsx';
import { useCommands } from '../frame/commands.ts';
import { Help } from '../frame/help.tsx';
import { PanelHost } from '../frame/panelHost.tsx';
import { usePreload } from '../frame/preload.ts';
import { Rail } from '../frame/rail.tsx';
import { TopLine } from '../frame/topLine.tsx';
import { appMessages } from '../messages.ts';
import { useRoleChange } from '../roleChange.ts';
import css from './default.module.css';

const loadPalette = () => import('../frame/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const route = getRouteApi('/signed-in/$workspace');

/** The frame of a workspace: rail, top line, page, slide-over, palette and help. */
export function DefaultLayout() {
  const t = useMessages(appMessages);
  const { workspace } = route.useParams();
  const [withPalette, setWithPalette] = useState(false);
  const [withHelp, setWithHelp] = useState(false);
  const firstSync = useSession((session) => session.line.firstSync);
  const commands = useCommands(workspace, () => setWithHelp(true));
  const creates = commands.filter(({ group }) => group === 'create');
  usePreload();
  useRoleChange();
  const search = () => {
    if (withPalette) void loadPalette().then(({ openPalette }) => openPalette());
    else setWithPalette(true);
  };
  useShortcuts({
    'mod+k': search,
    ...Object.fromEntries(commands.flatMap(({ shortcut, run }) => (shortcut ? [[shortcut, run]] : []))),
  });
  return (
    <Calls>
      <div className={css.root}>
        <a className={css.skip} href="#main">
          {t('skip')}
        </a>
        <Rail workspace={workspace} />
        <div className={css.page}>
          <TopLine creates={creates} onSearch={search} />
          <main id="main" className={css.main} tabIndex={-1}>
            <BackupNotice />
            {firstSync ? (
              <RefusedAnswer
                otherwise={
                  <>
                    <ProgressLine {...firstSync} />
                    <SkeletonRows />
                  </>
                }
              />
            ) : (
              <Outlet />
            )}
          </main>
        </div>
        <BottomBar workspace={workspace} creates={creates} onSearch={search} />
        <PanelHost />
        <UploadTray />
        <ConfirmHost />
        {withHelp && <Help commands={commands} onClose={() => setWithHelp(false)} />}
        {withPalette && (
          <Suspense>
            <Palette commands={commands} workspace={workspace} />
          </Suspense>
        )}
      </div>
    </Calls>
  );
}
