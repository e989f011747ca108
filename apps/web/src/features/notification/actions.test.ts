/** Actions upon notifications say why the server did not take them. A room that speaks again is counted again, too. */
import { CallError } from '@kontor/client/http/callError';
import { createRoom, keepRoomMark } from '@kontor/client/nouns/room';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { markRead, mutePlace } from './actions.ts';

it('says the cause where it has words, else what failed, and reports what nobody foresaw', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const unforeseen = new Error('broken');
  const read = vi.fn();
  read.mockRejectedValueOnce(new CallError('OFFLINE', 0, 'no')).mockRejectedValueOnce(unforeseen);
  provideWorkspace({ records: { notifications: { markRead: read } } } as unknown as OpenWorkspace);
  expect(await markRead(['a'])).toBe(false);
  expect(said.mock.lastCall![0]).toMatch(/server cannot be reached/);
  expect(reported).not.toHaveBeenCalled();
  expect(await markRead(['a'])).toBe(false);
  expect(said.mock.lastCall![0]).not.toMatch(/server cannot be reached/);
  expect(reported).toHaveBeenCalledWith(unforeseen);
});

it('mutes a room as the chat does: neither told of, nor counted', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const ada = '019a0000-0000-7000-8000-0000000000aa';
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const mute = vi.fn(async () => {});
  const notifications = { mute, inbox: { get: () => undefined } };
  provideWorkspace({ records: { ...replica, notifications }, userId: ada } as unknown as OpenWorkspace);
  const id = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const isMuted = () => replica.collections.roomMark.where('roomId', id)[0]?.isMuted;
  keepRoomMark(replica, id, ada, { isMuted: true });
  await mutePlace(id, false, 'Site');
  expect(mute).toHaveBeenLastCalledWith(id, false);
  expect(isMuted()).toBe(false);
  await mutePlace(id, true, 'Site');
  expect(isMuted()).toBe(true);
  expect(said).toHaveBeenCalledTimes(2);
  await replica.close();
});
