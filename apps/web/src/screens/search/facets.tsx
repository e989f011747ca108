import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';
import { kinds, type Lookups, toggleFilter, typedFilter } from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

/** Values of a facet that are shown. */
const shownOfFacet = 8;

interface FacetsProps {
  facets: ReadonlyMap<string, number>;
  lookups: Lookups;
  typed: string;
  onChange: (typed: string) => void;
}

interface Value {
  raw: string;
  name: string;
  count: number;
}

/** Shows how many of what was found are of a kind, in a place and from a person; choosing one narrows the search. */
export function Facets({ facets, lookups, typed, onChange }: FacetsProps) {
  const t = useMessages(searchMessages);
  const shown = useKinds();
  const countOf = (...tags: string[]) => tags.reduce((sum, tag) => sum + (facets.get(tag) ?? 0), 0);
  const lists: { title: string; values: Value[] }[] = [
    {
      title: t('type'),
      values: shown.map((kind) => ({
        raw: typedFilter(t('typeWord'), t(kind).toLowerCase()),
        name: t(kind),
        count: countOf(...kinds[kind].map((noun) => `noun:${noun}`)),
      })),
    },
    {
      title: t('place'),
      values: lookups.places.map(({ id, name }) => ({
        raw: typedFilter('in', name),
        name,
        count: countOf(`scopeId:${id}`, `customerId:${id}`, `projectId:${id}`),
      })),
    },
    {
      title: t('author'),
      values: lookups.people.map(({ id, name }) => ({
        raw: typedFilter(t('fromWord'), name),
        name,
        count: countOf(`from:${id}`),
      })),
    },
  ];
  return (
    <div className={css.facets}>
      {lists.map(({ title, values }) => {
        const best = values
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count)
          .slice(0, shownOfFacet);
        return (
          best.length > 0 && (
            <section key={title}>
              <h2>{title}</h2>
              {best.map(({ raw, name, count }) => (
                <UnstyledButton
                  key={raw}
                  className={css.facet!}
                  aria-pressed={typed.includes(raw)}
                  onClick={() => onChange(toggleFilter(typed, { raw }))}
                >
                  <span>{name}</span>
                  <span>{formatNumber(count, 0)}</span>
                </UnstyledButton>
              ))}
            </section>
          )
        );
      })}
    </div>
  );
}
