/** Checks where the keys of a private room cut, whatever a server says of revisions, and that a device remembers it. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from './testing/room.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];

let server: ProtocolServer;
let roomId: string;
let cem: RoomWriter;
let device: Device;
let reader: Replica;

/** Says of a message under which key it lies by how it begins (`2 Hello`), and uses no keys that the device kept. */
const keyed = (vault: ReplicaVault): ReplicaVault => ({
  ...vault,
  openKeys: async (...[workspaceId, scopes]) => vault.openKeys(workspaceId, scopes, undefined),
  openPage: async (workspaceId, page) => {
    const { opened, ...rest } = await vault.openPage(workspaceId, page);
    const keyOf = (words: unknown) => (typeof words === 'string' ? { ownKey: Number(words[0]) } : {});
    return { ...rest, opened: opened.map((record) => ({ ...record, ...keyOf(record.plain?.words) })) };
  },
});

const open = async () => {
  reader = await openOn(device, server, { vault: keyed });
  await reader.pull();
  await reader.windows.open(roomId);
};

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'private' });
  const ada = await openOn(createDevice(), server);
  await ada.pull();
  ada.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await ada.outbox.sent();
  await ada.close();
  cem = roomWriter(server, roomId);
});
afterEach(() => reader.close());

const write = async (words: string, author = 'cem'): Promise<SealedRecord> =>
  (await cem.write(author, [words]))[0]!;
const words = (): string[] =>
  reader.windows
    .view(message, roomId)
    .get()
    .flatMap((item) => (item.kind === 'gap' ? [] : [(item.record as unknown as { words: string }).words]));
const faults = () => reader.faults.get().map(({ kind, id }) => [kind, id]);
/** Changes the room's part of answers. */
function rewrite(change: (scope: SyncAnswer['scopes'][number]) => SyncAnswer['scopes'][number]): void {
  const changed = (answer: SyncAnswer): SyncAnswer => ({
    ...answer,
    scopes: answer.scopes.map((scope) => (scope.id === roomId ? change(scope) : scope)),
  });
  [server.onSync, server.onHistory] = [changed, changed];
}
const beHonest = () => rewrite((scope) => scope);

it('refuses what comes under an older key, after a restart as well whose kept keys are of no use', async () => {
  await write('1 before');
  await open();
  await write('2 after');
  await reader.pull();
  const late = await write('1 late', 'dan');
  await reader.pull();
  expect([words(), faults()]).toEqual([['1 before', '2 after'], [['superseded-key', late.id]]]);
  await reader.close();
  await open();
  const later = await write('1 later still', 'eva');
  await reader.pull();
  expect(words()).toEqual(['1 before', '2 after']);
  expect(faults()).toContainEqual(['superseded-key', later.id]);
});

it('refuses it beside the first row under the next key, in whatever order they come', async () => {
  await write('1 before');
  await open();
  await write('2 after');
  const late = await write('1 late', 'dan');
  rewrite((scope) => ({ ...scope, rows: scope.rows.toReversed() }));
  await reader.pull();
  expect([words(), faults()]).toEqual([['1 before', '2 after'], [['superseded-key', late.id]]]);
});

/**
 * Writes eight messages under the first key, of which the reader has the last two, or what came after them.
 */
async function eight(): Promise<void> {
  server.headRows = 2;
  for (let i = 0; i < 8; i++) await write(`1 message ${i}`);
}
const start = async () => {
  reader = await openOn(device, server, { vault: keyed });
  await reader.pull();
};
/** Asks for the past of the room until there is none, and returns how much of the first key's counts. */
async function readBack(): Promise<number> {
  for (let before = server.scopes.get(roomId)!.revision + 1; before > 1; before--)
    await reader.windows.before(roomId, before).catch(() => {});
  return words().filter((each) => each.startsWith('1')).length;
}

it.each(['pull', 'history'])(
  'learns nothing of a row that it had, served further below in a %s',
  async (way) => {
    await eight();
    const next = await write('2 after');
    await write('2 and after');
    await start();
    await write('2 more');
    const below = { ...next, revision: 2, createdRevision: 2 };
    rewrite((scope) => ({ ...scope, rows: [...scope.rows.filter(({ id }) => id !== next.id), below] }));
    if (way === 'pull') server.onHistory = (answer) => answer;
    else server.onSync = (answer) => answer;
    await reader.pull();
    await reader.windows.open(roomId);
    beHonest();
    expect(await readBack()).toBe(8);
  },
);

it('learns nothing of a row that a server kept back and a pull shows below what it was asked for', async () => {
  await eight();
  const lied = await write('2 kept back');
  server.rows.delete(`${roomId} ${lied.id}`);
  for (const words of ['2 after', '2 and after']) await write(words);
  await start();
  await write('2 more');
  const below = { ...lied, revision: 2, createdRevision: 2 };
  server.onSync = (answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === roomId ? { ...scope, rows: [...scope.rows, below] } : scope,
    ),
  });
  await reader.pull();
  beHonest();
  expect(await readBack()).toBe(8);
});

it('cuts nothing that it holds for a row that a server kept back and shows further below', async () => {
  await eight();
  await start();
  const lied = await write('2 after');
  const others = (rows: SealedRecord[]) => rows.filter(({ id }) => id !== lied.id);
  rewrite((scope) => ({ ...scope, rows: others(scope.rows) }));
  await reader.pull();
  rewrite((scope) => ({
    ...scope,
    rows: [...others(scope.rows), { ...lied, revision: 2, createdRevision: 2 }],
  }));
  await reader.windows.open(roomId);
  expect(await readBack()).toBe(8);
});
