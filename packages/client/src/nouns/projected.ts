/** Queries that projections make on a transaction. */

import type { Row } from '../replica/row.ts';
import { sameValue } from '../replica/sameValue.ts';
import type { Transaction } from '../replica/transaction.ts';

/** Returns the records under a key of an index, as the transaction leaves them so far. */
export function rowsUnder(
  transaction: Transaction,
  entity: 'share' | 'projectCard',
  index: 'documentId' | 'projectId',
  key: string,
): Row[] {
  const known = transaction.records.collections[entity].where(index, key).map(({ id }) => id);
  const made = transaction
    .ops()
    .filter((op) => op.verb === 'create' && op.entity === entity && op.fields[index] === key)
    .map(({ id }) => id);
  return [...new Set([...known, ...made])].flatMap((id) => {
    const row = transaction.after(id);
    return row?.[index] === key ? [row] : [];
  });
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Tells whether a row differs from what it should show. */
export const differs = (row: Row, shown: object): boolean =>
  Object.entries(shown).some(([key, value]) => !sameValue(row[key], value));
