/** What everybody who writes records works with; what people do with a noun stands in `nouns/`. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';
import type { Collections } from './collections.ts';
import type { ChangesOf, DraftOf } from './draft.ts';
import type { Transaction } from './transaction.ts';
import type { Destination } from './trees.ts';

export interface Mutations {
  readonly collections: Collections;
  /** Makes a record at once; it reaches the server when it can. */
  create<N extends EntityName>(entity: N, scopeId: string, draft: DraftOf<N> & { id?: string }): OpenOf<N>;
  /** Changes fields of a record. @throws RangeError when the record is not there */
  update<N extends EntityName>(entity: N, id: string, changes: ChangesOf<N>): void;
  /** Deletes a record and what lies in it: subtasks, a folder's content, a project's everything. */
  remove(entity: EntityName, id: string): void;
  /** Moves a record and what lies in it. @throws RangeError when the record is not there */
  move(entity: EntityName, id: string, to: Destination): void;
  /**
   * Makes one of several changes: together or not at all. Inside another transaction it is part of that one.
   * Returns its id, undefined when nothing changed.
   */
  transaction(work: (transaction: Transaction) => void): string | undefined;
  /** Tells who reads a scope, with the changes that are not on the server yet. */
  accessOf(scopeId: string): ScopeAccess;
  /** Settles a conflict: `kept` makes its text the field's value, `current` drops it. */
  resolveConflict(entity: EntityName, id: string, conflictId: string, choice: 'kept' | 'current'): void;
}
