import { useMessages } from '../../platform/text/messages.ts';
import type { Found } from '../../platform/workspace/found.ts';
import { uiMessages } from '../messages.ts';
import { EmptyState } from './emptyState.tsx';
import { SearchProgressLine } from './searchProgressLine.tsx';

interface SearchStatusProps {
  found: Found;
  /** True where files are looked for, whose words may come later than their names. */
  hasFiles?: boolean;
}

/** Says above a list what its search field cannot find yet, or that the search does not answer. */
export function SearchStatus({ found, hasFiles = false }: SearchStatusProps) {
  const t = useMessages(uiMessages);
  return (
    <>
      <SearchProgressLine progress={found.progress} hasFiles={hasFiles} />
      {found.hasFailed && <EmptyState>{t('searchFailed')}</EmptyState>}
    </>
  );
}
