/** Writes records: every change shows at once, as ops of the outbox. */

import { readValues } from '@kontor/contract/entity/entity';
import { isWindowed, type ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf, type OpenOf } from '@kontor/contract/nouns/entities';
import { takenUnpaid } from '@kontor/contract/wire/change';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from './clock.ts';
import { conflictsKey, conflictsOf } from './conflict.ts';
import type { Entry } from './entry.ts';
import type { NewFieldsOf } from './givenFields.ts';
import { chosenFields } from './merge.ts';
import type { Mutations } from './mutations.ts';
import type { Nouns } from './nounHooks.ts';
import type { Outbox } from './outbox.ts';
import { ReadOnlyError } from './readOnlyError.ts';
import type { RecordSet } from './recordSet.ts';
import { fieldsOf, readRow } from './row.ts';
import { sameValue } from './sameValue.ts';
import { Transaction } from './transaction.ts';
import { moveTree, removeTree } from './trees.ts';

export interface MutationParts {
  userId: string;
  records: RecordSet;
  outbox: Outbox;
  clock: Clock;
  nouns: Nouns;
  /** Tells who reads a scope by what is on the server. */
  accessOf(scopeId: string): ScopeAccess | undefined;
  /** Tells whether the server takes changes of this workspace. */
  isWritable(): boolean;
}

const isTakenUnpaid = ({ ops }: Entry): boolean =>
  ops.every(({ entity, verb }) => takenUnpaid.includes(`${entity}.${verb}`));

export function createMutations(parts: MutationParts): Mutations {
  const { userId, records, outbox, clock, nouns } = parts;
  let running: Transaction | undefined;

  /**
   * Returns who reads a scope, with the changes that are on their way, those of the running transaction
   * aside.
   */
  const accessBefore = (scopeId: string): ScopeAccess => {
    // What was acknowledged is in force, though the pull that says so is still to come.
    for (const { access, state } of outbox.entries.toReversed())
      if (state !== 'failed' && access?.[scopeId]) return access[scopeId];
    return parts.accessOf(scopeId) ?? 'open';
  };
  const derived = (entity: EntityName, fields: Record<string, unknown>) =>
    nouns.hooks[entity]?.derive?.(fields);

  const mutations: Mutations = {
    collections: records.collections,
    transaction: (work) => {
      if (running) {
        work(running);
        return undefined;
      }
      const newId = () => outbox.newId();
      const made = new Transaction({ userId, at: clock.now(), records, newId, accessBefore });
      running = made;
      try {
        work(made);
        made.beginProjections();
        for (const { of, write } of nouns.projections) {
          const ops = made.ops().filter(({ entity }) => of.includes(entity));
          if (ops.length > 0) write(ops, made, mutations);
        }
      } finally {
        running = undefined;
      }
      const entries = made.entries();
      if (!parts.isWritable() && !entries.every(isTakenUnpaid)) throw new ReadOnlyError();
      if (entries.length > 0) outbox.add(entries);
      return entries[0]?.id;
    },
    create: <N extends EntityName>(
      entity: N,
      scopeId: string,
      newFields: NewFieldsOf<N> & { id?: string },
    ) => {
      const { id = uuidv7(), ...values } = newFields as Record<string, unknown> & { id?: string };
      let complete: Record<string, unknown> = {};
      mutations.transaction((transaction) => {
        const given = fieldsOf(entity, values, { userId, now: clock.now() });
        const fields = { ...given, ...nouns.hooks[entity]?.fill?.(given, scopeId, transaction) };
        complete = readValues(entityOf(entity), { ...fields, ...derived(entity, fields) });
        transaction.add({ verb: 'create', entity, id, scopeId, fields: complete });
      });
      const shown = records.collections[entity].get(id) as OpenOf<N> | undefined;
      return shown ?? readRow(entity, { ...complete, id, scopeId, version: 0, updatedAt: clock.now() });
    },
    update: (entity, id, changes) => {
      const given = Object.entries(changes).map(([key, value]) => [key, value ?? null]);
      if (given.length === 0) return;
      mutations.transaction((transaction) => {
        const base = transaction.row(entity, id);
        const changed: Record<string, unknown> = Object.fromEntries(given);
        for (const [key, value] of Object.entries(derived(entity, { ...base, ...changed }) ?? {}))
          if (!sameValue(base[key], value)) changed[key] = value;
        transaction.add({ verb: 'update', entity, id, scopeId: base.scopeId, base, changed });
      });
    },
    remove: (entity, id) => {
      mutations.transaction((transaction) => {
        // Gone by the same transaction already, with the folder that it lies in.
        if (transaction.isDeleted(id)) return;
        transaction.row(entity, id);
        const { head, scopes } = entityOf(entity);
        const isWhole = head !== undefined;
        const seen = new Set<string>();
        // Of a windowed scope some of what is in it is here; its head's tombstone covers all.
        const inside = isWhole && !isWindowed(scopes[0]) ? records.idsInScope(id) : [];
        for (const each of [...inside, id]) removeTree(transaction, each, isWhole, seen);
      });
    },
    move: (entity, id, to) => {
      mutations.transaction((transaction) => {
        transaction.row(entity, id);
        moveTree(transaction, entity, id, to);
      });
    },
    accessOf: (scopeId) => running?.accessOf(scopeId) ?? accessBefore(scopeId),
    resolveConflicts: (entity, id, shown, choice) => {
      mutations.transaction((transaction) => {
        const row = transaction.row(entity, id);
        const chosen = conflictsOf(row).find((conflict) => conflict.id === choice);
        if (!chosen && choice !== 'current') throw new RangeError(`no conflict ${choice}`);
        const rest = conflictsOf(row).filter((conflict) => !shown.includes(conflict.id));
        mutations.update(entity, id, {
          ...(chosen && chosenFields(entity, row, chosen)),
          [conflictsKey]: rest.length > 0 ? rest : null,
        });
      });
    },
  };
  return mutations;
}
