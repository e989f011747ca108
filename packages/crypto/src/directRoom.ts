import { derivedIdOf } from '@kontor/contract/wire/derivedId';
import { directPeople, directRoomBytes } from '@kontor/contract/wire/directRoom';
import { sha256Now } from './primitives/sha256.ts';

/** Tests if an id is that of the direct room of these people: at once, for screens that show it as one. */
export const isDirectRoomOf = (workspaceId: string, userIds: readonly string[], id: string): boolean =>
  userIds.length >= directPeople.min &&
  userIds.length <= directPeople.max &&
  derivedIdOf(sha256Now(directRoomBytes(workspaceId, userIds))) === id;
