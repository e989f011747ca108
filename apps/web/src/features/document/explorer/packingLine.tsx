import { Button, Progress } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { documentMessages } from '../messages.ts';
import { usePacking } from '../packing.ts';
import css from './packingLine.module.css';

/** Says how far the archive is that is being packed, and stops it. */
export function PackingLine() {
  const t = useMessages(documentMessages);
  const packing = usePacking();
  if (!packing) return null;
  const { name, done, total, stop } = packing;
  return (
    <div className={css.line} role="status">
      <span>{t('packing', { name, done, total })}</span>
      <Progress
        value={total > 0 ? (done / total) * 100 : 100}
        size={4}
        aria-label={t('packingOf', { name })}
      />
      <Button size="compact-xs" variant="default" onClick={stop}>
        {t('cancel')}
      </Button>
    </div>
  );
}
