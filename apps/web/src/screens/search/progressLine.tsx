import type { SearchProgress } from '@kontor/client/searching/search';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';

/** Says how far the index is while it does not have everything. */
export function ProgressLine({ progress }: { progress: SearchProgress | undefined }) {
  const t = useMessages(searchMessages);
  // Where every record is found, what still comes are words of files.
  if (!progress || progress.isComplete || progress.done >= progress.total) return null;
  const counts = { done: formatNumber(progress.done, 0), total: formatNumber(progress.total, 0) };
  return (
    <p className={css.progress} role="status">
      {progress.isRebuilding ? t('rebuilding', counts) : t('indexing', counts)}
    </p>
  );
}
