import { Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { TrayButton, TrayRow } from '../../../ui/overlay/tray.tsx';
import type { Copying } from '../copyingState.ts';
import { moveMessages } from '../moveMessages.ts';

/** Says how far copies are, of which one file after the other is uploaded, and stops them. */
export function CopyingRow({ place, done, total, stop }: Copying) {
  const t = useMessages(moveMessages);
  const name = t('copyingTo', { place });
  return (
    <TrayRow
      name={name}
      state={t('copiedSoFar', { done, total })}
      tools={
        <TrayButton icon={IconX} label={t('stopCopying', { place })} title={t('cancel')} onClick={stop} />
      }
    >
      <Progress size={4} value={(done / total) * 100} color="petrol" aria-label={name} />
    </TrayRow>
  );
}
