/** A windowed scope after a backup was put back and named: it begins anew, and what was open here comes back. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { createDevice } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { roomWriter } from './testing/room.ts';
import type { WindowView } from './windowView.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];

it('brings back what was written after the backup, accuses nobody, and leaves the past where it is', async () => {
  const server = new ProtocolServer();
  server.headRows = 20;
  const log: LogEntry[] = [logEntry(0, 'genesis')];
  const device = createDevice();
  const me = { userId: device.userId, role: 'ADMIN', status: 'ACTIVE' } as const;
  const others = new Map([[device.userId, me]]);
  const roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'open' });
  const open = () => openWithLog({ server, log, others }, device);
  let ben = await open();
  await ben.pull();
  ben.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await ben.outbox.sent();
  await roomWriter(server, roomId).write(
    'cem',
    Array.from({ length: 300 }, (_, i) => `m${i}`),
  );
  await ben.pull();
  await ben.windows.open(roomId);
  const viewOf = () =>
    ben.windows.view(message, roomId) as unknown as WindowView<{ id: string; words: string }>;
  const words = () =>
    viewOf()
      .get()
      .flatMap((item) => (item.kind === 'gap' ? [] : [item.record.words]));
  const putBack = server.backup();
  const changedAt = server.time;
  for (const text of ['lost one', 'lost two'])
    ben.create(message, roomId, { userId: device.userId, words: text } as object);
  await ben.outbox.sent();
  await ben.pull();
  expect(words().slice(-2)).toEqual(['lost one', 'lost two']);

  putBack();
  log.push(logEntry(1, 'restore', changedAt));
  for (let round = 0; round < 3; round++) {
    await ben.pull();
    await ben.outbox.sent();
  }
  const live = () => [...server.rows.values()].filter(({ entity }) => entity === 'probeMessage');
  expect(live()).toHaveLength(302);
  expect(ben.outbox.failed.get()).toEqual([]);
  await ben.close();
  ben = await open();
  await ben.pull();
  await ben.windows.open(roomId);
  expect(words().slice(-3)).toEqual(['m299', 'lost one', 'lost two']);
  for (let i = 0; i < 5 && !viewOf().isStart; i++) {
    const gap = viewOf()
      .get()
      .findLast((item) => item.kind === 'gap');
    if (gap?.kind === 'gap') await ben.windows.before(roomId, gap.to + 1);
  }
  expect(words()).toHaveLength(302);
  expect(ben.faults.get()).toEqual([]);
  await ben.close();
});
