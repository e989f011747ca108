import { mergeValues } from './threeWay.ts';

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
  /** Of a formatted text: what became its value. Both differ in the paragraphs that both people changed. */
  over?: Record<string, unknown>;
  /** The user who wrote it. */
  by: string;
  /** Writer's clock, ms. */
  at: number;
}

/** Where conflicts stand in a row's sealed fields. */
export const conflictsKey = 'conflicts';

/** Returns what a record's fields become when the kept text is chosen: with what changed in other paragraphs since. */
export const chosenFields = (record: object, { kept, over }: Conflict): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [
      key,
      over ? mergeValues(over[key], value, (record as Record<string, unknown>)[key]).mine : value,
    ]),
  );

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
    (conflict.over === undefined || (typeof conflict.over === 'object' && conflict.over !== null)) &&
    typeof conflict.by === 'string' &&
    typeof conflict.at === 'number'
  );
}
