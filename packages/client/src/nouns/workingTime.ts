/** The scopes of people's hours, one for each member. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import type { Collections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';

/** Returns the head of somebody's hours; undefined where there is none, or none that may be read. */
export const hoursOf = (collections: Collections, userId: string): OpenOf<'workingTime'> | undefined =>
  collections.workingTime.where('userId', userId)[0];

/** Returns the person whose hours an entry is among. */
export const personOf = (collections: Collections, entry: { scopeId: string }): string | undefined =>
  collections.workingTime.get(entry.scopeId)?.userId;

/** Makes somebody's hours, which they and the admins read. `scopeId`: see `hoursScopeId`. */
export function createHours(mutations: Mutations, scopeId: string, userId: string): void {
  mutations.transaction((transaction) => {
    transaction.createScope({ id: scopeId, kind: 'hours', access: 'private' });
    mutations.create('workingTime', scopeId, { id: scopeId, userId, readerIds: [userId] });
  });
}

/** Names who reads somebody's hours besides the admins: their person, or nobody. `id`: that of the hours. */
export const setHoursReaders = (mutations: Mutations, id: string, readerIds: string[]): void =>
  mutations.update('workingTime', id, { readerIds });
