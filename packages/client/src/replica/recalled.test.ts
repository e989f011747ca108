/** Marks that outlive a session, at the starts after it: in rooms, of what is kept back, and where they cannot be read. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { roomWriter } from './testing/room.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];

let server: ProtocolServer;
let device: Device;
let victim: Replica;
let open: Replica[];

beforeEach(() => {
  server = new ProtocolServer();
  device = createDevice();
  open = [];
});
afterEach(async () => {
  await Promise.all([...new Set([...open, victim])].map((replica) => replica.close()));
});

async function reader(on: Device): Promise<Replica> {
  const replica = await openOn(on, server);
  open.push(replica);
  await replica.pull();
  return replica;
}
/** Starts the victim's client again. */
async function restart(): Promise<void> {
  await victim.close();
  victim = await reader(device);
}
/** Has the server end the session: see `deviceAccount.ts` for what that leaves. */
async function endSession(): Promise<void> {
  await victim.close();
  await device.store.clear(['account', 'outbox', 'memory']);
}
const rowOf = (id: string): SealedRecord => ({ ...[...server.rows.values()].find((row) => row.id === id)! });
const put = (row: SealedRecord) => server.rows.set(`${row.scopeId} ${row.id}`, row);
/** Makes the server show a row as if it had just been written. */
const show = (row: SealedRecord) => put({ ...row, revision: ++server.scopes.get(row.scopeId)!.revision });
const faults = () => victim.faults.get().map(({ kind, id }) => ({ kind, id }));

describe('a room', () => {
  let roomId: string;
  let texts: SealedRecord[];
  let cem: Replica;

  beforeEach(async () => {
    roomId = uuidv7();
    server.addScope({ id: roomId, kind: 'room', access: 'open' });
    const ada = await reader(createDevice());
    ada.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
    await ada.outbox.sent();
    texts = await roomWriter(server, roomId).write('cem', ['one', 'two', 'three', 'four', 'five']);
    cem = await reader(createDevice('cem'));
    victim = await reader(device);
  });

  const nameOf = (replica: Replica) =>
    (replica.collections[room].get(roomId) as unknown as { name: string } | undefined)?.name;
  const words = (replica: Replica) =>
    replica.collections[message].all().map((each) => (each as unknown as { words: string }).words);

  it('does not go back at a later start either, its head included', async () => {
    const id = texts[1]!.id;
    const old = [rowOf(roomId), rowOf(id)];
    cem.update(room, roomId, { name: 'Fewer' } as object);
    cem.update(message, id, { words: 'changed' } as object);
    await cem.outbox.sent();
    await victim.pull();
    expect([nameOf(victim), words(victim)]).toEqual(['Fewer', expect.arrayContaining(['changed'])]);
    await endSession();
    for (const row of old) put(row);
    for (const hidden of texts.slice(2, 4)) server.rows.delete(`${roomId} ${hidden.id}`);
    victim = await reader(device);
    const refused = old.map((row) => ({ kind: 'rolled-back', id: row.id }));
    const holds = () => {
      expect(nameOf(victim)).toBeUndefined();
      expect(words(victim)).not.toContain('two');
      expect(faults()).toEqual(expect.arrayContaining(refused));
      // However often it is shown, what is refused does not stand in for what is kept back.
      expect(victim.windows.proof(roomId).missing).toBe(3);
    };
    holds();
    for (let start = 0; start < 2; start++) {
      for (const row of old) show(row);
      await restart();
      holds();
    }
    // The control: a device that never saw it believes it.
    expect(nameOf(await reader(createDevice()))).toBe('Room');
  });

  it('says what of it is kept back that was shown damaged, be it remembered from before', async () => {
    const { id } = texts[1]!;
    await endSession();
    show({ ...rowOf(id), sealed: new Uint8Array(3) });
    victim = await reader(device);
    expect(faults()).toContainEqual({ kind: 'not-verified', id });
    server.rows.delete(`${roomId} ${id}`);
    await victim.pull();
    await until(() => !faults().some(({ kind }) => kind === 'not-verified'));
    expect(faults()).toContainEqual({ kind: 'withdrawn', id });
  });

  it('of an honest server comes back whole, what was deleted there included, and stays so', async () => {
    cem.remove(message, texts[1]!.id);
    cem.update(message, texts[0]!.id, { words: 'changed' } as object);
    await cem.outbox.sent();
    await victim.pull();
    await endSession();
    victim = await reader(device);
    for (let start = 0; start < 2; start++) {
      expect([nameOf(victim), faults()]).toEqual(['Room', []]);
      await victim.windows.open(roomId);
      expect(victim.windows.proof(roomId)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
      expect(words(victim).toSorted()).toEqual(['changed', 'five', 'four', 'three']);
      await restart();
    }
  });
});

describe('a project', () => {
  let projectId: string;
  let id: string;
  let honest: SealedRecord;
  let writer: Replica;

  beforeEach(async () => {
    writer = await reader(createDevice());
    projectId = createProject(writer, { name: 'P' }).id;
    ({ id } = writer.create('task', projectId, { title: 'one' }));
    await writer.outbox.sent();
    honest = rowOf(id);
    victim = await reader(device);
  });

  const titleOf = (replica: Replica) => replica.collections.task.get(id)?.title;

  it('says what is kept back that it was shown damaged, be it remembered from before', async () => {
    await endSession();
    show({ ...honest, version: 7 });
    victim = await reader(device);
    expect(faults()).toEqual([{ kind: 'not-verified', id }]);
    server.rows.delete(`${projectId} ${id}`);
    await restart();
    expect(faults()).toEqual([{ kind: 'withdrawn', id }]);
  });

  /** Has the server show an older state to a device that signs in again, and then that it is new. */
  async function recallOlder(): Promise<string> {
    const other = writer.create('task', projectId, { title: 'other' }).id;
    writer.update('task', id, { title: 'two' });
    await writer.outbox.sent();
    await victim.pull();
    await endSession();
    show(honest);
    victim = await reader(device);
    await victim.close();
    show(honest);
    return other;
  }

  it('costs later starts no more than what is not here', async () => {
    const other = await recallOlder();
    const read = vi.spyOn(device.store, 'get');
    victim = await reader(device);
    expect(read.mock.calls.flatMap(([, key]) => (key.startsWith('mark/') ? [key] : []))).toEqual([]);
    const rest = await device.store.scan<Uint8Array>('state', '');
    const bytes = rest.flatMap(([key, value]) => (key.endsWith('/recalledRest') ? [value.length] : []));
    expect(bytes).toEqual([37]);
    expect([titleOf(victim), victim.collections.task.get(other)?.title]).toEqual([undefined, 'other']);
    expect(faults()).toEqual([{ kind: 'rolled-back', id }]);
  });

  it('does not keep a list waiting, and whatever the server shows does wait', async () => {
    const other = await recallOlder();
    const release = Promise.withResolvers<void>();
    const get = device.store.get.bind(device.store);
    vi.spyOn(device.store, 'get').mockImplementation(async (table, key) => {
      if (key.endsWith('/recalledRest')) await release.promise;
      return get(table, key);
    });
    victim = await openOn(device, server, { first: [projectId] });
    expect(victim.collections.task.get(other)?.title).toBe('other');
    const pulled = victim.pull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(titleOf(victim)).toBeUndefined();
    release.resolve();
    await pulled;
    expect(titleOf(victim)).toBeUndefined();
    expect(faults()).toEqual([{ kind: 'rolled-back', id }]);
  });

  it.each([
    ['a start on nothing', 'mark/'],
    ['a start on what is kept', '/recalledRest'],
  ])(
    'that cannot be read at %s costs nothing but what would be kept',
    async (_, what) => {
      await recallOlder();
      if (what === 'mark/') await device.store.clear(['account', 'outbox', 'memory']);
      const get = device.store.get.bind(device.store);
      const reading = vi.spyOn(device.store, 'get').mockImplementation(async (table, key) => {
        if (key.includes(what)) throw new Error('damaged');
        return get(table, key);
      });
      victim = await reader(device);
      expect(faults()).toEqual([{ kind: 'not-kept', id: '' }]);
      const act = victim.create('task', projectId, { title: 'act' }).id;
      await victim.outbox.sent();
      expect(rowOf(act).version).toBe(1);
      await victim.close();
      reading.mockRestore();
      show(honest);
      victim = await reader(device);
      expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'rolled-back', id }]]);
    },
    5_000,
  );
});
