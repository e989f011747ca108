import { tagOf } from '@kontor/client/searching/searchedDocument';
import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { fullest } from './counted.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';
import {
  type FilterKind,
  type Lookups,
  readQuery,
  typedFilter,
  valueFor,
  withFilter,
  withoutFilter,
} from './typedQuery.ts';
import type { LineGroup } from './useLines.tsx';
import type { Found } from './useSearch.ts';

interface FacetsProps {
  found: Found;
  groups: readonly LineGroup[];
  lookups: Lookups;
  typed: string;
  onChange: (typed: string) => void;
}

interface Value {
  /** The id, or the kind. */
  id: string;
  name: string;
  count: number;
  /** As it is typed. */
  raw: () => string;
}

/** Shows how many of what was found are of a kind, in a place and from a person; choosing one narrows the search. */
export function Facets({ found, groups, lookups, typed, onChange }: FacetsProps) {
  const t = useMessages(searchMessages);
  const { filters } = readQuery(typed, lookups);
  const lists: { kind: FilterKind; title: string; values: Value[] }[] = [
    {
      kind: 'type',
      title: t('type'),
      values: groups
        .map(({ kind, count }) => ({
          ...{ id: kind, name: t(kind), count },
          raw: () => typedFilter(t('typeWord'), t(kind).toLowerCase()),
        }))
        .sort((a, b) => b.count - a.count),
    },
    {
      kind: 'in',
      title: t('place'),
      values: found.places.map(({ value, count }) => ({
        ...{ id: value.id, name: value.name, count },
        raw: () => typedFilter('in', valueFor(value, lookups.places)),
      })),
    },
    {
      kind: 'from',
      title: t('author'),
      values: fullest(lookups.people, ({ id }) => [tagOf('from', id)], found.result.facets).map(
        ({ value, count }) => ({
          ...{ id: value.id, name: value.name, count },
          raw: () => typedFilter(t('fromWord'), valueFor(value, lookups.people)),
        }),
      ),
    },
  ];
  return (
    <div className={css.facets}>
      {lists.map(
        ({ kind, title, values }) =>
          values.length > 0 && (
            <section key={kind}>
              <h2>{title}</h2>
              {values.map(({ id, name, count, raw }) => {
                const chosen = filters.find(
                  (filter) => filter.kind === kind && filter.values.length === 1 && filter.values[0] === id,
                );
                return (
                  <UnstyledButton
                    key={id}
                    className={css.facet!}
                    aria-pressed={chosen !== undefined}
                    onClick={() => onChange(chosen ? withoutFilter(typed, chosen) : withFilter(typed, raw()))}
                  >
                    <span>{name}</span>
                    <span>{formatNumber(count, 0)}</span>
                  </UnstyledButton>
                );
              })}
            </section>
          ),
      )}
    </div>
  );
}
