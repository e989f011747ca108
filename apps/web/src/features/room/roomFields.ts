import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type Room, room as roomNoun } from '@kontor/contract/nouns/room';
import { entityFields } from '../../ui/form/entityFields.ts';
import type { Errors } from '../../ui/form/rules.ts';
import type { RoomValues } from './actions.ts';
import { roomMessages } from './messages.ts';

const described = entityFields(roomNoun, ['name', 'topic', 'memberIds']);

/** Returns the values of a room's form, of a new one without a room. */
export const roomValues = (room: Room | undefined, access: ScopeAccess, selfId: string): RoomValues => ({
  ...described.read(room),
  memberIds: room?.memberIds ?? [selfId],
  access,
  past: 'kept',
});

/**
 * Tells whether somebody is let into a private room who was not in it. In a project's they are whoever is in that, which
 * they read from its beginning.
 */
export const letsIn = (
  room: Pick<Room, 'memberIds' | 'projectId'> | undefined,
  { access, memberIds }: Pick<RoomValues, 'access' | 'memberIds'>,
): boolean =>
  room !== undefined &&
  access === 'private' &&
  room.projectId === undefined &&
  memberIds.some((id) => !room.memberIds.includes(id));

/** Returns what keeps a room from being saved. */
export const roomErrors = (values: RoomValues): Errors<RoomValues> => ({
  ...described.errors(values),
  ...(values.name.trim() === '' && { name: roomMessages.t('nameMissing') }),
});
