/** A record as the device keeps it, and the pages that it lies in. */
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { Row } from './row.ts';

/** A state of a record with its author's signature; `unverified`: while that is not verified. */
export interface SignedState {
  row: Row;
  /** See `OpenedRecord.proof`; none for what the device itself could not prove. */
  proof: string;
  unverified?: Unverified;
}

/** A state that shows and is not believed yet. */
export interface Unverified {
  /** Position of the row in the scope's stream. */
  revision: number;
  /** The states that it took the place of, down to the newest that was verified here. */
  before?: SignedState;
  /** The mark that it took the place of, where that was none of a row. */
  gone?: Gone;
}

/** The mark of a record that is not here any more. */
export interface Gone {
  entity: EntityName;
  scopeId: string;
  version: number;
  state: 'deleted' | 'closed';
  createdRevision?: number | undefined;
  /** The person whose record it was; of a chained noun. */
  ownerId?: string | undefined;
}

export interface KeptRow extends SignedState {
  entity: EntityName;
}

/** A row, or the mark of one that is gone. */
export type KeptRecord = KeptRow | (Omit<Gone, 'state'> & { id: string; gone: Gone['state'] });

/** Returns what a mark keeps of a windowed scope's record: its place in the order, and its owner for the chain. */
export function windowedFacts({ entity, refs, createdRevision }: OpenedRecord): Partial<Gone> {
  const { chained, owner } = entityOf(entity);
  const named = chained && owner !== undefined ? refs[owner] : undefined;
  return {
    ...(createdRevision !== undefined && { createdRevision }),
    ...(typeof named === 'string' && { ownerId: named }),
  };
}

/** The group of the records that head scopes. Any other group of pages is a scope's. */
export const headsGroup = 'heads';

/** Returns the group of pages that a record of a scope lies in. */
export const groupIn = (id: string, scopeId: string): string => (id === scopeId ? headsGroup : scopeId);

/** Returns the group of pages that a record is kept in. */
export const groupOf = (kept: KeptRecord): string => groupIn(idIn(kept), scopeIn(kept));

export const idIn = (kept: KeptRecord): string => ('row' in kept ? kept.row.id : kept.id);

export const scopeIn = (kept: KeptRecord): string => ('row' in kept ? kept.row.scopeId : kept.scopeId);

/**
 * Returns where a record of a windowed scope stands in its order; undefined for one of another scope, and for a head, which
 * is kept with the others.
 */
export function placeOf(kept: KeptRecord): number | undefined {
  const { id, scopeId, createdRevision } = 'row' in kept ? kept.row : kept;
  return id === scopeId ? undefined : createdRevision;
}
