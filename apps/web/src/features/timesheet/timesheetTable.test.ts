import { cellText, kindOf } from '@kontor/table/table';
import { describe, expect, it } from 'vitest';
import { timesheetTable } from './timesheetTable.ts';

const hour = 3_600_000;
const texts = {
  day: 'Tag',
  begin: 'Beginn',
  end: 'Ende',
  pause: 'Pause',
  net: 'Netto',
  target: 'Soll',
  balance: 'Saldo',
  remark: 'Bemerkung',
  total: 'Summe',
  page: 'Seite {page} von {pages}',
  signatures: ['Anna', 'Firma'],
};

describe('a timesheet', () => {
  it('shows each day with its times, target and balance, and the sums', () => {
    const table = timesheetTable({
      title: 'Stundenzettel',
      about: ['Anna Bauer, Oktober 2026'],
      firm: { name: 'Brandt', lines: [] },
      lines: [
        {
          day: '2026-10-01',
          begin: 545,
          end: 1440,
          pause: hour,
          net: 13.9 * hour,
          target: 8 * hour,
          balance: 5.9 * hour,
          remark: 'spät',
        },
        { day: '2026-10-02', pause: 0, net: 0, target: 8 * hour, balance: -8 * hour, remark: '' },
        { day: '2026-10-03', pause: 0, net: 0, target: 0, remark: 'Tag der Deutschen Einheit' },
      ],
      sums: { net: 13.9 * hour, target: 16 * hour, balance: -2.1 * hour },
      texts,
      language: 'de',
      region: 'de-DE',
    });
    const shown = table.rows.map((row) =>
      row.cells.map((cell, i) => cellText(cell, kindOf(row, i, table.columns[i]!.kind), table)).join('|'),
    );
    expect(shown).toEqual([
      'Do., 01.10.|9:05|24:00|1:00|13:54|8:00|+5:54|spät',
      'Fr., 02.10.|||||8:00|−8:00|',
      'Sa., 03.10.|||||0:00||Tag der Deutschen Einheit',
      'Summe||||13:54|16:00|−2:06|',
    ]);
    // Words of a sum begin at the left of their column; numbers stand at its right.
    expect(table.rows.at(-1)!.cells[6]).toBe(-2.1 * hour);
  });
});
