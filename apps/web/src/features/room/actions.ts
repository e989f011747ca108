/** Actions upon rooms. Each shows at once; what goes wrong on this side is said in a toast. */
import { colleaguesAmong, membersAmong } from '@kontor/client/nouns/membersAmong';
import {
  createDirectRoom,
  continueRoom as goOn,
  isDirect,
  joinRoom as join,
  keepRoomMark,
  leaveRoom as leave,
  createRoom as make,
  createProjectRoom as makeForProject,
  RoomError,
  setRoomMembers,
} from '@kontor/client/nouns/room';
import { setMuted } from '@kontor/client/workspace/mute';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { Project } from '@kontor/contract/nouns/project';
import type { pastReaders, Room } from '@kontor/contract/nouns/room';
import { reportFailure } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { roomMessages } from './messages.ts';

const { t } = roomMessages;

const by = ({ userId } = currentWorkspace()) => ({ userId, at: Date.now() });

export interface RoomValues {
  name: string;
  topic: string;
  memberIds: string[];
  access: ScopeAccess;
  past: (typeof pastReaders)[number];
}

const newRoom = ({ name, topic, memberIds }: RoomValues) => ({
  name: name.trim(),
  topic: topic.trim() || undefined,
  memberIds: membersAmong(currentWorkspace().records, memberIds),
});

/** Makes a room. Returns its id, or undefined after saying that it failed. */
export function createRoom(values: RoomValues): string | undefined {
  let id: string | undefined;
  tryAct(() => {
    id = make(currentWorkspace().records, newRoom(values), values.access, by());
  }, t('createFailed'));
  return id;
}

/** Lets a private room go on in a new one, without its past. Returns that one's id, or undefined after saying that it failed. */
export function continueRoom(roomId: string, values: RoomValues): string | undefined {
  let id: string | undefined;
  tryAct(() => {
    id = goOn(currentWorkspace().records, roomId, newRoom(values), by());
  }, t('updateFailed'));
  return id;
}

/** Makes the room of a project, which those read who read that, or says that it failed. */
export async function createProjectRoom(project: Project): Promise<void> {
  try {
    await makeForProject(currentWorkspace().records, project, by());
  } catch (error) {
    reportFailure(error, t('createFailed'));
  }
}

/**
 * Opens the direct room of some people. Resolves to its id, new or not; undefined after saying that it failed.
 * @param isQuiet true where nobody asked for a new one, so that it is no news that there is one
 */
export async function openDirectRoom(
  others: readonly string[],
  isQuiet = false,
): Promise<string | undefined> {
  try {
    return await createDirectRoom(currentWorkspace().records, others, by());
  } catch (error) {
    if (error instanceof RoomError && error.fault === 'direct-exists') {
      if (!isQuiet) toast.info(t('directExists'));
    } else if (error instanceof RoomError) toast.error(t('directMissing'));
    else reportFailure(error, t('createFailed'));
    return error instanceof RoomError ? error.roomId : undefined;
  }
}

/** Saves what was changed about a room. False after saying that it failed. */
export const updateRoom = (id: string, changes: Partial<Omit<RoomValues, 'access' | 'past'>>): boolean =>
  tryAct(() => {
    const { records } = currentWorkspace();
    const { memberIds, name, topic } = changes;
    records.transaction(() => {
      if (memberIds) setRoomMembers(records, id, memberIds, by());
      if (name !== undefined || topic !== undefined)
        records.update('room', id, {
          ...(name !== undefined && { name: name.trim() }),
          ...(topic !== undefined && { topic: topic.trim() || undefined }),
        });
    });
  }, t('updateFailed'));

export const joinRoom = (id: string, space = currentWorkspace()): boolean =>
  tryAct(() => {
    const { records, userId } = space;
    join(records, id, by(space));
    // The past of a room is no news to somebody who comes.
    keepRoomMark(records, id, userId, { seen: records.revisions()[id] ?? 0 });
  }, t('joinFailed'));

/**
 * Leaves a room: a private one after asking, since its person does not come back into it by themselves; an open one offers that.
 * Resolves to whether it was left.
 */
export async function leaveRoom({ id, name, memberIds }: Room, access: ScopeAccess): Promise<boolean> {
  // Whoever takes it back may be in another workspace by then.
  const here = currentWorkspace();
  const isPrivate = access === 'private';
  const hasOthers = colleaguesAmong(here.records, memberIds).some((each) => each !== here.userId);
  const agreed =
    !isPrivate ||
    (await confirm({
      title: t('leaveTitle', { name }),
      body: t(hasOthers ? 'leavePrivate' : 'leavePrivateLast'),
      action: t('leave'),
      danger: true,
    }));
  if (!agreed || !tryAct(() => leave(here.records, id, by(here)), t('leaveFailed'))) return false;
  if (!isPrivate)
    toast.info(t('wasLeft', { name }), {
      label: t('undo'),
      isUndo: true,
      run: () => void joinRoom(id, here),
    });
  return true;
}

/** Asks, then archives a room. `name`: what it is shown as; a direct one has none of its own. */
export async function archiveRoom(room: Room, name: string): Promise<void> {
  const { records } = currentWorkspace();
  const direct = isDirect(records, room);
  const agreed = await confirm({
    title: t(direct ? 'archiveDirectTitle' : 'archiveTitle', { name }),
    body: t(direct ? 'archiveDirectBody' : 'archiveBody'),
    action: t(direct ? 'archiveDirect' : 'archive'),
  });
  if (agreed) tryAct(() => records.update('room', room.id, { archivedAt: Date.now() }), t('updateFailed'));
}

export const unarchiveRoom = ({ id }: Room): boolean =>
  tryAct(() => currentWorkspace().records.update('room', id, { archivedAt: undefined }), t('updateFailed'));

/**
 * Mutes a room, or lets it speak again: what comes in it is not counted. Of a direct room, where everything is said to this
 * person, nothing is told either; elsewhere they still hear of what names them.
 */
export async function muteRoom(room: Room, isMuted: boolean): Promise<void> {
  const { records, userId } = currentWorkspace();
  try {
    await setMuted(records, { id: room.id, userId, isMuted, isStillTold: !isDirect(records, room) });
  } catch (error) {
    reportFailure(error, t('updateFailed'));
  }
}
