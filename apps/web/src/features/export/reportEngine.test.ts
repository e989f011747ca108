import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import type { Rounding } from '@kontor/client/nouns/rounding';
import type { ExportColumn } from '@kontor/contract/nouns/exportTemplate';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ReportEngine, type ReportRequest } from './reportEngine.ts';
import { reportTexts } from './words.ts';

const noRounding: Rounding = { minutes: 0, direction: 'nearest', basis: 'entry' };
const hour = 3_600_000;
const eight = Date.UTC(2026, 9, 5, 6);
const names = {
  people: new Map([
    ['u1', 'Anna'],
    ['u2', 'Ben'],
  ]),
  customers: new Map([['c1', 'Brandt']]),
  customFields: new Map([['p1', 'K-7']]),
};
const entryOf = (id: string, userId: string, hours: number): ReportEntry => ({
  entry: {
    id,
    scopeId: userId,
    version: 1,
    updatedAt: 0,
    taskId: 't',
    projectId: 'p1',
    zone: 'Europe/Berlin',
    taskTitle: 'Plans',
    projectName: 'Villa',
    status: 'DONE',
    isBillable: true,
    segments: [{ from: eight, to: eight + hours * hour }],
  },
  userId,
  customerId: userId === 'u1' ? 'c1' : '',
  invoices: id === 'e2' ? [{ exportName: 'RE 1' }] : [],
});
const requestOf = (columns: ExportColumn[], more: Partial<ReportRequest> = {}): ReportRequest => ({
  choice: {},
  rounding: noRounding,
  groups: [],
  rates: [],
  names,
  columns,
  region: 'en-GB',
  texts: reportTexts(columns, 'EUR'),
  ...more,
});
const engineOf = (...entries: ReportEntry[]) => {
  const engine = new ReportEngine();
  engine.add(entries, true);
  return engine;
};

/** Returns what is marked of a report; `sent`: what a file of it held. */
const marksOf = (engine: ReportEngine, request: ReportRequest, sent?: ReadonlySet<string>) =>
  engine.openEntries(request, engine.toMark(request, sent).held);

describe('the report in the worker', () => {
  const engine = engineOf(entryOf('e1', 'u1', 2), entryOf('e2', 'u2', 3), entryOf('e3', 'u1', 1));

  it('shows all columns of a row in their order', () => {
    const columns: ExportColumn[] = [
      'date',
      'begin',
      'end',
      'user',
      'customer',
      'project',
      'task',
      'time',
      'customField',
      'invoiced',
    ];
    const { rows, entryIds, count, open } = engine.preview(requestOf(columns));
    expect(entryIds.map((id) => id !== undefined)).toEqual(rows.map(({ role }) => role === 'row'));
    expect(count).toBe(3);
    expect(open).toBe(2);
    expect(rows.find(({ cells }) => cells[3] === 'Ben')).toEqual({
      role: 'row',
      cells: ['2026-10-05', '8:00', '11:00', 'Ben', undefined, 'Villa', 'Plans', 3 * hour, 'K-7', 'RE 1'],
    });
    expect(rows.at(-1)).toMatchObject({ role: 'total', cells: { 0: 'Total', 7: 6 * hour } });
  });

  it('shows the times of a zone that this browser does not know by UTC', () => {
    const elsewhere = entryOf('e1', 'u1', 2);
    elsewhere.entry.zone = 'America/Nowhere';
    const { rows } = engineOf(elsewhere).preview(requestOf(['begin', 'end']));
    expect(rows[0]!.cells).toEqual(['6:00', '8:00']);
  });

  it('groups with sums, those without a customer too', () => {
    const { rows } = engine.preview(requestOf(['time', 'user'], { groups: ['customer'] }));
    expect(rows.map(({ role, cells }) => [role, ...cells])).toEqual([
      ['group', 'Brandt'],
      ['row', 2 * hour, 'Anna'],
      ['row', hour, 'Anna'],
      ['sum', 3 * hour, 'Total Brandt'],
      ['group', 'Without a customer'],
      ['row', 3 * hour, 'Ben'],
      ['sum', 3 * hour, 'Total Without a customer'],
      ['total', 6 * hour, 'Total'],
    ]);
  });

  it('counts working time once in the list for payroll, and days away where there was something to work', async () => {
    const head = {
      title: '',
      about: [],
      firm: { name: '', lines: [] },
      language: 'en',
      words: { yes: 'yes', no: 'no', page: '', signatures: [] },
      payroll: {
        texts: {
          person: 'Person',
          month: 'Month',
          days: 'Days',
          time: 'Time',
          hours: 'Hours',
          target: 'Target',
          vacation: 'Vacation',
          sickness: 'Sickness',
          other: 'Other',
        },
        people: [
          {
            userId: 'u2',
            name: 'Ben',
            weeks: [],
            signed: new Map(),
            // From Saturday to Monday, of which somebody without a week works one.
            absences: [{ kind: 'other' as const, from: '2026-10-31', to: '2026-11-02', isHalf: false }],
          },
          {
            userId: 'u1',
            name: 'Anna',
            weeks: [{ from: '2026-01-01', minutes: [480, 480, 480, 480, 0, 0, 0], region: 'at' as const }],
            signed: new Map([['2026-12-01', [{ day: '2026-12-01', minutes: 60 }]]]),
            absences: [
              // Monday 26 October is a holiday in Austria, Friday to Sunday are free; ill on half of the Wednesday.
              { kind: 'vacation' as const, from: '2026-10-26', to: '2026-11-01', isHalf: false },
              { kind: 'sickness' as const, from: '2026-10-28', to: '2026-10-28', isHalf: true },
              { kind: 'sickness' as const, from: '2026-12-01', to: '2026-12-01', isHalf: true },
            ],
          },
        ],
      },
    };
    const file = await engine.file(
      'payroll',
      requestOf(['time'], { region: 'de-DE' }),
      head,
      undefined,
      () => {},
    );
    // One of Anna's entries lies within the other. Of October's 17 days from Monday to Thursday one is free, and she is away on three.
    expect((await file.text()).split('\r\n')).toEqual([
      'Person;Month;Days;Time;Hours;Target;Vacation;Sickness;Other',
      'Anna;2026-10;1;2:00;2,00;104,00;2,5;0,5;',
      'Anna;2026-12;0;0:00;0,00;0,50;;0,5;',
      'Ben;2026-10;1;3:00;3,00;;;;',
      'Ben;2026-11;0;0:00;0,00;;;;1',
      '',
    ]);
  });

  it('names what could still be invoiced, by person', () =>
    expect(marksOf(engine, requestOf(['time']))).toEqual(new Map([['u1', [{ id: 'e1' }, { id: 'e3' }]]])));

  it('takes of an entry over the end of the period the days that it bills, and the others the next time', () => {
    const ten = Date.UTC(2026, 9, 31, 21);
    const over = (...invoices: ReportEntry['invoices']): ReportEntry => {
      const { entry, ...rest } = entryOf('e1', 'u1', 0);
      return { ...rest, entry: { ...entry, segments: [{ from: ten, to: ten + 4 * hour }] }, invoices };
    };
    const october = requestOf(['time'], { choice: { to: '2026-10-31' } });
    const first = { id: 'e1', days: ['2026-10-31'] };
    expect(marksOf(engineOf(over()), october)).toEqual(new Map([['u1', [first]]]));
    const marked = engineOf(over({ exportName: 'RE 1', days: first.days }));
    expect(marksOf(marked, october)).toEqual(new Map());
    const open = requestOf(['time', 'invoiced'], { choice: { isInvoiced: false } });
    expect(marked.preview(open).rows[0]!.cells).toEqual([2 * hour, undefined]);
    expect(marksOf(marked, open)).toEqual(new Map([['u1', [{ id: 'e1', days: ['2026-11-01'] }]]]));
    // What was invoiced as a whole stays so on whatever days it lies.
    expect(engineOf(over({ exportName: 'RE 1' })).preview(open).count).toBe(0);
  });

  it('leaves out what still runs or pauses: more may come on the same day', () => {
    const paused = entryOf('e1', 'u1', 2);
    paused.entry.status = 'PAUSE';
    const { count, open } = engineOf(paused).preview(requestOf(['time']));
    expect([count, open]).toEqual([1, 0]);
    expect(marksOf(engineOf(paused), requestOf(['time']))).toEqual(new Map());
  });

  it('marks what a file held: not what came since, nor what was stopped since', () => {
    const request = requestOf(['time']);
    const paused = entryOf('e5', 'u1', 2);
    paused.entry.status = 'PAUSE';
    const [first, second] = [entryOf('e1', 'u1', 2), entryOf('e3', 'u1', 1)];
    const filed = engineOf(first, paused);
    const sent = filed.toMark(request).held;
    expect(filed.preview(request)).toMatchObject({ open: 1, running: 1, count: 2 });
    const stopped = entryOf('e5', 'u1', 3);
    const later = engineOf(first, stopped, second);
    expect(later.toMark(request, sent).since).toBe(2);
    expect(marksOf(later, request, sent)).toEqual(new Map([['u1', [{ id: 'e1' }]]]));
    // What comes while the name is being typed was not asked for either.
    const asked = later.toMark(request).held;
    later.add([entryOf('e6', 'u1', 1)], false);
    expect(later.openEntries(request, asked).get('u1')).toHaveLength(3);
    // Where nothing of it is left, the others are on no file yet.
    const done = engineOf({ ...first, invoices: [{ exportName: 'RE 2' }] }, stopped, second);
    expect(done.toMark(request, sent)).toEqual({ held: new Set(), count: 0, since: 2 });
    expect(done.toMark(request)).toMatchObject({ count: 2, since: 0 });
  });

  it('marks nothing of what a file could not hold as done', () => {
    const running = entryOf('e1', 'u1', 2);
    running.entry.status = 'PAUSE';
    const sent = engineOf(running).toMark(requestOf(['time'])).held;
    expect(sent.size).toBe(0);
    expect(engineOf(entryOf('e1', 'u1', 3)).toMark(requestOf(['time']), sent)).toMatchObject({
      count: 0,
      since: 1,
    });
  });

  it('does not mark as invoiced what was corrected after the file was made, by however little', () => {
    const request = requestOf(['time']);
    const sent = engineOf(entryOf('e1', 'u1', 2), entryOf('e3', 'u1', 1)).toMark(request).held;
    for (const hours of [3, 2 + 1 / 3600]) {
      const corrected = engineOf(entryOf('e1', 'u1', hours), entryOf('e3', 'u1', 1));
      expect(corrected.toMark(request, sent)).toMatchObject({ count: 1, since: 1 });
      expect(marksOf(corrected, request, sent)).toEqual(new Map([['u1', [{ id: 'e3' }]]]));
    }
  });

  it('bills nothing that it cannot mark, and says how much of it still runs', () => {
    const paused = entryOf('e1', 'u1', 2);
    paused.entry.status = 'PAUSE';
    const running = entryOf('e4', 'u1', 2);
    running.entry.status = 'IN_PROGRESS';
    running.entry.segments = [{ from: eight }];
    const others = engineOf(paused, running, entryOf('e3', 'u1', 1));
    const choice = { isInvoiced: false, isBillable: true, to: '2026-10-05' };
    const first = others.preview(requestOf(['time'], { choice }));
    expect([first.count, first.sums.billed, first.running]).toEqual([1, hour, 2]);
    const elsewhere = { ...choice, userIds: ['u2'] };
    expect(others.preview(requestOf(['time'], { choice: elsewhere })).running).toBe(0);
    // A list of everything counts what was ended of them, and says so.
    const all = others.preview(requestOf(['time']));
    expect([all.count, all.running, all.isLeftOut]).toEqual([2, 2, false]);
    expect(others.preview(requestOf(['time'], { choice: { isInvoiced: true } })).running).toBe(0);
    // The list for payroll is of all work in the period.
    const narrow = { isInvoiced: true, isBillable: false, to: '2026-10-05' };
    expect(others.preview(requestOf(['time'], { choice: narrow })).payrollRunning).toBe(2);
  });

  it('adds up as it is printed: the seconds of timers go from one line into the next', async () => {
    const timers = Array.from({ length: 3 }, (_, i) => entryOf(`e${i}`, 'u1', 20 / 60 + 20 / 3600));
    const rates = [{ id: 'r', scopeId: 'admins', version: 1, updatedAt: 0, projectId: 'p1', rate: 9_000 }];
    const columns: ExportColumn[] = ['task', 'time', 'billedTime', 'total'];
    const engine = engineOf(...timers);
    const request = requestOf(columns, { rates });
    const { rows, sums } = engine.preview(request);
    const minute = 60_000;
    // What is charged are the minutes that are shown.
    expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
      [20 * minute, 20 * minute, 3_000],
      [21 * minute, 21 * minute, 3_150],
      [20 * minute, 20 * minute, 3_000],
      [61 * minute, 61 * minute, 9_150],
    ]);
    expect(sums.actual).toBe(61 * minute);
    const head = { title: 'Hours', about: [], firm: { name: '', lines: [] }, language: 'en' };
    const words = { yes: 'yes', no: 'no', page: '', signatures: [] };
    const payroll = { texts: {} as never, people: [] };
    const book = await engine.file('xlsx', request, { ...head, words, payroll }, undefined, () => {});
    const parts = unzipSync(new Uint8Array(await book.arrayBuffer()));
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    const days = [...sheet.matchAll(/<c r="B[2-9]" s="\d+"><v>([\d.]+)<\/v>/g)].map(([, value]) =>
      Number(value),
    );
    expect(days).toHaveLength(4);
    expect(days[0]! + days[1]! + days[2]!).toBeCloseTo(days[3]!, 9);
  });

  it('adds up in decimal hours, in each group and in the file, and charges the minutes', async () => {
    const thirds = Array.from({ length: 3 }, (_, i) => entryOf(`e${i}`, i < 2 ? 'u1' : 'u2', 20 / 60));
    const rates = [{ id: 'r', scopeId: 'admins', version: 1, updatedAt: 0, projectId: 'p1', rate: 9_000 }];
    const columns: ExportColumn[] = ['task', 'hours', 'billedHours', 'total'];
    const request = requestOf(columns, { rates, groups: ['person'] });
    const { rows } = engineOf(...thirds).preview(request);
    const hundredth = 36_000;
    expect(rows.flatMap(({ role, cells }) => (role === 'group' ? [] : [cells.slice(1)]))).toEqual([
      [33 * hundredth, 33 * hundredth, 3_000],
      [34 * hundredth, 34 * hundredth, 3_000],
      [67 * hundredth, 67 * hundredth, 6_000],
      [33 * hundredth, 33 * hundredth, 3_000],
      [33 * hundredth, 33 * hundredth, 3_000],
      [100 * hundredth, 100 * hundredth, 9_000],
    ]);
    const head = { title: 'Hours', about: [], firm: { name: '', lines: [] }, language: 'en' };
    const words = { yes: 'yes', no: 'no', page: '', signatures: [] };
    const payroll = { texts: {} as never, people: [] };
    const file = await engineOf(...thirds).file(
      'csv',
      request,
      { ...head, words, payroll },
      undefined,
      () => {},
    );
    const shown = (await file.text()).split('\r\n').slice(1, -1);
    expect(shown.map((line) => line.split(';')[1])).toEqual(['0.33', '0.34', '0.33']);
  });

  it('shows the first lines of a long one, and all of its totals', () => {
    const long = engineOf(...Array.from({ length: 1_000 }, (_, i) => entryOf(`e${i}`, 'u1', 1)));
    const { rows, count, sums } = long.preview(requestOf(['time']));
    expect([rows.length, count, sums.actual / hour]).toEqual([301, 1_000, 1_000]);
  });

  it('says that lines are left out, also where only sums are', () => {
    const groups = ['customer', 'project', 'task'] as const;
    const isCut = (entries: number) => {
      const long = engineOf(...Array.from({ length: entries }, (_, i) => entryOf(`e${i}`, 'u1', 1)));
      const { rows, isCut } = long.preview(requestOf(['time'], { groups }));
      return [rows.filter(({ role }) => role === 'row').length, isCut];
    };
    expect([isCut(290), isCut(297)]).toEqual([
      [290, false],
      [297, true],
    ]);
  });
});
