import type { Message } from '@kontor/contract/nouns/message';
import type { Mutations } from '../replica/mutations.ts';

/** Deletes a message, and its pin. */
export function removeMessage(mutations: Mutations, { id, scopeId }: Pick<Message, 'id' | 'scopeId'>): void {
  const pinnedIds = mutations.collections.room.get(scopeId)?.pinnedIds ?? [];
  mutations.transaction(() => {
    mutations.remove('message', id);
    if (pinnedIds.includes(id))
      mutations.update('room', scopeId, { pinnedIds: pinnedIds.filter((each) => each !== id) });
  });
}
