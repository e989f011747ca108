import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Kind } from './kinds.ts';
import { searchMessages } from './messages.ts';
import { useOffers } from './offers.ts';
import css from './search.module.css';
import { type Lookups, type TypedFilter, type TypedQuery, withoutFilter } from './typedQuery.ts';

interface ChipsProps {
  typed: string;
  query: TypedQuery;
  lookups: Lookups;
  onChange: (typed: string) => void;
}

/** Shows the filters of a query, to take out, and what it can be narrowed by. */
export function Chips({ typed, query, lookups, onChange }: ChipsProps) {
  const t = useMessages(searchMessages);
  const offers = useOffers(typed, query, lookups);
  const nameOf = ({ kind, name, values }: TypedFilter): string => {
    if (values.length === 0) return t('unknown', { name });
    if (kind === 'type') return values.map((each) => t(each as Kind)).join(', ');
    if (kind === 'in' || kind === 'from') return t(kind, { name });
    return t(kind, { day: formatDate(values[0]!) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is filled in
    <div className={css.chips} role="group" aria-label={t('filters')}>
      {query.filters.map((filter) => (
        <UnstyledButton
          key={filter.at}
          className={css.chip}
          data-on
          data-unknown={filter.values.length === 0 || undefined}
          aria-label={t('remove', { name: nameOf(filter) })}
          onClick={() => onChange(withoutFilter(typed, filter))}
        >
          {nameOf(filter)}
          <Icon of={IconX} size={14} />
        </UnstyledButton>
      ))}
      {offers.map(({ id, name, taken }) => (
        <UnstyledButton key={id} className={css.chip} onClick={() => onChange(taken())}>
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}
