import '../../platform/theme/mantineFrame.css';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useOwnPresence } from '../../features/member/presence.ts';
import { useCounts } from '../../features/notification/queries.ts';
import { useReading } from '../../features/notification/useReading.ts';
import { useUnreadTotal } from '../../features/room/queries.ts';
import { useDueReminders } from '../../features/signing/useDueReminders.ts';
import { TaskTimer } from '../../features/task/taskTimer.ts';
import { TimerButton } from '../../features/timeEntry/timerButton.tsx';
import { TimerWidget } from '../../features/timeEntry/timerWidget.tsx';
import { setUnread } from '../../platform/page.tsx';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { Bell } from '../frame/bell.tsx';
import { BottomBar } from '../frame/bottomBar.tsx';
import { useCommands } from '../frame/commands.ts';
import { PanelHost } from '../frame/panelHost.tsx';
import { PaymentNotice } from '../frame/paymentNotice.tsx';
import { usePreload } from '../frame/preload.ts';
import { Rail } from '../frame/rail.tsx';
import { TimerQuestions } from '../frame/timerQuestions.tsx';
import { TopLine } from '../frame/topLine.tsx';
import { Trays } from '../frame/trays.tsx';
import { keepTyped } from '../frame/typedAhead.ts';
import { useFavicon } from '../frame/useFavicon.ts';
import { useTimer } from '../frame/useTimer.ts';
import { useRoleChange } from '../roleChange.ts';
import { subjectsAt } from '../scopesAt.ts';
import css from './default.module.css';
import { SkipLink } from './skipLink.tsx';
import { SyncedOutlet } from './syncedOutlet.tsx';

const loadPalette = () => import('../frame/palette.tsx');
const Palette = lazyPart(async () => (await loadPalette()).Palette);
const Help = lazyPart(async () => (await import('../frame/help.tsx')).Help);
const Alerts = lazyPart(async () => (await import('../frame/alerts.tsx')).Alerts);
const route = getRouteApi('/signed-in/$workspace');

/** Marks as read what the page shows. By itself, since the frame would render again with each page. */
function Reading() {
  useReading(subjectsAt(useLocation()));
  return null;
}

/** Shows the frame of a workspace: rail, top line, page, slide-over, palette and help. */
export function DefaultLayout() {
  const { workspace } = route.useParams();
  const [withPalette, setWithPalette] = useState(false);
  const [withHelp, setWithHelp] = useState(false);
  const { isRunning, question, ask } = useTimer();
  const { open } = usePanel();
  const commands = useCommands(
    workspace,
    () => setWithHelp(true),
    () => ask('start'),
  );
  const creates = commands.filter(({ group }) => group === 'create');
  const unread = useUnreadTotal();
  const { forYou, outsideRooms, activity } = useCounts();
  useEffect(() => {
    setUnread(unread + outsideRooms);
    return () => setUnread(0);
  }, [unread, outsideRooms]);
  useFavicon({ isRunning, unread: unread + outsideRooms });
  useDueReminders();
  usePreload();
  useRoleChange();
  useOwnPresence();
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
  const timer = useCallback(
    (shape: { compact?: boolean; isQuiet?: boolean }) => (
      <TimerWidget
        {...shape}
        onStart={() => ask('start')}
        onOpenTask={(id) => open('task', id)}
        onOpenEntry={(id) => open('timeEntry', id)}
        onAsk={() => ask('forgotten')}
      />
    ),
    [ask, open],
  );
  return (
    <TaskTimer value={TimerButton}>
      <div className={css.root}>
        <SkipLink />
        <Rail workspace={workspace} unread={unread} timer={timer} />
        <div className={css.page}>
          <TopLine
            creates={creates}
            onSearch={search}
            bell={<Bell workspace={workspace} forYou={forYou} activity={activity} />}
          />
          <main id="main" className={css.main} tabIndex={-1}>
            <PaymentNotice workspace={workspace} />
            <SyncedOutlet />
          </main>
        </div>
        <BottomBar workspace={workspace} unread={unread} timer={timer({ isQuiet: true })} />
        <PanelHost />
        <Reading />
        <Suspense>
          <Alerts workspace={workspace} />
        </Suspense>
        <Trays />
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
        <TimerQuestions question={question} onClose={() => ask(undefined)} />
      </div>
    </TaskTimer>
  );
}
