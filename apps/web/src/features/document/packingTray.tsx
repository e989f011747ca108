import { Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Tray, TrayButton, TrayRow } from '../../ui/overlay/tray.tsx';
import { documentMessages } from './messages.ts';
import { packing } from './packingState.ts';

/** Says how far an archive that is being packed is, or a large file that is coming, and stops it; wherever one goes. */
export function PackingTray() {
  const t = useMessages(documentMessages);
  const current = useObservable(packing);
  if (!current) return null;
  const { done, total, unit, stop } = current;
  const name = shownName(current.name);
  const label = t(unit === 'files' ? 'packingOf' : 'downloadOf', { name });
  return (
    <Tray label={t('downloads')} title={t(unit === 'files' ? 'packing' : 'coming')} isSaid>
      <TrayRow
        name={name}
        state={
          unit === 'files'
            ? t('packed', { done, total })
            : t('come', { done: formatBytes(done), total: formatBytes(total) })
        }
        tools={
          <TrayButton icon={IconX} label={t('stopDownload', { name })} title={t('cancel')} onClick={stop} />
        }
      >
        <Progress size={4} value={total > 0 ? (done / total) * 100 : 100} color="petrol" aria-label={label} />
      </TrayRow>
    </Tray>
  );
}
