import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, oneOf, richText } from '../entity/field.ts';
import { ref, refs } from '../entity/ref.ts';

export const roomEvents = ['JOIN', 'LEAVE'] as const;
export type RoomEvent = (typeof roomEvents)[number];

/** Tells whether a value is a list of strings. */
export const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/**
 * Something said in a room, or that people came and went. What a person says there is a chain, so that a server can
 * neither keep any of it back nor change its order unnoticed.
 */
export const message = entity('message', {
  scopes: ['room'],
  owner: 'userId',
  chained: true,
  rights: { create: 'own', update: 'own', delete: 'own' },
  searched: ['content'],
  refs: {
    userId: ref('user'),
    /** The people who are to hear of it, mentioned or not: one list, so that the server cannot tell. */
    notifyIds: refs('user'),
  },
  sealed: {
    content: richText(20_000).optional(),
    /** The message that it answers. */
    replyToId: id().optional(),
    /** Instead of words: these people came or went. */
    event: oneOf(roomEvents).optional(),
    aboutIds: data<string[]>([], isStrings),
    /** By its author's clock; the order is the server's. */
    createdAt: instant(),
    editedAt: instant().optional(),
  },
});
export type Message = Open<typeof message>;
