import { useMessages } from '../../platform/text/messages.ts';
import type { Kind } from './kinds.ts';
import { searchMessages } from './messages.ts';
import { type Lookups, type TypedQuery, typedFilter, typedValue } from './typedQuery.ts';

/** Returns what is said where a query found nothing: with the kinds that there are, where it names one that there is not. */
export function useNothingFound({ filters }: TypedQuery, kinds: readonly Kind[], lookups: Lookups): string {
  const t = useMessages(searchMessages);
  if (filters.every(({ kind, values }) => kind !== 'type' || values.length > 0)) return t('none');
  const typed = (id: Kind) => typedFilter(t('typeWord'), typedValue('type', { id, name: t(id) }, lookups));
  return t('unknownType', { types: kinds.map(typed).join(', ') });
}
