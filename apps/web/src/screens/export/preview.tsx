import type { ExportColumn } from '@kontor/contract/nouns/exportTemplate';
import type { Currency } from '@kontor/contract/text/currency';
import { cellText, kindOf, type TableRow } from '@kontor/table/table';
import { Text } from '@mantine/core';
import { exportMessages } from '../../features/export/messages.ts';
import type { ReportPreview } from '../../features/export/reportEngine.ts';
import { kindOfColumn } from '../../features/export/reportTable.ts';
import { columnName } from '../../features/export/words.ts';
import { formatNumber } from '../../platform/text/format.ts';
import { region } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './export.module.css';

interface PreviewProps {
  preview: ReportPreview;
  currency: Currency;
}

const isNumber = (column: ExportColumn) => ['duration', 'hours', 'money'].includes(kindOfColumn(column));

/** Returns the cells of a row; the words of a sum go on over the empty ones behind them. */
function spansOf({ role, cells }: TableRow): { at: number; span: number }[] {
  const spans: { at: number; span: number }[] = [];
  for (let at = 0; at < cells.length; at++) {
    const last = spans.at(-1);
    const goesOn = role !== 'row' && last && typeof cells[last.at] === 'string' && cells[at] === undefined;
    if (goesOn) last.span++;
    else spans.push({ at, span: 1 });
  }
  return spans;
}

/** Shows the first lines of a report, and its totals. */
export function Preview({ preview, currency }: PreviewProps) {
  const t = useMessages(exportMessages);
  const { columns, rows, isCut, entryIds, count } = preview;
  const { open } = usePanel();
  if (count === 0) return <EmptyState>{t('noRows')}</EmptyState>;
  const shown = { words: { yes: t('yes'), no: t('no'), page: '', signatures: [] }, region: region() };
  const textOf = (row: TableRow, at: number) =>
    cellText(row.cells[at], kindOf(row, at, kindOfColumn(columns[at]!)), shown);
  /** Links the first words of a row to its entry. */
  const linked = (row: TableRow, at: number, entryId: string | undefined) => {
    const text = textOf(row, at);
    if (entryId === undefined || row.cells.findIndex((_, each) => textOf(row, each) !== '') !== at)
      return text;
    return (
      <QueryLink query={{ panel: 'timeEntry', item: entryId }} onFollow={() => open('timeEntry', entryId)}>
        {text}
      </QueryLink>
    );
  };
  return (
    <>
      {isCut && (
        <Text size="sm" c="dimmed">
          {t('firstRows', { lines: formatNumber(rows.length - 1) })}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={css.scroll} tabIndex={0} aria-label={t('export')}>
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-number={isNumber(column) || undefined}>
                  {columnName(column, currency)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new report is a new table
              <tr key={n} data-role={row.role}>
                {row.role === 'group' ? (
                  <th colSpan={columns.length} scope="colgroup">
                    {row.cells[0]}
                  </th>
                ) : (
                  spansOf(row).map(({ at, span }) => (
                    <td
                      key={columns[at]}
                      colSpan={span}
                      data-number={(span === 1 && isNumber(columns[at]!)) || undefined}
                    >
                      {linked(row, at, entryIds[n])}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
