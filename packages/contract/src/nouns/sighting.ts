/**
 * A member's signed word for those who work here that they saw the member log up to an entry, at a time. A server that
 * answers somebody with nothing new for ever cannot make these up: where none comes any more, silence is told from peace.
 */
import { entity, type Open } from '../entity/entity.ts';
import { instant, number, text } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';
import { customerUserId } from './customerUser.ts';

/** One per member and workspace: the id follows from the person's and the staff scope's. */
export const sighting = entity('sighting', {
  scopes: ['staff'],
  id: { person: customerUserId },
  owner: 'userId',
  signed: true,
  written: 'clients',
  rights: { create: 'own', update: 'own', delete: 'ADMIN' },
  refs: { userId: ref('user') },
  sealed: {
    /** The newest entry that they knew: its place in the log and its hash, base64url. */
    seq: number(),
    head: text(43),
    /** By their clock. */
    seenAt: instant(),
  },
});
export type Sighting = Open<typeof sighting>;
