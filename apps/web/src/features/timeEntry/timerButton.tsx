import { ActionIcon } from '@mantine/core';
import { IconArrowsExchange, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRowStop } from '../../ui/list/inRow.ts';
import { startOn, stop } from './actions.ts';
import { timeMessages } from './messages.ts';
import { useOpenEntry } from './queries.ts';

/** Starts, switches or stops the timer on a task, in its row, on its card or in its sheet. */
export function TimerButton({ taskId, title }: { taskId: string; title: string }) {
  const t = useMessages(timeMessages);
  const open = useOpenEntry();
  const isOn = open?.taskId === taskId;
  const label = t(isOn ? 'stopOn' : open ? 'switchTo' : 'startOn', { title: title || t('untitled') });
  return (
    <ActionIcon
      variant={isOn ? 'filled' : 'subtle'}
      color={isOn ? 'petrol' : 'gray.6'}
      size={24}
      onClick={() => (isOn ? stop() : startOn(taskId))}
      aria-label={label}
      title={label}
      data-timer={isOn ? 'on' : undefined}
      data-no-drag
      {...useRowStop()}
    >
      <Icon of={isOn ? IconPlayerStop : open ? IconArrowsExchange : IconPlayerPlay} size={16} />
    </ActionIcon>
  );
}
