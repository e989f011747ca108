import { ActionIcon, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tray, TrayRow } from '../../ui/overlay/tray.tsx';
import { documentMessages } from './messages.ts';
import { reading } from './readingState.ts';

/** Says how far the reading of many files is, and of which it led nowhere; wherever one goes. */
export function ReadingTray() {
  const t = useMessages(documentMessages);
  const progress = useObservable(reading);
  if (!progress) return null;
  const { done, total, current, failures, stop } = progress;
  const label = t(current === undefined ? 'closeReading' : 'stopReading');
  return (
    <Tray
      label={t('readingMany')}
      title={
        current === undefined
          ? t('notSearchableMany', { count: failures.length })
          : t('readSoFar', { done, total })
      }
      isSaid={current === undefined}
      tools={
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={stop}>
          <Icon of={IconX} />
        </ActionIcon>
      }
    >
      {current !== undefined && (
        <TrayRow name={current} tools={null} state={t('reading', { name: current })}>
          <Progress size={4} value={(done / total) * 100} color="petrol" aria-label={t('readingMany')} />
        </TrayRow>
      )}
      {failures.map(({ id, name, problem }) => (
        <TrayRow key={id} name={name} tools={null} state={problem} tone="bad" />
      ))}
    </Tray>
  );
}
