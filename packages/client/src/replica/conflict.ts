import { isInstant } from '@kontor/contract/entity/field';

/**
 * A conflict: two people changed the same field of a record at once. Of texts the field holds what arrived first, of
 * days, numbers and choices what arrived later; the other one is kept here, inside the sealed record (field
 * `conflicts`), so that everybody sees it and no device can lose it.
 */
export interface Conflict {
  /** `<id of the transaction>.<field>`. */
  id: string;
  /** Name of the sealed field; `file` for the content of a document. */
  field: string;
  /** The values that were written and do not stand, by field: one, or all of a file's; null where one was emptied. */
  kept: Record<string, unknown>;
  /** Of a formatted text: what became its value. Both differ in the paragraphs that both people changed. */
  over?: Record<string, unknown>;
  /** The user who wrote it; absent where it may have been one of several. */
  by?: string;
  /** ms by the writer's clock; of a value that was overwritten, by the server's. */
  at: number;
}

/** Where conflicts stand in a row's sealed fields. */
export const conflictsKey = 'conflicts';

/** Returns the conflicts of a record; what is misshapen is left out. */
export function conflictsOf(record: object): readonly Conflict[] {
  const list = (record as Record<string, unknown>)[conflictsKey];
  return Array.isArray(list) ? list.filter(isConflict) : [];
}

function isConflict(value: unknown): value is Conflict {
  const conflict = value as Partial<Conflict> | null;
  return (
    typeof conflict?.id === 'string' &&
    typeof conflict.field === 'string' &&
    typeof conflict.kept === 'object' &&
    conflict.kept !== null &&
    (conflict.over === undefined || (typeof conflict.over === 'object' && conflict.over !== null)) &&
    (conflict.by === undefined || typeof conflict.by === 'string') &&
    isInstant(conflict.at)
  );
}
