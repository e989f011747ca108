/** Writing a member's word that they saw the log. */
import type { Sighting } from '@kontor/contract/nouns/sighting';
import { dayMs } from '@kontor/contract/time/day';
import type { Mutations } from '../replica/mutations.ts';

/** Most moments that a sighting remembers: two weeks of work. */
const maxEarlier = 10;

/**
 * Writes that somebody saw the log up to an entry (`head`): for the first time, with each new entry, once a day, and where a clock
 * that was ahead wrote the last one, which nobody believes. `now` in ms.
 */
export function writeSighting(
  mutations: Mutations,
  { id, scopeId, userId, head }: Pick<Sighting, 'id' | 'scopeId' | 'userId' | 'head'>,
  now: number,
): void {
  const own = mutations.collections.sighting.get(id);
  if (!own) mutations.create('sighting', scopeId, { id, userId, head, seenAt: now, earlier: [] });
  else if (own.head !== head || own.seenAt > now || now - own.seenAt >= dayMs)
    mutations.update('sighting', id, { userId, head, seenAt: now, earlier: withSeen(own, now) });
}

/** Returns the moments before the next one, `now`: entries that follow each other within a day are one. */
function withSeen({ earlier, seenAt }: Sighting, now: number): number[] {
  const past = earlier.filter((at) => at <= now);
  const before = past.at(-1) ?? Number.NEGATIVE_INFINITY;
  return seenAt > now || seenAt - before < dayMs ? past : [...past, seenAt].slice(-maxEarlier);
}
