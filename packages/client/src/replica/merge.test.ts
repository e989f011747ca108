import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictsOf } from './conflict.ts';
import { chosenFields, isUndecided, mergeRow } from './merge.ts';
import type { Row } from './row.ts';

const author = { transactionId: 'act', userId: 'me', at: 5 };
const base: Row = {
  id: 't',
  scopeId: 'p',
  version: 1,
  updatedAt: 0,
  title: 'A',
  status: 'TODO',
  dueDate: '2026-01-01',
  assigneeIds: ['x', 'y'],
  description: { type: 'doc', content: [{ type: 'text', text: 'old' }] },
};
const merge = (changed: Record<string, unknown>, theirs: Record<string, unknown>, entity = 'task') =>
  mergeRow(entity, base, changed, { ...base, version: 2, ...theirs }, author);

describe('merging', () => {
  it('keeps the changes of both sides to different fields', () =>
    expect(merge({ title: 'B' }, { status: 'DONE' })).toMatchObject({
      title: 'B',
      status: 'DONE',
      version: 2,
    }));

  it('takes what came last of a record that nobody types over, and asks nobody', () => {
    const merged = merge({ withdrawnWhy: 'Wrong file' }, { withdrawnWhy: 'Too late' }, 'signing');
    expect(merged.withdrawnWhy).toBe('Wrong file');
    expect(conflictsOf(merged)).toEqual([]);
    expect(conflictsOf(merge({ title: 'B' }, { title: 'C' }))).toHaveLength(1);
  });

  it('leaves the closing of a month that came first, and its confirmation, and keeps nothing of the later one', () => {
    const [closed, confirmed] = [{ closedAt: 7 }, { hash: 'a', confirmedAt: 7 }];
    expect(merge({ closedAt: 5 }, closed, 'month')).toEqual({ ...base, version: 2, ...closed });
    expect(merge({ hash: 'b', confirmedAt: 5 }, confirmed, 'monthConfirmation')).toEqual({
      ...base,
      version: 2,
      ...confirmed,
    });
  });

  it('leaves what was written since where something is brought back that nobody types over', () => {
    const back = (noun: string, held: object, now: object) =>
      mergeRow(noun, {} as Row, held as Row, now as Row, author, 'current');
    expect(back('member', { firstName: 'Ana' }, { firstName: 'Anna' }).firstName).toBe('Anna');
    expect(back('member', { firstName: 'Ana' }, {}).firstName).toBe('Ana');
  });

  it('takes the greater of two figures where the description says so', () => {
    const seen = (mine: number, theirs: number) => merge({ seen: mine }, { seen: theirs }, 'roomMark').seen;
    expect([seen(7, 9), seen(9, 7)]).toEqual([9, 9]);
  });

  it('keeps the signs and the pins that either side added, without those that either took away', () => {
    for (const [noun, field] of [
      ['reaction', 'emojis'],
      ['room', 'pinnedIds'],
    ] as const) {
      const [before, mine, theirs] = [
        ['a', 'b'],
        ['a', 'c'],
        ['d', 'a', 'b'],
      ].map((each) => ({
        ...base,
        [field]: each,
      })) as [Row, Row, Row];
      const merged = mergeRow(noun, before, { [field]: mine[field] }, { ...theirs, version: 2 }, author);
      expect(new Set(merged[field] as string[]), noun).toEqual(new Set(['a', 'c', 'd']));
    }
  });

  it('takes each of some items from whoever changed it, drops what either took out, and keeps what either added', () => {
    const file = (id: string, size: number) => ({ id, name: id, size, parts: [] });
    const merged = mergeRow(
      'message',
      { ...base, files: [file('a', 1), file('b', 1), file('c', 1)] },
      { files: [file('a', 2), file('b', 1), file('d', 1)] },
      { ...base, version: 2, files: [file('a', 1), file('b', 3), file('c', 1)] },
      author,
    );
    expect(merged.files).toEqual([file('a', 2), file('b', 3), file('d', 1)]);
  });

  it('takes out of what was invoiced the entries that either side took out', () => {
    const list = (...ids: string[]) => ({ entries: ids.map((id) => ({ id })) });
    const merged = mergeRow(
      'invoicedHours',
      { ...base, ...list('a', 'b', 'c') },
      list('b', 'c'),
      { ...base, version: 2, ...list('a', 'c') },
      author,
    );
    expect(merged).toMatchObject(list('c'));
  });

  it('keeps the weeks that either side set, in order; of one day, the later', () => {
    const week = (from: string, hours: number) => ({
      from,
      minutes: Array.from({ length: 7 }, () => hours * 60),
    });
    const [january, march] = [week('2026-01-05', 8), week('2026-03-02', 6)];
    const february = week('2026-02-02', 7);
    const weeks = (before: unknown[], mine: unknown[], theirs: unknown[]) =>
      mergeRow(
        'workingTime',
        { ...base, weeks: before },
        { weeks: mine },
        { ...base, version: 2, weeks: theirs },
        author,
      ).weeks;
    expect(weeks([january], [january, february], [january, march])).toEqual([january, february, march]);
    expect(weeks([january], [january, march], [january, february])).toEqual([january, february, march]);
    const [more, less] = [week('2026-03-02', 9), week('2026-03-02', 4)];
    expect(weeks([january, march], [january, more], [january, less])).toEqual([january, more]);
    // What one takes out stays where the other changed it, and goes where they did not.
    expect(weeks([january, march], [january, february], [january, less])).toEqual([january, february, less]);
    expect(weeks([january, march], [january, less], [january, february])).toEqual([january, february, less]);
    expect(weeks([january, march], [january, february], [week('2026-01-05', 4), march])).toEqual([
      week('2026-01-05', 4),
      february,
    ]);
  });

  it('keeps both texts where both changed one', () => {
    const row = merge({ title: 'mine' }, { title: 'theirs' });
    expect(row.title).toBe('theirs');
    expect(conflictsOf(row)).toEqual([
      { id: 'act.title', field: 'title', kept: { title: 'mine' }, by: 'me', at: 5 },
    ]);
  });

  it('keeps rich text too, and continues a copy that its author goes on writing', () => {
    const doc = (text: string) => ({ type: 'doc', content: [{ type: 'text', text }] });
    const first = merge({ description: doc('mine') }, { description: doc('theirs') });
    expect(first.description).toEqual(doc('theirs'));
    const next = mergeRow(
      'task',
      { ...base, description: doc('mine') },
      { description: doc('mine, and more') },
      first,
      { ...author, transactionId: 'later' },
    );
    expect(conflictsOf(next)).toMatchObject([
      { id: 'act.description', kept: { description: doc('mine, and more') } },
    ]);
  });

  it('asks about the paragraph that both changed, and keeps what changed elsewhere whichever is chosen', () => {
    const doc = (...texts: string[]) => ({
      type: 'doc',
      content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    });
    const begun: Row = { ...base, description: doc('a', 'b', 'c') };
    const current = { ...begun, description: doc('a', 'theirs', 'C') };
    const row = mergeRow('task', begun, { description: doc('A', 'mine', 'c') }, current, author);
    expect(row.description).toEqual(doc('A', 'theirs', 'C'));
    const [conflict] = conflictsOf(row);
    expect(conflict).toMatchObject({
      kept: { description: doc('A', 'mine', 'C') },
      over: { description: doc('A', 'theirs', 'C') },
    });
    const later = { ...row, description: doc('A', 'theirs', 'C', 'later') };
    expect(chosenFields('task', later, conflict!)).toEqual({ description: doc('A', 'mine', 'C', 'later') });
  });

  it('lets the later of two values that are no text stand, keeps the other, and takes what both added to a set', () => {
    const row = merge({ dueDate: '2026-03-03' }, { dueDate: '2026-02-02', authorId: 'ben', updatedAt: 3 });
    expect(row.dueDate).toBe('2026-03-03');
    expect(conflictsOf(row)).toEqual([
      { id: 'act.dueDate', field: 'dueDate', kept: { dueDate: '2026-02-02' }, by: 'ben', at: 3 },
    ]);
    const { assigneeIds } = merge({ assigneeIds: ['x', 'z'] }, { assigneeIds: ['x', 'y', 'w'] });
    expect(new Set(assigneeIds as string[])).toEqual(new Set(['x', 'w', 'z']));
  });

  it('keeps that somebody emptied a value, and names nobody where several wrote to the record', () => {
    const row = merge({ dueDate: '2026-03-03' }, { version: 3, dueDate: undefined, authorId: 'ben' });
    expect(conflictsOf(row)).toEqual([
      { id: 'act.dueDate', field: 'dueDate', kept: { dueDate: null }, at: 0 },
    ]);
    expect(chosenFields('task', row, conflictsOf(row)[0]!)).toEqual({ dueDate: null });
  });

  it('has a question where what is kept differs from what stands, and none where it came to the same', () => {
    const row = merge({ dueDate: '2026-03-03' }, { dueDate: '2026-02-02' });
    expect(isUndecided('task', row)).toBe(true);
    expect(isUndecided('task', { ...row, dueDate: '2026-02-02' })).toBe(false);
    const emptied = merge({ dueDate: '2026-03-03' }, { dueDate: undefined });
    expect(isUndecided('task', emptied)).toBe(true);
    expect(isUndecided('task', { ...emptied, dueDate: undefined })).toBe(false);
    expect(isUndecided('task', base)).toBe(false);
  });

  it('asks nobody about a value that its writer had before them when they chose another', () => {
    const kept = (dueDate: string) => ({ id: dueDate, field: 'dueDate', kept: { dueDate }, at: 1 });
    const seen = { ...base, conflicts: [kept('2026-04-04')] };
    const current = { ...base, conflicts: [kept('2026-01-01'), kept('2026-04-04'), kept('2026-05-05')] };
    const row = mergeRow('task', seen, { dueDate: '2026-03-03' }, current, author);
    expect(conflictsOf(row)).toEqual([kept('2026-05-05')]);
  });

  it('chooses nothing but the field that is asked about, whatever lies beside it', () => {
    const kept = { dueDate: '2026-04-04', assigneeIds: ['x'], scopeId: 'elsewhere', title: 'mine' };
    expect(chosenFields('task', base, { id: 'a', field: 'dueDate', kept, at: 1 })).toEqual({
      dueDate: '2026-04-04',
    });
    expect(chosenFields('task', base, { id: 'a', field: 'scopeId', kept, at: 1 })).toEqual({});
    const days = { from: '2026-01-01', to: '2026-01-02', isHalf: false };
    const absence = { id: 'a', field: 'days', kept: { ...days, note: 'mine' }, at: 1 };
    expect(chosenFields('absence', base, absence)).toEqual(days);
  });

  it('keeps a text that was chosen while somebody wrote over it', () => {
    const copy = { id: 'a', field: 'title', kept: { title: 'kept' }, by: 'x', at: 1 };
    const seen = { ...base, conflicts: [copy] };
    const changed = { title: 'kept', conflicts: null };
    const row = mergeRow('task', seen, changed, { ...seen, version: 2, title: 'newer' }, author);
    expect(row.title).toBe('newer');
    expect(conflictsOf(row)).toMatchObject([{ kept: { title: 'kept' }, by: 'me' }]);
  });

  it('lets text win over emptiness, whoever emptied it', () => {
    expect(merge({ title: '' }, { title: 'theirs' })).toMatchObject({ title: 'theirs' });
    expect(merge({ title: 'mine' }, { title: '' })).toMatchObject({ title: 'mine' });
    expect(conflictsOf(merge({ title: '' }, { title: 'theirs' }))).toEqual([]);
  });

  it('never mixes the content of two uploads', () => {
    const file = (n: number) => ({
      fileKey: `k${n}`,
      blobId: `b${n}`,
      size: n,
      parts: [{ fileKey: `p${n}` }],
    });
    const document: Row = { ...base, ...file(1), name: 'a' };
    const row = mergeRow('document', document, file(2), { ...document, ...file(3) }, author);
    expect(row).toMatchObject(file(3));
    expect(conflictsOf(row)).toMatchObject([{ field: 'file', kept: file(2) }]);
  });

  it('forgets a conflict that somebody settled, and keeps those that came', () => {
    const copy = (id: string) => ({ id, field: 'title', kept: { title: id }, by: 'x', at: 1 });
    const row = mergeRow(
      'task',
      { ...base, conflicts: [copy('a'), copy('b')] },
      { conflicts: [copy('b')] },
      { ...base, conflicts: [copy('a'), copy('b'), copy('c')] },
      author,
    );
    expect(conflictsOf(row).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('asks again about a conflict that its author went on writing while somebody settled it', () => {
    const copy = (title: string) => ({ id: 'a', field: 'title', kept: { title }, by: 'x', at: 1 });
    const seen = { ...base, conflicts: [copy('mine')] };
    const goneOn = { ...base, conflicts: [copy('mine, and more')] };
    const row = mergeRow('task', seen, { conflicts: null }, goneOn, author);
    expect(conflictsOf(row)).toEqual([copy('mine, and more')]);
  });

  const text = fc.constantFrom('A', 'B', 'C', 'D');
  const fields = fc.record(
    {
      title: text,
      status: fc.constantFrom('TODO', 'IN_REVIEW', 'DONE'),
      dueDate: fc.constantFrom('2026-01-01', '2026-02-02', '2026-03-03'),
    },
    { requiredKeys: [] },
  );

  it('loses no value, changes nothing unasked, and does nothing the second time', () =>
    fc.assert(
      fc.property(fields, fields, (mine, theirs) => {
        const row = merge(mine, theirs);
        for (const key of ['title', 'status', 'dueDate'] as const) {
          const there = [row[key], ...conflictsOf(row).map(({ kept }) => kept[key])];
          for (const value of [mine[key], theirs[key]])
            if (value !== undefined && value !== base[key]) expect(there).toContain(value);
        }
        for (const key of ['title', 'status', 'dueDate'] as const)
          if (!(key in mine)) expect(row[key]).toEqual(theirs[key] ?? base[key]);
        expect(mergeRow('task', base, mine, row, author)).toEqual(row);
      }),
    ));
});
