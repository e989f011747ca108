import { hasEveryRecord, type SearchProgress } from '@kontor/client/searching/search';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './searchProgressLine.module.css';

interface SearchProgressLineProps {
  progress: SearchProgress | undefined;
  /** False where no files are looked for, whose words may come later. */
  hasFiles?: boolean;
}

/** Says how far the index is while it does not have everything. */
export function SearchProgressLine({ progress, hasFiles = true }: SearchProgressLineProps) {
  const t = useMessages(uiMessages);
  if (!progress || progress.isComplete) return null;
  const { isLoading, done, total, isRebuilding, textsMissing } = progress;
  const counts = { done: formatNumber(done, 0), total: formatNumber(total, 0) };
  // Where every record is found, what still comes are words of files.
  const said = hasEveryRecord(progress)
    ? hasFiles && textsMissing > 0 && t('searchTextsMissing', { count: textsMissing })
    : t(isLoading ? 'searchLoading' : isRebuilding ? 'searchRebuilding' : 'searchIndexing', counts);
  return (
    said && (
      <p className={css.line} role="status">
        {said}
      </p>
    )
  );
}
