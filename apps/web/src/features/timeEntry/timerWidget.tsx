import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconClockPlay, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { formatClock } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { pause, resume, stop } from './actions.ts';
import { titleOf } from './entryTitle.ts';
import { isForgotten } from './forgotten.ts';
import { timeMessages } from './messages.ts';
import { useDuration, useNow, useOpenEntry } from './queries.ts';
import css from './timerWidget.module.css';

interface TimerWidgetProps {
  /** Shows the clock and its buttons alone. */
  compact?: boolean;
  /** Shows nothing while nothing runs. */
  isQuiet?: boolean;
  /** Asks for a task to start with. */
  onStart: () => void;
  onOpenTask: (id: string) => void;
  /** Shows the running entry, to be described or corrected. */
  onOpenEntry: (id: string) => void;
  /** Asks until when a forgotten timer ran. */
  onAsk: () => void;
}

/** Shows the timer as it stands on every screen: what runs, for how long, and the buttons for it. */
export function TimerWidget({
  compact = false,
  isQuiet = false,
  onStart,
  onAsk,
  ...opens
}: TimerWidgetProps) {
  const t = useMessages(timeMessages);
  const entry = useOpenEntry();
  if (entry) return <Running entry={entry} compact={compact} onAsk={onAsk} {...opens} />;
  if (isQuiet) return null;
  return (
    <Tooltip label={t('start')} position="right" disabled={!compact}>
      <UnstyledButton className={css.start} onClick={onStart} aria-label={t('start')}>
        <Icon of={IconClockPlay} />
        {!compact && <span>{t('start')}</span>}
      </UnstyledButton>
    </Tooltip>
  );
}

function Running({
  entry,
  compact,
  onOpenTask,
  onOpenEntry,
  onAsk,
}: Pick<TimerWidgetProps, 'onOpenTask' | 'onOpenEntry' | 'onAsk'> & { entry: TimeEntry; compact: boolean }) {
  const t = useMessages(timeMessages);
  const isRunning = entry.status === 'IN_PROGRESS';
  const seconds = Math.floor(useDuration(entry) / 1000);
  const forgotten = isForgotten(entry, useNow(isRunning ? entry.id : undefined, 60_000));
  const title = titleOf(entry);
  return (
    <section
      className={css.root}
      aria-label={t('timer')}
      data-compact={compact || undefined}
      data-state={entry.status}
    >
      {!compact && (
        <div className={css.what}>
          <QueryLink
            className={css.title}
            query={{ panel: 'task', item: entry.taskId }}
            onFollow={() => onOpenTask(entry.taskId)}
            title={title}
          >
            {title}
          </QueryLink>
          <span className={css.project}>{entry.projectName}</span>
        </div>
      )}
      <div className={css.line}>
        <QueryLink
          className={css.clock}
          query={{ panel: 'timeEntry', item: entry.id }}
          onFollow={() => onOpenEntry(entry.id)}
          aria-label={t('entry')}
          title={compact ? title : t(isRunning ? 'running' : 'paused')}
        >
          <span role="timer">{formatClock(seconds)}</span>
        </QueryLink>
        <ActionIcon
          variant="subtle"
          color="gray.7"
          onClick={({ detail }) => {
            // The second of a double click would undo the first.
            if (detail > 1) return;
            if (isRunning) pause();
            else resume();
          }}
          aria-label={t(isRunning ? 'pause' : 'resume')}
          title={t(isRunning ? 'pause' : 'resume')}
        >
          <Icon of={isRunning ? IconPlayerPause : IconPlayerPlay} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray.7"
          onClick={() => stop()}
          aria-label={t('stop')}
          title={t('stop')}
        >
          <Icon of={IconPlayerStop} />
        </ActionIcon>
      </div>
      {forgotten && (
        <button type="button" className={css.ask} onClick={onAsk}>
          {t('stillRunning')}
        </button>
      )}
    </section>
  );
}
