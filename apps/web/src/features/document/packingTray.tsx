import { Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Tray, TrayButton, TrayRow } from '../../ui/overlay/tray.tsx';
import { useAskBeforeLeaving } from '../../ui/useAskBeforeLeaving.ts';
import { documentMessages } from './messages.ts';
import { type Packing, packings } from './packingState.ts';

/** Says how far archives that are being packed are, and large files that are coming, and stops them; wherever one goes. */
export function PackingTray() {
  const t = useMessages(documentMessages);
  const all = useObservable(packings);
  useAskBeforeLeaving(all.length > 0);
  const [first] = all;
  if (!first) return null;
  const title =
    all.length > 1
      ? t('downloadsRunning', { count: all.length })
      : t(first.unit === 'files' ? 'packing' : 'coming');
  return (
    <Tray label={t('downloads')} title={title} isSaid>
      {all.map((packing) => (
        <PackingRow key={packing.id} {...packing} />
      ))}
    </Tray>
  );
}

function PackingRow({ name: asStored, done, total, unit, stop }: Packing) {
  const t = useMessages(documentMessages);
  const name = shownName(asStored);
  const label = t(unit === 'files' ? 'packingOf' : 'downloadOf', { name });
  return (
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
  );
}
