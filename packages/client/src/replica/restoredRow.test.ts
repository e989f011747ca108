/** One record after a restore: what was held against what the server has, whoever wrote there first. */
import { describe, expect, it } from 'vitest';
import { conflictsOf } from './conflict.ts';
import type { RestoreOp } from './entry.ts';
import { restoredIn, restoredRow, stamped } from './restoredRow.ts';
import type { Row } from './row.ts';

const author = { transactionId: 'act', userId: 'anna', at: 1 };
/** The backup is of 100; what has a later time was written behind it, before the restore (200) or since. */
const changedAt = 100;
const row = (title: string, version: number, updatedAt: number, more: object = {}): Row => ({
  id: 'task',
  scopeId: 'project',
  version,
  updatedAt,
  title,
  status: 'TODO',
  ...more,
});
const op = (base: Row, of = 'R'): RestoreOp => ({
  verb: 'restore',
  entity: 'task',
  id: base.id,
  scopeId: base.scopeId,
  base,
  of,
  changedAt,
});
/** Returns the record as a device writes it again, at a time. */
const broughtBack = (held: Row, current: Row, updatedAt: number, of = 'R'): Row => ({
  ...stamped(op(held, of), restoredRow(op(held, of), current, author), current.version + 1),
  version: current.version + 1,
  updatedAt,
});
const inBackup = row('one', 3, 90);

describe('a record after a restore', () => {
  it('that the server lacks comes back as it was held', () => {
    const held = row('ten', 10, 150);
    expect(restoredRow(op(held), undefined, author)).toBe(held);
  });

  it('goes on from the backup to what was held, wherever it lay', () => {
    const held = row('ten', 10, 150, { scopeId: 'elsewhere' });
    const after = restoredRow(op(held), inBackup, author);
    expect(after).toMatchObject({ title: 'ten', scopeId: 'elsewhere', version: 3, updatedAt: 90 });
    expect(conflictsOf(after)).toEqual([]);
  });

  it('stays as it is where it says the same, or has what was held in it', () => {
    const held = row('ten', 10, 150);
    const same = row('ten', 4, 250);
    expect(restoredRow(op(held), same, author)).toBe(same);
    const back = broughtBack(held, inBackup, 210);
    expect(restoredIn(back, 'R')).toEqual({ of: 'R', was: 10, as: 4 });
    expect(restoredRow(op(row('nine', 9, 140)), back, author)).toBe(back);
    // Also once somebody went on from there.
    const goneOn = { ...back, title: 'eleven', version: 5, updatedAt: 220 };
    expect(restoredRow(op(row('nine', 9, 140)), goneOn, author)).toBe(goneOn);
    // A device that was away when the backup was made knows nothing newer.
    const later = row('five', 5, 95);
    expect(restoredRow(op(row('two', 2, 80)), later, author)).toBe(later);
  });

  it('goes on from what an older device brought back, without a conflict', () => {
    const back = broughtBack(row('nine', 9, 140), inBackup, 210);
    const after = restoredRow(op(row('ten', 10, 150)), back, author);
    expect(after.title).toBe('ten');
    expect(conflictsOf(after)).toEqual([]);
  });

  it('keeps both texts where somebody wrote on top of the backup', () => {
    const written = row('eleven', 12, 250);
    const after = restoredRow(op(row('ten', 10, 150)), written, author);
    expect(after.title).toBe('eleven');
    expect(conflictsOf(after)).toMatchObject([{ field: 'title', kept: { title: 'ten' } }]);
    const onTop = {
      ...broughtBack(row('nine', 9, 140), inBackup, 210),
      title: 'eleven',
      version: 6,
      updatedAt: 220,
    };
    expect(conflictsOf(restoredRow(op(row('ten', 10, 150)), onTop, author))).toMatchObject([
      { kept: { title: 'ten' } },
    ]);
  });

  it('leaves a value that somebody set since, and keeps the one of before beside it', () => {
    const held = row('one', 4, 150, { dueDate: '2026-01-01' });
    const current = row('one', 4, 210, { dueDate: '2026-02-02' });
    const restored = restoredRow(op(held), current, author);
    expect(restored.dueDate).toBe('2026-02-02');
    expect(conflictsOf(restored)).toMatchObject([{ field: 'dueDate', kept: { dueDate: '2026-01-01' } }]);
  });

  it('leaves the newer picture, and asks nobody about the bytes of both', () => {
    const profile = (avatar: string, version: number, updatedAt: number): Row => ({
      id: 'anna',
      scopeId: 'anna',
      version,
      updatedAt,
      avatar,
    });
    const held = profile('older', 5, 150);
    const restored = restoredRow({ ...op(held), entity: 'profile' }, profile('newer', 6, 250), author);
    expect(restored).toMatchObject({ avatar: 'newer' });
    expect(conflictsOf(restored)).toEqual([]);
  });

  it('leaves what somebody said anew: nobody else may say it in their name', () => {
    const said = (text: string, version: number, updatedAt: number) =>
      row('', version, updatedAt, { content: text, authorId: 'ben' });
    const current = said('anew', 4, 210);
    expect(restoredRow({ ...op(said('held', 4, 150)), entity: 'comment' }, current, author)).toBe(current);
  });

  it('leaves what was written as a whole since, as whoever wrote it signed it', () => {
    const row = (values: object, version: number, updatedAt: number) =>
      ({ id: 'x', scopeId: 'hours', version, updatedAt, ...values }) as Row;
    const restored = (entity: 'month' | 'effort', before: object, since: object) => {
      const current = row(since, 4, 210);
      return restoredRow({ ...op(row(before, 4, 150)), entity }, current, author) === current;
    };
    const closing = (closedAt: number) => ({ month: '2026-10-01', closedAt, records: 'signed', targets: [] });
    expect(restored('month', closing(1), closing(2))).toBe(true);
    const weeks = (time: number) => ({ weeks: { '2026-10-05': { time, billable: 0 } } });
    expect(restored('effort', weeks(1), weeks(2))).toBe(true);
  });

  it('does not take the mark of an earlier restore for one of this', () => {
    const before = broughtBack(row('ten', 10, 50), row('one', 3, 40), 90, 'earlier');
    const held = row('six', 6, 150, { restored: before.restored });
    expect(restoredRow(op(held), before, author).title).toBe('six');
    expect(restoredIn(before, 'R')).toBeUndefined();
  });

  it('comes to the same in whatever order two devices bring it back', () => {
    const [nine, ten] = [row('nine', 9, 140), row('ten', 10, 150)];
    const first = broughtBack(ten, inBackup, 210);
    expect(restoredRow(op(nine), first, author).title).toBe('ten');
    expect(broughtBack(ten, broughtBack(nine, inBackup, 210), 220).title).toBe('ten');
  });
});
