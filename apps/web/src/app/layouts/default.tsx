import '../../platform/theme/mantineFrame.css';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { ConfirmHost } from '../../ui/overlay/confirm.tsx';
import { BottomBar } from '../frame/bottomBar.tsx';
import { useCommands } from '../frame/commands.ts';
import { PanelHost } from '../frame/panelHost.tsx';
import { usePreload } from '../frame/preload.ts';
import { Rail } from '../frame/rail.tsx';
import { TopLine } from '../frame/topLine.tsx';
import { keepTyped } from '../frame/typedAhead.ts';
import { useRoleChange } from '../roleChange.ts';
import css from './default.module.css';
import { SkipLink } from './skipLink.tsx';
import { SyncedOutlet } from './syncedOutlet.tsx';

const loadPalette = () => import('../frame/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const Help = lazy(async () => ({ default: (await import('../frame/help.tsx')).Help }));
const UploadTray = lazy(async () => ({
  default: (await import('../../features/document/upload/uploadTray.tsx')).UploadTray,
}));
const route = getRouteApi('/signed-in/$workspace');

/** The frame of a workspace: rail, top line, page, slide-over, palette and help. */
export function DefaultLayout() {
  const { workspace } = route.useParams();
  const [withPalette, setWithPalette] = useState(false);
  const [withHelp, setWithHelp] = useState(false);
  const hasUploads = useObservable(useWorkspace().uploads.entries).length > 0;
  const commands = useCommands(workspace, () => setWithHelp(true));
  const creates = commands.filter(({ group }) => group === 'create');
  usePreload();
  useRoleChange();
  const search = () => {
    keepTyped();
    if (withPalette) void loadPalette().then(({ openPalette }) => openPalette());
    else setWithPalette(true);
  };
  useShortcuts({
    'mod+k': search,
    '/': search,
    ...Object.fromEntries(commands.flatMap(({ shortcut, run }) => (shortcut ? [[shortcut, run]] : []))),
  });
  return (
    <div className={css.root}>
      <SkipLink />
      <Rail workspace={workspace} />
      <div className={css.page}>
        <TopLine creates={creates} onSearch={search} />
        <main id="main" className={css.main} tabIndex={-1}>
          <SyncedOutlet />
        </main>
      </div>
      <BottomBar workspace={workspace} creates={creates} onSearch={search} />
      <PanelHost />
      <ConfirmHost />
      {hasUploads && (
        <Suspense>
          <UploadTray />
        </Suspense>
      )}
      {withHelp && (
        <Suspense>
          <Help commands={commands} onClose={() => setWithHelp(false)} />
        </Suspense>
      )}
      {withPalette && (
        <Suspense>
          <Palette commands={commands} workspace={workspace} />
        </Suspense>
      )}
    </div>
  );
}
