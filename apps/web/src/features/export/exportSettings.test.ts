import type { ExportTemplate } from '@kontor/contract/nouns/exportTemplate';
import { describe, expect, it } from 'vitest';
import {
  daysOf,
  type ExportSettings,
  exportErrors,
  presets,
  roundingOf,
  settingsOf,
  templateChanges,
  templateFields,
} from './exportSettings.ts';

const over = (more: Partial<ExportSettings>): ExportSettings => ({ ...presets.all, ...more });
const wrong = (more: Partial<ExportSettings>) =>
  Object.entries(exportErrors(over(more))).flatMap(([name, error]) => (error ? [name] : []));

describe('the settings of an export', () => {
  it.each([
    ['thisMonth', '2026-02-14', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-07-01', '2026-01-01', '2026-12-31'],
  ] as const)('%s on %s is %s to %s', (period, today, from, to) =>
    expect(daysOf(over({ period }), today)).toEqual({ from, to }),
  );

  it('leaves a period of one’s own open where nothing is said', () => {
    expect(daysOf(over({ period: 'custom', to: '2026-01-31' }), '2026-02-01')).toEqual({ to: '2026-01-31' });
    expect(daysOf(over({ period: 'custom' }), '2026-02-01')).toEqual({});
  });

  it('says what is wrong, and only of what counts', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ period: 'custom', from: '2026-02-01', to: '2026-01-31' })).toEqual(['to']);
    expect(wrong({ period: 'custom', from: 'soon' })).toEqual(['from']);
    expect(wrong({ from: 'soon' })).toEqual([]);
    expect(wrong({ columns: [] })).toEqual(['columns']);
    for (const roundingMinutes of ['much', '61', '-1', '7.5'])
      expect(wrong({ roundingMinutes }), roundingMinutes).toEqual(['roundingMinutes']);
    for (const roundingMinutes of ['', '0', '1', '60']) expect(wrong({ roundingMinutes })).toEqual([]);
  });

  it('come back from a template as they were; what is not known is left out', () => {
    const base = { id: 't', scopeId: 's', version: 1, updatedAt: 0, name: 'October' };
    const settings = over({
      period: 'custom',
      from: '2026-10-01',
      to: '2026-10-31',
      roundingMinutes: '15',
      groups: ['task'],
    });
    const { from, to, ...fields } = templateFields(settings);
    const stored: ExportTemplate = { ...base, ...fields, from: from!, to: to! };
    expect(settingsOf(stored)).toEqual(settings);
    expect(roundingOf(settingsOf(stored))).toEqual({ minutes: 15, direction: 'nearest', basis: 'entry' });
    expect(settingsOf({ ...stored, columns: ['mood', 'date'] }).columns).toEqual(['date']);
  });

  it('change of a template what was changed since it was chosen, and nothing else', () => {
    const chosen = over({ period: 'custom', from: '2026-10-01', roundingMinutes: '15' });
    expect(
      templateChanges(chosen, { ...chosen, columns: [...chosen.columns], roundingMinutes: '15,0' }),
    ).toEqual({});
    expect(templateChanges(chosen, { ...chosen, billable: 'billable', columns: ['date'] })).toEqual({
      billable: 'billable',
      columns: ['date'],
    });
    const later = templateChanges(chosen, { ...chosen, period: 'thisMonth', roundingMinutes: '' });
    expect(later).toStrictEqual({ period: 'thisMonth', from: undefined, roundingMinutes: 0 });
  });
});
