/** Whoever is mentioned hears of it, pins go with their messages, and one's signs are taken back whole. */
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { maxSigns } from '@kontor/contract/nouns/reaction';
import { maxPinned } from '@kontor/contract/nouns/room';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { deleteMessage, editMessage, makeTask, togglePin, toggleReaction } from './actions.ts';

vi.mock('../../../ui/overlay/confirm.tsx', () => ({ confirm: async () => true }));
vi.mock('../../../ui/list/keepFocus.ts', () => ({ keepFocus: () => {} }));

const [ada, ben, cora] = ['aa', 'bb', 'cc'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const mentioning = (...ids: string[]) => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: ids.map((id) => ({ type: 'mention', attrs: { id, label: 'somebody' } })) },
  ],
});

let replica: Replica;
let roomId: string;
const message = () => replica.collections.message.where('scopeId', roomId).find(({ event }) => !event);

beforeEach(async () => {
  replica = await openOn(createDevice(ada), new ProtocolServer());
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records: replica, uploads, userId: ada } as unknown as OpenWorkspace);
  roomId = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  replica.create('message', roomId, {
    userId: ada,
    notifyIds: [ben],
    createdAt: 1,
    content: mentioning(ben),
  });
});
afterEach(() => replica.close());

it('tells whoever is mentioned in what was changed, besides those who were told before', () => {
  const readers = new Map([ada, ben, cora].map((id) => [id, id]));
  editMessage(message()!, mentioning(ada, cora), readers);
  expect(message()!.notifyIds).toEqual([ben, cora]);
});

it('makes a task that leads back to the files of its message', () => {
  vi.stubGlobal('location', { pathname: '/firm/chat', origin: 'https://kontor.test' });
  const { id: projectId } = createProject(replica, { name: 'Roof' });
  const photo = { ...message()!, content: undefined, files: [{ name: 'crack.jpg' }] } as never;
  const task = replica.collections.task.get(makeTask(photo, projectId, 'Untitled')!);
  expect(task?.title).toBe('crack.jpg');
  const [line] = task!.description!.content!;
  expect(line!.content).toMatchObject([
    { text: 'In the message: crack.jpg', marks: [{ attrs: { href: expect.stringContaining(roomId) } }] },
  ]);
  vi.unstubAllGlobals();
});

it('names a task by the whole characters that begin a message', () => {
  vi.stubGlobal('location', { pathname: '/firm/chat', origin: 'https://kontor.test' });
  const { id: projectId } = createProject(replica, { name: 'Roof' });
  const text = `${'a'.repeat(198)}😀😀😀`;
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const long = { ...message()!, content } as never;
  const task = replica.collections.task.get(makeTask(long, projectId, 'Untitled')!);
  expect(task?.title).toBe(`${'a'.repeat(198)}😀…`);
  vi.unstubAllGlobals();
});

it('takes the pin of a message that is deleted', async () => {
  const { id } = message()!;
  replica.update('room', roomId, { pinnedIds: ['another', id] });
  await deleteMessage(message()!);
  expect([message(), replica.collections.room.get(roomId)!.pinnedIds]).toEqual([undefined, ['another']]);
});

it('drops the pins of messages that somebody deleted meanwhile, with the next that is set or taken', async () => {
  const kept = message()!.id;
  const { id: deleted } = replica.create('message', roomId, { userId: ben, notifyIds: [], createdAt: 2 });
  replica.update('room', roomId, { pinnedIds: [deleted, 'another'] });
  await replica.outbox.sent();
  replica.remove('message', deleted);
  togglePin({ id: kept, scopeId: roomId });
  expect(replica.collections.room.get(roomId)!.pinnedIds).toEqual(['another', kept]);
});

it('takes one’s sign back wherever it lies, where two devices each began some', () => {
  const { id: messageId } = message()!;
  const signs = () =>
    replica.collections.reaction.where('container', messageId).map(({ userId, emojis }) => [userId, emojis]);
  for (const emojis of [['👍', '🎉'], ['👍']])
    replica.create('reaction', roomId, { messageId, userId: ada, emojis });
  replica.create('reaction', roomId, { messageId, userId: ben, emojis: ['👍'] });
  toggleReaction(message()!, '👍');
  expect(signs()).toEqual([
    [ada, ['🎉']],
    [ben, ['👍']],
  ]);
  toggleReaction(message()!, '👍');
  expect(signs()).toEqual([
    [ada, ['🎉', '👍']],
    [ben, ['👍']],
  ]);
});

it('keeps more signs of one person than one record takes in another', () => {
  const signs = Array.from({ length: maxSigns + 1 }, (_, i) => `s${i}`);
  for (const sign of signs) toggleReaction(message()!, sign);
  const given = replica.collections.reaction.where('container', message()!.id);
  expect(given.map(({ emojis }) => emojis.length)).toEqual([maxSigns, 1]);
  expect(given.flatMap(({ emojis }) => emojis)).toEqual(signs);
});

it('pins no more messages than a room has pins for, and still takes pins away', () => {
  const pinned = () => replica.collections.room.get(roomId)!.pinnedIds;
  for (let i = 0; i <= maxPinned; i++) togglePin({ id: `m${i}`, scopeId: roomId });
  expect([pinned().length, pinned().at(-1)]).toEqual([maxPinned, `m${maxPinned - 1}`]);
  togglePin({ id: 'm0', scopeId: roomId });
  expect(pinned()).toHaveLength(maxPinned - 1);
});
