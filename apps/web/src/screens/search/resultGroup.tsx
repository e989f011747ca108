import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { fixedView } from '../../ui/list/fixedView.ts';
import { RowList } from '../../ui/list/rowList.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { SearchLine } from './line.tsx';
import type { Line } from './makers.tsx';
import { searchMessages } from './messages.ts';
import css from './search.module.css';
import type { LineGroup } from './useLines.tsx';

/** px of a row that shows where its record lies, and no part of its text. */
const rowHeight = 57;

const idOf = ({ id }: Line) => id;

interface ResultGroupProps {
  group: LineGroup;
  text: string;
  /** Returns what can be done with a hit besides opening it. */
  menuOf?: (id: string) => ReactNode;
  onMore: () => void;
}

/** Shows the hits of a kind, as many as were asked for. */
export function ResultGroup({ group: { kind, count, lines }, text, menuOf, onMore }: ResultGroupProps) {
  const t = useMessages(searchMessages);
  return (
    <section className={css.group} aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>
        {t(kind)} ({formatNumber(count, 0)})
      </h2>
      <RowList view={fixedView(lines, idOf)} keyOf={idOf} rowHeight={rowHeight} isUneven className={css.list}>
        {(line) => (
          <>
            <QueryLink
              className={css.row}
              path={line.path}
              query={line.query}
              hash={line.hash}
              onFollow={line.open}
              isRow
            >
              <SearchLine line={line} query={text} />
            </QueryLink>
            {menuOf?.(line.id)}
          </>
        )}
      </RowList>
      {count > lines.length && (
        <UnstyledButton className={css.chip!} mt={8} onClick={onMore}>
          {t('moreOf', { count: count - lines.length })}
        </UnstyledButton>
      )}
    </section>
  );
}
