/** Tests that reactions come with their message, however much was written in between. */
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { createRoom } from './room.ts';

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const open: Replica[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

it('shows an old message with the reactions that came long after it, and finds its day', async () => {
  const server = new ProtocolServer();
  const [ada, ben] = [uuidv7(), uuidv7()];
  const writer = await openOn(createDevice(ada), server);
  open.push(writer);
  const roomId = createRoom(writer, { name: 'Baustelle', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const say = (text: string) =>
    writer.create('message', roomId, { userId: ada, notifyIds: [], createdAt: 1, content: paragraph(text) })
      .id;
  const first = say('bitte mit 👍 bestätigen');
  await writer.outbox.sent();
  const device = createDevice(ben);
  const reader = await openOn(device, server);
  open.push(reader);
  await reader.pull();
  const sayMuch = async () => {
    for (let n = 0; n < 80; n++) {
      writer.transaction(() => [say('a'), say('b'), say('c')]);
      await writer.outbox.sent();
    }
    await reader.pull();
  };
  await sayMuch();
  reader.create('reaction', roomId, { messageId: first, userId: ben, emojis: ['👍'] });
  await reader.outbox.sent();
  await sayMuch();
  expect([reader.faults.get(), reader.outbox.failed.get()]).toEqual([[], []]);

  const later = await openOn(createDevice(ben), server);
  open.push(later);
  await later.pull();
  expect(later.collections.message.get(first)).toBeUndefined();
  const place = await later.windows.jump(roomId, { at: Date.now() - 3_600_000 });
  await later.windows.jump(roomId, { revision: place });
  const { messageId, emojis } = later.collections.reaction.all()[0] ?? {};
  expect({ messageId, emojis }).toEqual({ messageId: first, emojis: ['👍'] });
  expect(later.collections.message.get(first)).toBeDefined();
});
