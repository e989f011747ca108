import { hasEveryRecord, type SearchProgress } from '@kontor/client/searching/search';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';

/** Says how far the index is while it does not have everything. */
export function ProgressLine({ progress }: { progress: SearchProgress | undefined }) {
  const t = useMessages(searchMessages);
  if (!progress || progress.isComplete) return null;
  const { isLoading, done, total, isRebuilding, textsMissing } = progress;
  const counts = { done: formatNumber(done, 0), total: formatNumber(total, 0) };
  // Where every record is found, what still comes are words of files.
  const said = hasEveryRecord(progress)
    ? textsMissing > 0 && t('textsMissing', { count: textsMissing })
    : t(isLoading ? 'loading' : isRebuilding ? 'rebuilding' : 'indexing', counts);
  return (
    said && (
      <p className={css.progress} role="status">
        {said}
      </p>
    )
  );
}
