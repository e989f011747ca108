/**
 * A conflict: two people changed the same text of a record at once. The field holds what arrived first; the other
 * text is kept here, inside the sealed record (field `conflicts`), so that everybody sees it and no device can lose it.
 */
export interface Conflict {
  /** uuidv7. */
  id: string;
  /** Name of the sealed field; `file` for the content of a document. */
  field: string;
  /** The values that were written and did not become the field's value, by field: one, or all of a file's. */
  kept: Record<string, unknown>;
  /** The user who wrote it. */
  by: string;
  /** Writer's clock, ms. */
  at: number;
}

/** Where conflicts stand in a row's sealed fields. */
export const conflictsKey = 'conflicts';

/** The conflicts of a record; what is misshapen is left out. */
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
    typeof conflict.by === 'string' &&
    typeof conflict.at === 'number'
  );
}
