import { entity, type Open } from '../entity/entity.ts';
import { flag, id, number, richText } from '../entity/field.ts';

/** A mark of how far somebody has read a room, and what they have typed there and not sent: for them alone, on all their devices. */
export const roomMark = entity('roomMark', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  indexes: ['roomId'],
  merge: { seen: 'max', draft: 'last' },
  refs: {},
  sealed: {
    roomId: id(),
    /** Created revision up to which the room counts as read; marking a message as unread sets it before that. */
    seen: number(),
    draft: richText(20_000).optional(),
    isMuted: flag(),
  },
});
export type RoomMark = Open<typeof roomMark>;
