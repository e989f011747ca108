/** Offers what a search can be narrowed by: the words of filters, and what stands behind them. */
import type { Actor } from '@kontor/contract/capability';
import { addDays, mondayOf, monthStart } from '@kontor/contract/time/day';
import { byName } from '../../platform/text/compare.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { leadsTo } from './leads.ts';
import { searchMessages } from './messages.ts';
import type { SearchPlace } from './places.ts';
import {
  type FilterKind,
  type Lookups,
  type Named,
  namedLike,
  openFilter,
  type TypedQuery,
  typedFilter,
  typedValue,
  withFilter,
} from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

/** Something that can be added to a query. */
export interface Offer {
  id: string;
  name: string;
  /** Returns what is typed then. */
  taken: () => string;
}

/** Values of a filter that are offered at once. */
const mostOffered = 8;

/** Returns a function that lists the days on which this week, the last one, the last month and this year began. */
export function useDays(): () => Named[] {
  const t = useMessages(searchMessages);
  const day = useToday();
  return () => {
    const monday = mondayOf(day);
    const spans = [
      ['thisWeek', monday],
      ['lastWeek', addDays(monday, -7)],
      ['lastMonth', monthStart(addDays(monthStart(day), -1))],
      ['thisYear', `${day.slice(0, 4)}-01-01`],
    ] as const;
    // A year may begin with a month, or a week.
    const names = new Map(spans.map(([span, from]) => [from, t(span)]));
    return [...names].map(([id, name]) => ({ id, name: `${name} (${formatDate(id)})` }));
  };
}

/**
 * Returns what can be added to a query: where it ends with a filter that is still being typed what fits behind that, else filters
 * that it does not have.
 */
export function useOffers(typed: string, query: TypedQuery, lookups: Lookups): Offer[] {
  const t = useMessages(searchMessages);
  const kinds = useKinds(query, lookups).map((kind): Named => ({ id: kind, name: t(kind) }));
  const days = useDays();
  const actor = useActor();
  if (kinds.length === 0) return [];
  const open = openFilter(typed, lookups);
  if (open) {
    const { kind, word, at, begun } = open;
    const offers = fitting(begun, valuesOf(kind, { kinds, days, lookups, actor })).map((value) => ({
      id: value.id,
      name: value.name,
      taken: () => `${withFilter(typed.slice(0, at), typedFilter(word, typedValue(kind, value, lookups)))} `,
    }));
    if (offers.length > 0) return offers;
  }
  const hasNo = (kind: FilterKind) => !query.filters.some((filter) => filter.kind === kind);
  const begin = (kind: 'in' | 'from' | 'since' | 'before'): Offer => ({
    id: kind,
    name: t(`${kind}Offer`),
    taken: () => withFilter(typed, typedFilter(t(`${kind}Word`), '')),
  });
  const narrow = (kind: Named): Offer => ({
    ...kind,
    taken: () => withFilter(typed, typedFilter(t('typeWord'), typedValue('type', kind, lookups))),
  });
  return [
    ...(hasNo('type') ? kinds.map(narrow) : []),
    ...(['in', 'from', 'since', 'before'] as const).filter(hasNo).map(begin),
  ];
}

interface Sources {
  kinds: readonly Named[];
  days: () => Named[];
  lookups: Lookups;
  actor: Actor | undefined;
}

function valuesOf(kind: FilterKind, { kinds, days, lookups, actor }: Sources): readonly Named[] {
  if (kind === 'type') return kinds;
  if (kind === 'from') return [...lookups.people].sort(byName);
  if (kind !== 'in') return days();
  const isRoom = ({ isRoom }: SearchPlace) => Number(isRoom);
  return lookups.places
    .filter(({ id, isArchived }) => !isArchived && holdsSome(id, actor))
    .sort((a, b) => isRoom(a) - isRoom(b) || byName(a, b));
}

/** Tells whether somebody can find something in a place: in a customer where they go to them, or see a project of theirs. */
function holdsSome(id: string, actor: Actor | undefined): boolean {
  const { collections } = currentWorkspace().records;
  if (!collections.customer.get(id) || leadsTo(collections, actor, id)) return true;
  return collections.project.where('customerId', id).length > 0;
}

/** Returns the first values that are called like what was typed, those first whose names begin with it. */
function fitting(begun: string, values: readonly Named[]): Named[] {
  const start = begun.toLowerCase();
  const begins = ({ name }: Named) => Number(name.toLowerCase().startsWith(start));
  return namedLike(begun, values)
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, mostOffered);
}
