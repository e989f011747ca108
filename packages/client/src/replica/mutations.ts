/** The operations that everything that writes records works with; those on a particular noun are in `nouns/`. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';
import type { Collections } from './collections.ts';
import type { ChangesOf, NewFieldsOf } from './givenFields.ts';
import type { Transaction } from './transaction.ts';
import type { Destination } from './trees.ts';

export interface Mutations {
  readonly collections: Collections;
  /** Creates a record at once; it reaches the server when it can. */
  create<N extends EntityName>(
    entity: N,
    scopeId: string,
    fields: NewFieldsOf<N> & { id?: string },
  ): OpenOf<N>;
  /** Changes fields of a record. @throws RangeError when the record is not there */
  update<N extends EntityName>(entity: N, id: string, changes: ChangesOf<N>): void;
  /** Deletes a record and what lies in it: subtasks, the contents of a folder, everything in a project. */
  remove(entity: EntityName, id: string): void;
  /** Moves a record and what lies in it. @throws RangeError when the record is not there */
  move(entity: EntityName, id: string, to: Destination): void;
  /**
   * Groups several changes into one transaction: all of them or none. Inside another transaction it becomes part of
   * that one. Returns its id; undefined when nothing changed.
   */
  transaction(work: (transaction: Transaction) => void): string | undefined;
  /** Tells who reads a scope, taking into account changes that are not on the server yet. */
  accessOf(scopeId: string): ScopeAccess;
  /**
   * Settles conflicts that a person has seen side by side: the text of the one with the id `choice` becomes the field's
   * value, or with `current` that stays; all of `shown` go. @throws RangeError when somebody else settled the chosen one
   */
  resolveConflicts(entity: EntityName, id: string, shown: readonly string[], choice: string): void;
}
