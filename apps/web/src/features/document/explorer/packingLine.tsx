import { Button, Progress } from '@mantine/core';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { documentMessages } from '../messages.ts';
import { usePacking } from '../packing.ts';
import css from './packingLine.module.css';

/** Says how far an archive that is being packed is, or a large file that is coming, and stops it. */
export function PackingLine() {
  const t = useMessages(documentMessages);
  const packing = usePacking();
  if (!packing) return null;
  const { done, total, unit, stop } = packing;
  const name = shownName(packing.name);
  return (
    <div className={css.line} role="status">
      <span>
        {unit === 'files'
          ? t('packing', { name, done, total })
          : t('coming', { name, done: formatBytes(done), total: formatBytes(total) })}
      </span>
      <Progress
        value={total > 0 ? (done / total) * 100 : 100}
        size={4}
        aria-label={t(unit === 'files' ? 'packingOf' : 'downloadOf', { name })}
      />
      <Button size="compact-xs" variant="default" onClick={stop}>
        {t('cancel')}
      </Button>
    </div>
  );
}
