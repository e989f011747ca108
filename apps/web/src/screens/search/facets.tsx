import { tagOf } from '@kontor/client/searching/searchedDocument';
import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { type Counted, fullest } from './counted.ts';
import { searchMessages } from './messages.ts';
import { useDays } from './offers.ts';
import css from './search.module.css';
import {
  type FilterKind,
  type Lookups,
  type Named,
  readQuery,
  typedFilter,
  typedValue,
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

interface Facet {
  kind: Exclude<FilterKind, 'before' | 'after'>;
  title: string;
  /** With how much was found, where that is counted. */
  values: (Named & { count?: number })[];
}

/** Shows how many of what was found are of a kind, in a place and from a person, and some days; choosing one narrows the search. */
export function Facets({ found, groups, lookups, typed, onChange }: FacetsProps) {
  const t = useMessages(searchMessages);
  const { filters } = readQuery(typed, lookups);
  const days = useDays();
  const lists: Facet[] = [
    {
      kind: 'type',
      title: t('type'),
      values: groups
        .map(({ kind, count }) => ({ id: kind, name: t(kind), count }))
        .sort((a, b) => b.count - a.count),
    },
    { kind: 'in', title: t('place'), values: found.places.map(named) },
    {
      kind: 'from',
      title: t('author'),
      values: fullest(lookups.people, ({ id }) => [tagOf('from', id)], found.result.facets).map(named),
    },
    { kind: 'since', title: t('moment'), values: groups.length > 0 ? days() : [] },
  ];
  return (
    <div className={css.facets}>
      {lists.map(
        ({ kind, title, values }) =>
          values.length > 0 && (
            <section key={kind}>
              <h2>{title}</h2>
              {values.map((value) => {
                const { id, name, count } = value;
                const chosen = filters.find(
                  (filter) => filter.kind === kind && filter.values.length === 1 && filter.values[0] === id,
                );
                return (
                  <UnstyledButton
                    key={id}
                    className={css.facet!}
                    aria-pressed={chosen !== undefined}
                    onClick={() =>
                      onChange(
                        chosen
                          ? withoutFilter(typed, chosen)
                          : withFilter(
                              typed,
                              typedFilter(t(`${kind}Word`), typedValue(kind, value, lookups)),
                            ),
                      )
                    }
                  >
                    <span>{name}</span>
                    {count !== undefined && <span>{formatNumber(count, 0)}</span>}
                  </UnstyledButton>
                );
              })}
            </section>
          ),
      )}
    </div>
  );
}

const named = ({ value: { id, name }, count }: Counted<Named>) => ({ id, name, count });
