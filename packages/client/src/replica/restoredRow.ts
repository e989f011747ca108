/**
 * One record after the server was set back to a backup: what this device held against what the server has now, which is
 * the state of the backup, what somebody else brought back, or what was written since.
 */
import { entityOf } from '@kontor/contract/nouns/entities';
import type { RestoreOp } from './entry.ts';
import { type Author, mergeRow } from './merge.ts';
import { type Row, saysSame, withoutMeta } from './row.ts';

/**
 * Stands in the sealed fields of a record that was brought back: `was` is the version that it had before, `as` the one
 * that it was written with. It counts for that one restoration.
 */
interface Restored {
  of: string;
  was: number;
  as: number;
}

/** The key of the mark in a row. */
export const restoredKey = 'restored';

/** Returns the mark that a restoration left in a record, if it is this restoration's. */
export function restoredIn(row: Record<string, unknown>, of: string): Restored | undefined {
  const mark = row[restoredKey] as Partial<Restored> | undefined;
  const isOne = mark?.of === of && typeof mark.was === 'number' && typeof mark.as === 'number';
  return isOne ? (mark as Restored) : undefined;
}

/**
 * Returns the record as it should be; `current` itself where nothing has to be written. The server's state is replaced
 * where it is an earlier state of what was held, stays where it already includes that, and is merged with it where
 * somebody has written there since: of a text that differs, both are kept.
 */
export function restoredRow(op: RestoreOp, current: Row | undefined, author: Author): Row {
  const { base: held, of, changedAt, entity } = op;
  if (!current || saysSame(entity, current, held)) return current ?? held;
  const mark = restoredIn(current, of);
  if (mark && mark.was >= held.version) return current;
  // Times are the server's alone, those of before and those of now: what is no newer was there before.
  const isEarlier = mark
    ? mark.as === current.version
    : current.version < held.version && current.updatedAt <= held.updatedAt;
  const content = withoutMeta(op.entity, held);
  const { id, version, updatedAt } = current;
  if (isEarlier) return { ...content, id, scopeId: held.scopeId, version, updatedAt };
  // What was held is in the backup; the server went on from there.
  if (held.updatedAt <= changedAt) return current;
  // What it says is its owner's word, who wrote it anew.
  if (entityOf(entity).isSaid && held.authorId !== author.userId) return current;
  const { id: _, scopeId: __, ...fields } = content;
  const merged = mergeRow(entity, {} as Row, fields, current, author, 'current');
  return saysSame(entity, merged, current) ? current : merged;
}

/** Returns the row with the mark of what it brings back. */
export const stamped = ({ of, base }: RestoreOp, row: Row, version: number): Row => ({
  ...row,
  [restoredKey]: { of, was: base.version, as: version } satisfies Restored,
});
