/** Muting has two halves: the server tells nothing of a place, and, of a room, its person's mark says that nothing is counted. */
import { keepRoomMark, markIn } from '../nouns/room.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Notifications } from './notifications.ts';
import type { RefusedMute } from './waitingMutes.ts';

interface Muted extends Mutations {
  notifications: Pick<Notifications, 'inbox' | 'mute'>;
}

interface Mute {
  id: string;
  userId: string;
  isMuted: boolean;
  /** Of a room: what names the person there is told all the same. */
  isStillTold?: boolean;
}

/** The act under way upon each place, by id: the next one begins at what that leaves. */
const underWay = new Map<string, Promise<void>>();

/**
 * Mutes a place, or lets it speak again. Shows at once, or once earlier acts upon it have ended; waits without a connection. What the server refuses
 * is taken back, but of a room where the mark alone says that it is muted.
 * @throws CallError; ReadOnlyError
 */
export async function setMuted(workspace: Muted, mute: Mute): Promise<void> {
  const { id } = mute;
  const before = underWay.get(id);
  const act = before ? before.catch(() => {}).then(() => change(workspace, mute)) : change(workspace, mute);
  underWay.set(id, act);
  try {
    await act;
  } finally {
    if (underWay.get(id) === act) underWay.delete(id);
  }
}

async function change(workspace: Muted, { id, userId, isMuted, isStillTold = false }: Mute): Promise<void> {
  const { collections, notifications } = workspace;
  const isRoom = collections.room.get(id) !== undefined;
  const wasMuted = markIn(collections.roomMark.where('roomId', id))?.isMuted === true;
  if (isRoom) keepRoomMark(workspace, id, userId, { isMuted });
  // Whoever lets it speak again may have asked that nothing at all be told of it.
  const isTold = notifications.inbox.get()?.mutedIds.includes(id) === false;
  if (isRoom && isStillTold && (isMuted || isTold)) return;
  try {
    await notifications.mute(id, isMuted);
  } catch (error) {
    if (isRoom && !isStillTold) keepRoomMark(workspace, id, userId, { isMuted: wasMuted });
    throw error;
  }
}

/** Puts the mark of a room back where the server refused, later, what waited for a connection. */
export function takeBackMute(workspace: Mutations, userId: string, { id, isMuted }: RefusedMute): void {
  const mark = markIn(workspace.collections.roomMark.where('roomId', id));
  if (mark?.isMuted === isMuted) keepRoomMark(workspace, id, userId, { isMuted: !isMuted });
}
