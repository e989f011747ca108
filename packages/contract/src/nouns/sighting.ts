/**
 * A member's signed word for those who work here that they saw the member log up to an entry, at a time. A server that
 * answers somebody with nothing new for ever cannot make these up: where none comes any more, silence is told from peace.
 */
import { entity, type Open } from '../entity/entity.ts';
import { data, instant, isInstant, text } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';
import { customerUserId } from './customerUser.ts';

/** One per member and workspace: the id follows from the person's and the staff scope's. */
export const sighting = entity('sighting', {
  scopes: ['staff'],
  id: { person: customerUserId },
  owner: 'userId',
  written: 'clients',
  rights: { create: 'own', update: 'own', delete: 'ADMIN' },
  refs: { userId: ref('user') },
  sealed: {
    /** Hash of the newest entry that they knew, base64url. The author's signature names the same, or a newer one. */
    head: text(43),
    /** By their clock. */
    seenAt: instant(),
    /** Earlier moments, oldest first, a day apart at least: they tell how long a silence is usual. */
    earlier: data<number[]>([], (value) => Array.isArray(value) && value.every(isInstant)),
  },
});
export type Sighting = Open<typeof sighting>;
