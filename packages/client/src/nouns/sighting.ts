/** Writing a member's word that they saw the log. */
import type { Sighting } from '@kontor/contract/nouns/sighting';
import { dayMs } from '@kontor/contract/time/day';
import type { Mutations } from '../replica/mutations.ts';

/** Most moments that a sighting remembers: two weeks of work. */
const maxEarlier = 10;

/**
 * Writes that somebody saw the log up to an entry (`head`): for the first time, with each new entry and once a day. `now` in ms.
 */
export function writeSighting(
  mutations: Mutations,
  { id, scopeId, userId, head }: Pick<Sighting, 'id' | 'scopeId' | 'userId' | 'head'>,
  now: number,
): void {
  const own = mutations.collections.sighting.get(id);
  if (!own) mutations.create('sighting', scopeId, { id, userId, head, seenAt: now, earlier: [] });
  else if (own.head !== head || now - own.seenAt >= dayMs)
    mutations.update('sighting', id, { userId, head, seenAt: now, earlier: withSeen(own) });
}

/** Returns the moments before the next one: entries that follow each other within a day are one. */
function withSeen({ earlier, seenAt }: Sighting): number[] {
  const before = earlier.at(-1) ?? Number.NEGATIVE_INFINITY;
  return seenAt - before < dayMs ? earlier : [...earlier, seenAt].slice(-maxEarlier);
}
