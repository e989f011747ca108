/** A reaction to an old message beside a restored backup, and beside a page of history that is on its way. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createDevice, fetchAll, openOn } from '../replica/testing/client.ts';
import { logEntry, openWithLog } from '../replica/testing/openWithLog.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { createRoom } from './room.ts';

it('comes back after a backup that has its message and not it', async () => {
  const server = new ProtocolServer();
  server.headRows = 20;
  const log: LogEntry[] = [logEntry(0, 'genesis')];
  const device = createDevice();
  const { userId } = device;
  const others = new Map([[userId, { userId, role: 'ADMIN', status: 'ACTIVE' } as const]]);
  const ben = await openWithLog({ server, log, others }, device);
  await ben.pull();
  const roomId = createRoom(ben, { name: 'Baustelle', memberIds: [] }, 'open', { userId, at: 1 });
  const messages: string[] = [];
  for (let n = 0; n < 60; n++) {
    messages.push(ben.create('message', roomId, { userId, notifyIds: [], createdAt: n }).id);
    await ben.outbox.sent();
  }
  await ben.pull();
  const [putBack, changedAt] = [server.backup(), server.time];
  ben.create('reaction', roomId, { messageId: messages[2]!, userId, emojis: ['👍'] });
  await ben.outbox.sent();
  await ben.pull();
  putBack();
  log.push(logEntry(1, 'restore', changedAt));
  for (let round = 0; round < 3; round++) {
    await ben.pull();
    await ben.outbox.sent();
  }
  const there = () => [...server.rows.values()].filter(({ entity }) => entity === 'reaction');
  expect([there().length, ben.collections.reaction.size]).toEqual([1, 1]);
  expect([ben.outbox.failed.get(), ben.faults.get()]).toEqual([[], []]);
  await ben.close();
});

it('accuses nobody of keeping it back, where it was made while a page of history was on its way', async () => {
  const server = new ProtocolServer();
  server.headRows = 20;
  const [ada, device] = [uuidv7(), createDevice()];
  const writer = await openOn(createDevice(ada), server);
  const roomId = createRoom(writer, { name: 'Baustelle', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const messages: string[] = [];
  for (let n = 0; n < 60; n++) {
    messages.push(writer.create('message', roomId, { userId: ada, notifyIds: [], createdAt: n }).id);
    await writer.outbox.sent();
  }
  let meanwhile = async () => {};
  const reader = await openOn(device, server, {
    vault: (vault) =>
      Object.assign(Object.create(vault), {
        openPage: async (...given: Parameters<typeof vault.openPage>) => {
          const page = await vault.openPage(...given);
          const act = meanwhile;
          meanwhile = async () => {};
          await act();
          return page;
        },
      }),
  });
  await reader.pull();
  await reader.windows.before(roomId, 30);
  meanwhile = async () => {
    writer.create('reaction', roomId, { messageId: messages[3]!, userId: ada, emojis: ['👍'] });
    await writer.outbox.sent();
    await reader.pull();
  };
  await fetchAll(reader, roomId);
  expect(reader.faults.get()).toEqual([]);
  expect(reader.collections.reaction.size).toBe(1);
  await Promise.all([writer.close(), reader.close()]);
});
