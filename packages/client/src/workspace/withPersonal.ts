/** The records of a workspace and, among them, those that belong to the user alone and lie in no workspace. */

import { livesIn } from '@kontor/contract/entity/placement';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Observable } from '../observable.ts';
import type { Collections } from '../replica/collections.ts';
import type { Replica } from '../replica/replica.ts';

const isPersonal = (entity: string): boolean => livesIn(entityOf(entity), 'personal');

/** Returns the workspace's replica with the personal records in it. They stay open when it closes. */
export function withPersonal(workspace: Replica, personal: Replica): Replica {
  const homeOf = (entity: string) => (isPersonal(entity) ? personal : workspace);
  const outboxOf = (transactionId: string) =>
    (personal.outbox.failed.get().some(({ id }) => id === transactionId) ? personal : workspace).outbox;
  return {
    ...workspace,
    collections: Object.fromEntries(
      entityNames.map((name) => [name, homeOf(name).collections[name]]),
    ) as unknown as Collections,
    create: (entity, scopeId, fields) => homeOf(entity).create(entity, scopeId, fields),
    update: (entity, id, changes) => homeOf(entity).update(entity, id, changes),
    remove: (entity, id) => homeOf(entity).remove(entity, id),
    resolveConflicts: (entity, ...rest) => homeOf(entity).resolveConflicts(entity, ...rest),
    faults: joined(workspace.faults, personal.faults),
    dismissWithdrawn: (read) => {
      workspace.dismissWithdrawn(read);
      personal.dismissWithdrawn(read);
    },
    outbox: {
      ...workspace.outbox,
      failed: joined(workspace.outbox.failed, personal.outbox.failed),
      retry: (id) => outboxOf(id).retry(id),
      discard: (id, recordIds) => outboxOf(id).discard(id, recordIds),
      builtOn: (id) => outboxOf(id).builtOn(id),
      readAgain: async () => {
        await Promise.all([workspace.outbox.readAgain(), personal.outbox.readAgain()]);
      },
      discardUnreadable: async () => {
        await Promise.all([workspace.outbox.discardUnreadable(), personal.outbox.discardUnreadable()]);
      },
    },
    isPending: (id) => workspace.isPending(id) || personal.isPending(id),
    failureOf: (id) => workspace.failureOf(id) ?? personal.failureOf(id),
    pull: async () => {
      await Promise.all([workspace.pull(), personal.pull()]);
    },
  };
}

/** Joins two lists as one; the same array until one of them changed. */
function joined<T>(a: Observable<readonly T[]>, b: Observable<readonly T[]>): Observable<readonly T[]> {
  let parts: [readonly T[], readonly T[]] | undefined;
  let both: readonly T[] = [];
  return {
    get: () => {
      const [left, right] = [a.get(), b.get()];
      if (parts?.[0] !== left || parts[1] !== right) {
        parts = [left, right];
        both = [...left, ...right];
      }
      return both;
    },
    subscribe: (listener) => {
      const stops = [a.subscribe(listener), b.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
