import { IconArrowsExchange, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowButton } from '../../ui/list/rowButton.tsx';
import { startOn, stop } from './actions.ts';
import { timeMessages } from './messages.ts';
import { useOpenEntry } from './queries.ts';
import css from './timerButton.module.css';

/** Starts, switches or stops the timer on a task, in its row, on its card or in its sheet. */
export function TimerButton({ taskId, title }: { taskId: string; title: string }) {
  const t = useMessages(timeMessages);
  const open = useOpenEntry();
  const isOn = open?.taskId === taskId;
  const label = t(isOn ? 'stopOn' : open ? 'switchTo' : 'startOn', { title: title || t('untitled') });
  return (
    <RowButton
      className={css.timer!}
      onClick={({ detail }) => {
        // The second of a double click would undo the first.
        if (detail > 1) return;
        if (isOn) stop();
        else void startOn(taskId);
      }}
      aria-label={label}
      title={label}
      data-no-print
      data-timer={isOn ? 'on' : undefined}
    >
      <Icon of={isOn ? IconPlayerStop : open ? IconArrowsExchange : IconPlayerPlay} size={16} />
    </RowButton>
  );
}
