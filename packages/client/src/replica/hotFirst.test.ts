/**
 * Scopes that somebody waits for open and arrive first; what arrives before the rest is open is still checked against
 * it.
 */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { syncRequestSchema } from '@kontor/contract/wire/syncRequest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { nouns } from '../nouns/hooks.ts';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import { openReplica } from './openReplica.ts';
import type { Replica } from './replica.ts';
import { aloneTab } from './tabs.ts';
import { clearVault } from './testing/clearVault.ts';
import { createDevice, type Device, hastyClock, openOn, until, workspaceId } from './testing/client.ts';
import { holdBack } from './testing/holdBack.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let device: Device;
let writer: Replica;
let reader: Replica;
let [hot, cold]: string[] = [];

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
  [hot, cold] = ['hot', 'cold'].map((name) => createProject(writer, { name }).id);
  reader = await openOn(device, server);
  await arrives();
});
afterEach(async () => {
  await Promise.all([writer.close(), reader.close()]);
});

async function arrives(): Promise<void> {
  await writer.outbox.sent();
  await writer.pull();
  await reader.pull();
}

async function task(projectId: string, title: string): Promise<string> {
  const { id } = writer.create('task', projectId, { title });
  await arrives();
  return id;
}

/** Opens the reader anew with the cold project's pages held back. */
async function reopen(): Promise<() => void> {
  await reader.close();
  const { held, release } = holdBack(device.store, cold!);
  reader = await openOn({ ...device, store: held }, server, { first: [hot!] });
  return release;
}

const rowOf = (id: string): SealedRecord => [...server.rows.values()].find((row) => row.id === id)!;
const show = (row: SealedRecord) => {
  const scope = server.scopes.get(row.scopeId)!;
  server.rows.set(`${row.scopeId} ${row.id}`, { ...row, revision: ++scope.revision });
};
const faults = () => reader.faults.get().map(({ kind, id }) => ({ kind, id }));
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
const titles = () =>
  reader.collections.task
    .all()
    .map(({ title }) => title)
    .sort();

describe('a start', () => {
  it('shows what is waited for, and the heads of all, before the rest is open; and says so', async () => {
    await task(hot!, 'here');
    await task(cold!, 'later');
    const release = await reopen();
    expect(titles()).toEqual(['here']);
    expect(reader.collections.project.size).toBe(2);
    expect(reader.loaded.get()).toEqual({ scopes: new Set([hot]), heads: true, isComplete: false });
    release();
    await until(() => reader.loaded.get().isComplete);
    expect(titles()).toEqual(['here', 'later']);
    expect(reader.loaded.get().scopes).toEqual(new Set([hot, cold]));
  });

  it('takes what is new in an open scope without waiting for the rest', async () => {
    const id = await task(hot!, 'one');
    await task(cold!, 'later');
    // Its history begins: a record that is new could lie in the scope that is not open yet, and waits for that.
    writer.update('task', id, { title: 'one and a half' });
    await arrives();
    const release = await reopen();
    writer.update('task', id, { title: 'two' });
    await writer.outbox.sent();
    void reader.pull();
    await until(() => reader.collections.task.get(id)?.title === 'two');
    expect(reader.loaded.get().isComplete).toBe(false);
    release();
  });

  it('verifies what came before the rest was open as soon as that is, though no pull follows', async () => {
    const id = await task(hot!, 'one');
    await task(cold!, 'later');
    writer.update('task', id, { title: 'one and a half' });
    await arrives();
    await reader.close();
    const { held, release } = holdBack(device.store, cold!);
    const asked = new Set<string>();
    reader = await openOn({ ...device, store: held }, server, {
      first: [hot!],
      vault: (vault) => ({
        ...vault,
        openPage: async (workspace, page) => {
          const answer = await vault.openPage(workspace, page);
          return { ...answer, opened: answer.opened.map((record) => ({ ...record, isUnverified: true })) };
        },
        verifyRecords: async (_, records) => {
          for (const record of records) asked.add(record.id);
          return records.map(() => true);
        },
      }),
    });
    writer.update('task', id, { title: 'two' });
    await writer.outbox.sent();
    await reader.pull();
    expect(reader.collections.task.get(id)?.title).toBe('two');
    // What was to be verified by then was not, for want of the rest.
    await soon();
    expect([reader.loaded.get().isComplete, asked.has(id)]).toEqual([false, false]);
    release();
    await until(() => asked.has(id));
  });

  it('judges an old state that comes before its page is open', async () => {
    const id = await task(cold!, 'one');
    const old = { ...rowOf(id) };
    writer.update('task', id, { title: 'two' });
    await arrives();
    show(old);
    const release = await reopen();
    const pulled = reader.pull();
    await soon();
    expect([titles(), faults()]).toEqual([[], []]);
    release();
    await pulled;
    expect([titles(), faults()]).toEqual([['two'], [{ kind: 'rolled-back', id }]]);
  });

  it('does not let a record be taken out of a scope that is not open yet', async () => {
    const id = await task(cold!, 'mine');
    const other = new ProtocolServer();
    other.addScope({ id: hot!, kind: 'project', access: 'open' });
    const fork = await openOn(createDevice(), other);
    await fork.pull();
    fork.create('task', hot!, { title: 'theirs', id });
    await fork.outbox.sent();
    fork.update('task', id, { title: 'theirs again' });
    await fork.outbox.sent();
    await fork.close();
    show([...other.rows.values()].find((row) => row.id === id)!);
    const release = await reopen();
    const pulled = reader.pull();
    await soon();
    expect(titles()).toEqual([]);
    release();
    await pulled;
    expect([titles(), faults()]).toEqual([['mine'], [{ kind: 'unproven-move', id }]]);
  });

  it('does not show a record in the scope that it left while the other one is not open', async () => {
    const id = await task(hot!, 'moved');
    moveTasks(writer, [id], cold!);
    await arrives();
    expect(reader.collections.task.get(id)?.scopeId).toBe(cold);
    const release = await reopen();
    expect(titles()).toEqual([]);
    release();
    await until(() => reader.loaded.get().isComplete);
    expect(reader.collections.task.get(id)?.scopeId).toBe(cold);
    // And back again: what stood for it there counts no more.
    moveTasks(writer, [id], hot!);
    await arrives();
    await (await reopen())();
    expect(reader.collections.task.get(id)?.scopeId).toBe(hot);
  });

  it('keeps and sends what was written into a scope that is not open yet', async () => {
    const id = await task(cold!, 'one');
    device.connection.isOffline = true;
    reader.update('task', id, { title: 'two' });
    await reader.outbox.stored();
    // It has tried in vain.
    await soon();
    await reader.close();
    device.connection.isOffline = false;
    const release = await reopen();
    await soon();
    expect([rowOf(id).version, reader.outbox.status.get().pending]).toEqual([1, 1]);
    release();
    await reader.outbox.sent();
    expect([rowOf(id).version, reader.outbox.failed.get()]).toEqual([2, []]);
    await until(() => titles()[0] === 'two');
  });

  it('closes a scope that is not open yet, and remembers what it saw of it', async () => {
    const id = await task(cold!, 'one');
    const old = { ...rowOf(id) };
    writer.update('task', id, { title: 'secret' });
    await arrives();
    server.hidden.add(cold!);
    const release = await reopen();
    release();
    await reader.pull();
    await until(() => reader.scopes.get().size === 1);
    await reader.close();
    const pages = (await device.store.scan<Uint8Array>('page', '')).map(([key, bytes]) => [
      key,
      Buffer.from(bytes).toString(),
    ]);
    expect(pages.filter(([, text]) => text!.includes('secret') || text!.includes('cold'))).toEqual([]);
    reader = await openOn(device, server);
    server.hidden.clear();
    show(old);
    await reader.pull();
    expect(faults()).toEqual([{ kind: 'rolled-back', id }]);
  });

  it('takes what a first pull that was cut off has brought for a part, also after a restart', async () => {
    for (let i = 0; i < 4; i++) await task(hot!, `${i}`);
    server.pageSize = 2;
    const fresh = createDevice();
    let first = await openOn(fresh, server);
    const cut = first.pull();
    await until(() => fresh.requests.length > 1);
    fresh.connection.isOffline = true;
    await cut;
    expect(first.loaded.get().isComplete).toBe(false);
    await first.close();
    first = await openOn(fresh, server);
    await until(() => first.scopes.get().size > 0);
    await first.pull();
    expect(first.loaded.get()).toMatchObject({ heads: false, isComplete: false });
    fresh.connection.isOffline = false;
    await first.pull();
    expect(first.loaded.get()).toMatchObject({ heads: true, isComplete: true });
    await first.close();
  });

  it('asks again for the scope of which a page was lost, and for no other, until it has it', async () => {
    await task(hot!, 'here');
    await task(cold!, 'later');
    await reader.close();
    const [key] = (await device.store.scan('page', ''))
      .map(([each]) => each)
      .filter((each) => each.includes(cold!));
    await device.store.write([{ table: 'page', key: key!, value: new Uint8Array(40) }]);
    device.connection.isOffline = true;
    reader = await openOn(device, server, { first: [hot!] });
    await until(() => reader.loaded.get().heads);
    await soon();
    const partly = { scopes: new Set([hot]), heads: true, isComplete: false };
    expect([titles(), reader.loaded.get()]).toEqual([['here'], partly]);
    // It dies before the connection is back, having written something else.
    reader.create('task', hot!, { title: 'mine' });
    await reader.outbox.stored();
    await reader.close();
    device.connection.isOffline = false;
    device.requests.length = 0;
    reader = await openOn(device, server, { first: [hot!] });
    await reader.outbox.sent();
    await reader.pull();
    expect(titles()).toEqual(['here', 'later', 'mine']);
    expect(device.requests[0]!.cursors[hot!]).toBeGreaterThan(0);
  });
});

describe('the keys', () => {
  it('are kept for the next start, with what they were opened from', async () => {
    const used: boolean[] = [];
    const vault = clearVault();
    vi.spyOn(vault, 'openKeys').mockImplementation(async (...args) => {
      const answer = await clearVault().openKeys(...args);
      used.push(answer.isUsed);
      return answer;
    });
    const log = [{ seq: 0, type: 'genesis', signature: 'g', at: 1, payload: {} }] as unknown as LogEntry[];
    const transport = server.transport();
    const start = async () => {
      const replica = await openReplica({
        nouns,
        workspaceId,
        userId: device.userId,
        transport: {
          ...transport,
          sync: async (request) => ({
            ...(await transport.sync(request)),
            log: log.slice(request.logLength),
          }),
        },
        vault,
        device: store,
        hints: { onHint: () => () => {}, onConnected: () => () => {} },
        tabs: aloneTab(),
        clock: hastyClock,
        onLog: () => {},
      });
      await replica.pull();
      await replica.close();
    };
    const store = new MemoryStore();
    await start();
    await start();
    expect(used).toEqual([true]);
    await store.write([{ table: 'state', key: `${workspaceId}/keys`, value: new Uint8Array(8) }]);
    await start();
    await start();
    expect(used).toEqual([true, false, true]);
    // A scope that comes, and one that goes.
    createProject(writer, { name: 'new' });
    await writer.outbox.sent();
    await start();
    await start();
    server.hidden.add(cold!);
    await start();
    await start();
    expect(used.slice(3)).toEqual([true, true, true, true]);
  });
});

describe('the first pull', () => {
  it('asks for what is waited for first, shows it, and goes on with the rest', async () => {
    for (let n = 0; n < 6; n++) await task(cold!, `later ${n}`);
    await task(hot!, 'here');
    server.pageSize = 2;
    const fresh = createDevice();
    const seen: string[][] = [];
    const newcomer = await openOn(fresh, server, { first: [hot!] });
    newcomer.loaded.subscribe(() => {
      const { scopes, heads, isComplete } = newcomer.loaded.get();
      seen.push([...scopes]);
      // A head may come with any page.
      expect(heads).toBe(isComplete);
    });
    await newcomer.pull();
    expect(fresh.requests[0]!.first).toEqual([hot]);
    expect(seen[0]).toEqual([hot]);
    expect(newcomer.loaded.get()).toEqual({ scopes: new Set([hot, cold]), heads: true, isComplete: true });
    expect(newcomer.collections.task.size).toBe(7);
    await newcomer.close();
  });

  it('asks for nothing that is no id, as an address may name', async () => {
    const fresh = createDevice();
    const named = ['neu', hot!.toUpperCase(), `${hot!} `, ''];
    const newcomer = await openOn(fresh, server, { first: named });
    newcomer.need([...named, hot!]);
    await newcomer.pull();
    const refused = fresh.requests.filter((request) => !syncRequestSchema.safeParse(request).success);
    expect([fresh.requests.length > 0, refused]).toEqual([true, []]);
    expect(newcomer.loaded.get()).toMatchObject({ scopes: new Set([hot, cold]), isComplete: true });
    await newcomer.close();
  });

  it('brings forward what is waited for meanwhile', async () => {
    const third = createProject(writer, { name: 'third' }).id;
    for (const id of [hot!, cold!, third]) for (let n = 0; n < 4; n++) await task(id, `${n}`);
    server.pageSize = 1;
    const fresh = createDevice();
    const newcomer = await openOn(fresh, server, { first: [] });
    newcomer.need([third]);
    await newcomer.pull();
    expect(fresh.requests.some(({ first }) => first?.[0] === third)).toBe(true);
    expect(newcomer.collections.task.size).toBe(12);
    await newcomer.close();
  });
});
