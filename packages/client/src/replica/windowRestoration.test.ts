/** A windowed scope after a backup was put back and named: it begins anew, and what was open here comes back. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Replica } from './replica.ts';
import { keptText } from './testing/clearVault.ts';
import { createDevice, fetchAll } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from './testing/room.ts';
import { tabHub } from './testing/tabHub.ts';
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

it('brings back what was written after the backup, though none of it was open', async () => {
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
  await roomWriter(server, roomId).write('cem', ['before']);
  await ben.pull();
  const [putBack, changedAt] = [server.backup(), server.time];
  // More than a page of what only this device has.
  const lost = Array.from({ length: 270 }, (_, i) => `lost ${i}`);
  for (const words of lost) {
    ben.create(message, roomId, { userId: device.userId, words } as object);
  }
  await ben.outbox.sent();
  await ben.pull();
  await ben.close();
  putBack();
  log.push(logEntry(1, 'restore', changedAt));
  ben = await open();
  for (let round = 0; round < 3; round++) {
    await ben.pull();
    await ben.outbox.sent();
  }
  const live = [...server.rows.values()].filter(({ entity }) => entity === 'probeMessage');
  expect(live).toHaveLength(271);
  expect(ben.faults.get()).toEqual([]);
  await ben.close();
});

describe('a tab that followed the backup while another one led', () => {
  const count = 300;
  let server: ProtocolServer;
  let roomId: string;
  let cem: RoomWriter;
  let first: Replica;
  let second: Replica;
  /** Opens the workspace once more, where both have ended. */
  let again: () => Promise<Replica>;
  /** One device: the tabs have its store in common, each has a connection. */
  const onFirst = createDevice();
  const onSecond = { ...onFirst, connection: { ...onFirst.connection } };
  /** Sets the server back to where it is, and has an admin say so. */
  let restore: () => void;

  const viewOf = (replica: Replica) =>
    replica.windows.view(message, roomId) as unknown as WindowView<{ id: string; words: string }>;
  /** Returns all messages from the newest on, up to a gap that nothing closes. */
  async function read(replica: Replica): Promise<string[]> {
    const view = viewOf(replica);
    await replica.windows.open(roomId);
    for (let i = 0; i < 9 && !view.isStart; i++) {
      const gap = view.get().findLast((item) => item.kind === 'gap');
      if (gap?.kind === 'gap') await replica.windows.before(roomId, gap.to + 1);
    }
    return view.get().map((item) => (item.kind === 'gap' ? '…' : item.record.words));
  }

  beforeEach(async () => {
    server = new ProtocolServer();
    server.headRows = 20;
    onFirst.store = onSecond.store = createDevice().store;
    onFirst.connection.isOffline = false;
    const log: LogEntry[] = [logEntry(0, 'genesis')];
    const me = { userId: onFirst.userId, role: 'ADMIN', status: 'ACTIVE' } as const;
    const others = new Map([[onFirst.userId, me]]);
    roomId = uuidv7();
    server.addScope({ id: roomId, kind: 'room', access: 'open' });
    const hub = tabHub();
    first = await openWithLog({ server, log, others }, onFirst, { tabs: hub() });
    await first.pull();
    first.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
    await first.outbox.sent();
    cem = roomWriter(server, roomId);
    await cem.write(
      'cem',
      Array.from({ length: count }, (_, i) => `m${i}`),
    );
    await first.pull();
    second = await openWithLog({ server, log, others }, onSecond, { tabs: hub() });
    await second.pull();
    await second.windows.open(roomId);
    again = () => openWithLog({ server, log, others }, onSecond);
    restore = () => {
      server.backup()();
      log.push(logEntry(1, 'restore', server.time));
    };
  });

  it('reads and writes on what that one kept since, once it leads', async () => {
    restore();
    await first.pull();
    await second.pull();
    await cem.write('cem', ['since']);
    await first.pull();
    await second.pull();
    await fetchAll(first, roomId);
    const calls = server.histories.length;
    await first.close();
    await vi.waitFor(() => expect(viewOf(second).get().length).toBeGreaterThan(20));
    expect(await read(second)).toHaveLength(count + 1);
    await cem.write('cem', ['later']);
    await second.pull();
    await second.close();
    const third = await again();
    await third.pull();
    expect(await read(third)).toHaveLength(count + 2);
    expect(server.histories.length).toBe(calls);
    server.hidden.add(roomId);
    await third.pull();
    await third.close();
    const kept = await onFirst.store.scan<Uint8Array>('page', '');
    expect(kept.map(([, bytes]) => keptText(bytes)).join()).not.toMatch(/"words/);
  });

  it('takes nothing of what that one kept before it, where that one did not follow', async () => {
    await fetchAll(first, roomId);
    onFirst.connection.isOffline = true;
    restore();
    await second.pull();
    await cem.write('cem', ['since']);
    await second.pull();
    await first.close();
    await second.pull();
    await second.close();
    const third = await again();
    await third.pull();
    expect(await read(third)).toHaveLength(count + 1);
    await third.close();
  });
});
