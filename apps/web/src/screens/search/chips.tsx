import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Kind } from './kinds.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';
import { type TypedFilter, type TypedQuery, typedFilter, withFilter, withoutFilter } from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

interface ChipsProps {
  typed: string;
  query: TypedQuery;
  onChange: (typed: string) => void;
}

/** Shows the filters of a query, to take out, and the kinds that it can be narrowed to. */
export function Chips({ typed, query, onChange }: ChipsProps) {
  const t = useMessages(searchMessages);
  const shown = useKinds();
  const nameOf = ({ kind, name, values }: TypedFilter): string => {
    if (values.length === 0) return t('unknown', { name });
    if (kind === 'type') return values.map((each) => t(each as Kind)).join(', ');
    if (kind === 'in' || kind === 'from') return t(kind, { name });
    return t(kind, { day: formatDate(values[0]!) });
  };
  const hasKind = query.filters.some(({ kind }) => kind === 'type');
  return (
    <div className={css.chips}>
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
      {!hasKind &&
        shown.map((kind) => (
          <UnstyledButton
            key={kind}
            className={css.chip}
            onClick={() => onChange(withFilter(typed, typedFilter(t('typeWord'), t(kind).toLowerCase())))}
          >
            {t(kind)}
          </UnstyledButton>
        ))}
    </div>
  );
}
