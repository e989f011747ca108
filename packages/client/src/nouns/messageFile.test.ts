/** Files that are taken out of messages. */
import type { Message } from '@kontor/contract/nouns/message';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { namedFile, removeFile } from './messageFile.ts';
import { createRoom } from './room.ts';

let replica: Replica;
let roomId: string;
beforeEach(async () => {
  replica = await openOn(createDevice(), new ProtocolServer());
  roomId = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: 'ada', at: 1 });
});
afterEach(() => replica.close());

const pinned = () => replica.collections.room.get(roomId)!.pinnedIds;
const say = (...names: string[]): Message =>
  replica.create('message', roomId, {
    userId: 'ada',
    notifyIds: [],
    createdAt: 1,
    files: names.map((name) => namedFile({ file: new File([], name) })),
  });

it('goes with the last of its files, and its pin, where it says nothing else', () => {
  const { id, files } = say('a', 'b');
  replica.update('room', roomId, { pinnedIds: ['another', id] });
  removeFile(replica, id, files[0]!.id);
  expect([replica.collections.message.get(id)!.files, pinned()]).toEqual([[files[1]], ['another', id]]);
  removeFile(replica, id, files[1]!.id);
  expect([replica.collections.message.get(id), pinned()]).toEqual([undefined, ['another']]);
});
