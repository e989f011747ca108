/** A record as the device keeps it, and the pages that it lies in. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Row } from './row.ts';

/** A row, or the mark of one that is gone. */
export type KeptRecord =
  | { entity: EntityName; row: Row }
  | { entity: EntityName; id: string; scopeId: string; version: number; gone: 'deleted' | 'closed' };

/** The group of the records that head scopes. Any other group of pages is a scope's. */
export const headsGroup = 'heads';

/** The group of pages that a record of a scope lies in. */
export const groupIn = (id: string, scopeId: string): string => (id === scopeId ? headsGroup : scopeId);

/** The group of pages that a record is kept in. */
export function groupOf(kept: KeptRecord): string {
  const { id, scopeId } = 'row' in kept ? kept.row : kept;
  return groupIn(id, scopeId);
}
