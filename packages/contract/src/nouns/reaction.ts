import { entity, type Open } from '../entity/entity.ts';
import { data } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';
import { stringsWithin } from './message.ts';

/** Most signs in one record; somebody who gives more begins another. What two devices give at once may be some more. */
export const maxSigns = 50;

/** Signs of what somebody thinks of a message. */
export const reaction = entity('reaction', {
  scopes: ['room'],
  within: ['messageId'],
  isMoot: true,
  owner: 'userId',
  isSaid: true,
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  merge: { emojis: 'set' },
  refs: {
    messageId: ref('message'),
    userId: ref('user'),
  },
  sealed: {
    /** Emoji, each once. */
    emojis: data<string[]>([], stringsWithin(2 * maxSigns, 16)),
  },
});
export type Reaction = Open<typeof reaction>;
