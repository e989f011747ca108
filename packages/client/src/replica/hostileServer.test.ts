/** Attacks that a server (or whoever holds its database) can mount, and the client's response to them. */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import type { Replica } from './replica.ts';
import { keptText } from './testing/clearVault.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let device: Device;
let writer: Replica;
let victim: Replica;
let projectId: string;

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
  victim = await openOn(device, server);
  projectId = createProject(writer, { name: 'P' }).id;
  await arrives();
});
afterEach(async () => {
  await Promise.all([writer.close(), victim.close()]);
});

async function arrives(): Promise<void> {
  await writer.outbox.sent();
  await writer.pull();
  await victim.pull();
}

const rowOf = (id: string): SealedRecord => [...server.rows.values()].find((row) => row.id === id)!;
const put = (row: SealedRecord) => server.rows.set(`${row.scopeId} ${row.id}`, row);
/** Makes the server show a row as if it had just been written. */
function show(row: SealedRecord): void {
  const scope = server.scopes.get(row.scopeId)!;
  put({ ...row, revision: ++scope.revision });
}
const faults = () => victim.faults.get().map(({ kind, id, version }) => ({ kind, id, version }));

async function task(title: string, more: { parentId?: string } = {}): Promise<string> {
  const { id } = writer.create('task', projectId, { title, ...more });
  await arrives();
  return id;
}

describe('a client of a hostile server', () => {
  it('keeps the newer state when an older one is shown, and says so (M15)', async () => {
    const id = await task('one');
    const old = { ...rowOf(id) };
    writer.update('task', id, { title: 'two' });
    await arrives();
    show(old);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('two');
    expect(faults()).toEqual([{ kind: 'rolled-back', id, version: 1 }]);
  });

  it('remembers what it saw beyond the session, which the server can end', async () => {
    const [id, other, gone] = [await task('one'), await task('other'), await task('gone')];
    const [old, present, alive] = [{ ...rowOf(id) }, { ...rowOf(other) }, { ...rowOf(gone) }];
    writer.update('task', id, { title: 'two' });
    writer.remove('task', gone);
    await arrives();
    await victim.close();
    // What signing in again leaves of the replica: see `deviceAccount.ts`.
    await device.store.clear(['account', 'outbox', 'memory']);
    for (const row of [old, alive]) put(row);
    victim = await openOn(device, server);
    await victim.pull();
    expect(victim.collections.task.get(id)).toBeUndefined();
    expect(victim.collections.task.get(other)?.version).toBe(present.version);
    expect(faults()).toEqual(
      expect.arrayContaining([
        { kind: 'rolled-back', id, version: 1 },
        { kind: 'resurrected', id: gone, version: 1 },
      ]),
    );
    // At the next start there is still nothing of them but what the device remembers; the server shows them again as new.
    await victim.close();
    for (const row of [old, alive]) show(row);
    victim = await openOn(device, server);
    await victim.pull();
    for (const each of [id, gone]) expect(victim.collections.task.get(each)).toBeUndefined();
    expect(faults()).toEqual(
      expect.arrayContaining([
        { kind: 'rolled-back', id, version: 1 },
        { kind: 'resurrected', id: gone, version: 1 },
      ]),
    );
    // The control: a device that never saw it believes it.
    const fresh = await openOn(createDevice(), server);
    await fresh.pull();
    expect(fresh.collections.task.get(id)?.title).toBe('one');
    await fresh.close();
  });

  it.each([
    [
      'the session, which the server can end',
      async () => {
        await victim.close();
        await device.store.clear(['account', 'outbox', 'memory']);
        return () => openOn(device, server);
      },
    ],
    [
      'what it closed, which the server can show again',
      async () => {
        server.hidden.add(projectId);
        await victim.pull();
        expect(victim.collections.project.get(projectId)).toBeUndefined();
        await victim.close();
        server.hidden.delete(projectId);
        return () => openOn(device, server);
      },
    ],
  ])('refuses what is dated back to before what it read, beyond %s', async (_, lose) => {
    const [id, other] = [await task('one'), await task('other')];
    const [first, present] = [{ ...rowOf(id) }, { ...rowOf(other) }];
    const open = await lose();
    writer.update('task', id, { title: 'two' });
    const added = writer.create('task', projectId, { title: 'added' }).id;
    const honest = writer.create('task', projectId, { title: 'honest' }).id;
    await writer.outbox.sent();
    for (const forged of [id, added]) put({ ...rowOf(forged), revision: first.revision });
    victim = await open();
    await victim.pull();
    expect(victim.collections.task.get(id)).toBeUndefined();
    expect(victim.collections.task.get(added)).toBeUndefined();
    expect(victim.collections.task.get(other)?.version).toBe(present.version);
    expect(victim.collections.task.get(honest)?.title).toBe('honest');
    expect(faults()).toEqual(
      expect.arrayContaining([
        { kind: 'backdated', id, version: 2 },
        { kind: 'backdated', id: added, version: 1 },
      ]),
    );
    // The control: a device that never read so far believes both.
    const fresh = await openOn(createDevice(), server);
    await fresh.pull();
    expect(fresh.collections.task.get(added)?.title).toBe('added');
    await fresh.close();
  });

  it('takes what it could not open before the session ended, and can now', async () => {
    const id = await task('one');
    const row = { ...rowOf(id) };
    const late = writer.create('task', projectId, { title: 'late' }).id;
    await writer.outbox.sent();
    const sealed = { ...rowOf(late) };
    put({ ...sealed, sealed: new Uint8Array(3) });
    await victim.pull();
    expect(faults()).toContainEqual(expect.objectContaining({ id: late }));
    await victim.close();
    await device.store.clear(['account', 'outbox', 'memory']);
    put(sealed);
    victim = await openOn(device, server);
    await victim.pull();
    expect(victim.collections.task.get(late)?.title).toBe('late');
    expect(victim.collections.task.get(id)?.version).toBe(row.version);
    expect(faults()).toEqual([]);
  });

  it('remembers what it saw through a restart', async () => {
    const id = await task('one');
    const old = { ...rowOf(id) };
    writer.update('task', id, { title: 'two' });
    await arrives();
    await victim.close();
    show(old);
    victim = await openOn(device, server);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('two');
    expect(faults()).toEqual([{ kind: 'rolled-back', id, version: 1 }]);
  });

  it('says no more of an old state once the server is back at the newest', async () => {
    const id = await task('one');
    const old = { ...rowOf(id) };
    writer.update('task', id, { title: 'two' });
    await arrives();
    const honest = { ...rowOf(id) };
    show(old);
    await victim.pull();
    await victim.pull();
    // It stands for as long as the lie does.
    expect(faults()).toEqual([{ kind: 'rolled-back', id, version: 1 }]);
    put(honest);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('two');
    expect(faults()).toEqual([]);
  });

  it('is not kept from a record for good by a lie about a version far ahead', async () => {
    const id = await task('one');
    const honest = { ...rowOf(id) };
    put({ ...honest, version: 2 ** 40, revision: 2 ** 50 });
    await victim.pull();
    expect(faults()).toEqual([{ kind: 'not-verified', id, version: 2 ** 40 }]);
    put(honest);
    await victim.pull();
    expect(faults()).toEqual([]);
    victim.update('task', id, { title: 'two' });
    await victim.outbox.sent();
    expect(victim.outbox.failed.get()).toEqual([]);
  });

  it('goes on naming a record that it was shown damaged once and never again', async () => {
    const { id } = writer.create('task', projectId, { title: 'kept back' });
    await writer.outbox.sent();
    const honest = { ...rowOf(id) };
    put({ ...honest, version: 7 });
    await victim.pull();
    expect(faults()).toEqual([{ kind: 'not-verified', id, version: 7 }]);
    server.rows.delete(`${projectId} ${id}`);
    await victim.pull();
    const withdrawn = [{ kind: 'withdrawn', id, version: 0 }];
    expect(faults()).toEqual(withdrawn);
    await victim.close();
    victim = await openOn(device, server);
    await victim.pull();
    expect(faults()).toEqual(withdrawn);
    // Shown again it is what it was; and an honest state of it settles everything.
    put({ ...honest, version: 7, revision: ++server.scopes.get(projectId)!.revision });
    await victim.pull();
    expect(faults()).toEqual([{ kind: 'not-verified', id, version: 7 }]);
    server.rows.delete(`${projectId} ${id}`);
    await victim.pull();
    expect(faults()).toEqual(withdrawn);
    show(honest);
    await victim.pull();
    expect(faults()).toEqual([]);
    expect(victim.collections.task.get(id)?.title).toBe('kept back');
  });

  it('says no more of what was withdrawn once a person has read it, and goes on saying what they have not', async () => {
    const ids = ['invented', 'made up'].map((title) => writer.create('task', projectId, { title }).id);
    await writer.outbox.sent();
    for (const id of ids) put({ ...rowOf(id), version: 7 });
    await victim.pull();
    victim.dismissWithdrawn(victim.faults.get());
    expect(faults()).toMatchObject([{ kind: 'not-verified' }, { kind: 'not-verified' }]);
    for (const id of ids) server.rows.delete(`${projectId} ${id}`);
    await victim.pull();
    const [one, other] = victim.faults.get();
    victim.dismissWithdrawn([one!]);
    expect(faults()).toMatchObject([{ kind: 'withdrawn', id: other!.id }]);
    await victim.close();
    victim = await openOn(device, server);
    expect(faults()).toMatchObject([{ kind: 'withdrawn', id: other!.id }]);
    victim.dismissWithdrawn([other!]);
    expect(faults()).toEqual([]);
    await victim.close();
    victim = await openOn(device, server);
    await victim.pull();
    expect(faults()).toEqual([]);
  });

  it('leaves a record where it lies until its old project says that it left', async () => {
    const id = await task('mine');
    const other = createProject(writer, { name: 'Q' }).id;
    await arrives();
    moveTasks(writer, [id], other);
    await writer.outbox.sent();
    const tombstone = [...server.rows.values()].find((row) => row.id === id && row.scopeId === projectId)!;
    const row = (scopeId: string) => victim.collections.task.get(id)?.scopeId === scopeId;
    // Whoever reads the other project alone could have written this much.
    server.rows.delete(`${projectId} ${id}`);
    await victim.pull();
    expect([row(projectId), faults()]).toEqual([true, [{ kind: 'unproven-move', id, version: 2 }]]);
    await victim.close();
    victim = await openOn(device, server);
    await victim.pull();
    expect([row(projectId), faults().length]).toEqual([true, 1]);
    show(tombstone);
    await victim.pull();
    expect([row(other), faults()]).toEqual([true, []]);
  });

  it('lets a move from a project that was closed meanwhile stand', async () => {
    const id = await task('mine');
    const other = createProject(writer, { name: 'Q' }).id;
    await arrives();
    moveTasks(writer, [id], other);
    await writer.outbox.sent();
    server.hidden.add(projectId);
    await victim.pull();
    expect([victim.collections.task.get(id)?.scopeId, faults()]).toEqual([other, []]);
  });

  it('does not let a deleted record come back (M18)', async () => {
    const id = await task('gone');
    const old = { ...rowOf(id) };
    writer.remove('task', id);
    await arrives();
    expect(victim.collections.task.get(id)).toBeUndefined();
    show(old);
    await victim.pull();
    expect(victim.collections.task.get(id)).toBeUndefined();
    expect(faults()).toEqual([{ kind: 'resurrected', id, version: 1 }]);
  });

  it('opens no record that was damaged, moved or renamed; the others load', async () => {
    const [a, b] = [await task('a'), await task('b')];
    const kept = rowOf(a);
    put({ ...kept, sealed: kept.sealed.map((byte, i) => (i === 40 ? byte ^ 1 : byte)) });
    put({ ...rowOf(b), refs: { parentId: a } });
    const other = await openOn(createDevice(), server);
    await other.pull();
    expect(other.collections.task.size).toBe(0);
    expect(other.collections.project.get(projectId)?.name).toBe('P');
    expect(other.faults.get().map(({ kind }) => kind)).toEqual(['not-verified', 'not-verified']);
    await other.close();
  });

  it('asks again for what it could not open, and takes it when it is whole', async () => {
    const id = await task('whole');
    const kept = rowOf(id);
    writer.update('task', id, { title: 'whole again' });
    await writer.outbox.sent();
    const whole = rowOf(id);
    put({ ...whole, sealed: kept.sealed });
    await victim.pull();
    expect(faults()).toEqual([{ kind: 'not-verified', id, version: 2 }]);
    expect(victim.collections.task.get(id)?.title).toBe('whole');
    put(whole);
    await victim.close();
    victim = await openOn(device, server);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('whole again');
    expect(faults()).toEqual([]);
  });

  it('overwrites nothing that it could not verify', async () => {
    const id = await task('mine');
    const kept = rowOf(id);
    writer.update('task', id, { title: 'newer' });
    await writer.outbox.sent();
    put({ ...rowOf(id), sealed: kept.sealed });
    await victim.pull();
    victim.update('task', id, { title: 'over it' });
    await until(() => victim.outbox.status.get().failed === 1);
    expect(victim.failureOf(id)).toBe('UNVERIFIED');
    expect(victim.collections.task.get(id)?.title).toBe('over it');
    expect(rowOf(id).version).toBe(2);
  });

  it('notices two records under one version, and keeps the first', async () => {
    const id = await task('first');
    const other = new ProtocolServer();
    other.addScope({ id: projectId, kind: 'project', access: 'open' });
    const fork = await openOn(createDevice(), other);
    await fork.pull();
    fork.create('task', projectId, { title: 'second', id });
    await fork.outbox.sent();
    show([...other.rows.values()].find((row) => row.id === id)!);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('first');
    expect(faults()).toEqual([{ kind: 'equivocated', id, version: 1 }]);
    await fork.close();
  });

  it('says when a whole scope went back, and keeps what it has', async () => {
    await task('a');
    await task('b');
    server.scopes.get(projectId)!.revision = 1;
    server.onSync = (answer) => ({
      ...answer,
      scopes: [...server.scopes.values()].map(({ scope, revision }) => ({
        ...scope,
        cursor: revision,
        rows: [],
        keys: [],
        isWhole: true,
      })),
    });
    await victim.pull();
    expect(victim.collections.task.size).toBe(2);
    expect(victim.faults.get()).toMatchObject([{ kind: 'rolled-back', id: '', scopeId: projectId }]);
  });

  it('shows records that lie in themselves at the top (M14)', async () => {
    const a = await task('a');
    const b = await task('b', { parentId: a });
    const below = await task('below', { parentId: b });
    // No verb makes a cycle: two people who move at the same time do.
    const second = await openOn(createDevice(), server);
    await second.pull();
    const c = await task('c');
    await second.pull();
    writer.update('task', a, { parentId: c });
    second.update('task', c, { parentId: b });
    await Promise.all([writer.outbox.sent(), second.outbox.sent()]);
    await arrives();
    expect(new Set(victim.faults.get().map(({ kind, id }) => kind + id))).toEqual(
      new Set([a, b, c].map((id) => `cycle${id}`)),
    );
    const top = victim.collections.task.where('container', projectId).map(({ id }) => id);
    expect(new Set(top)).toEqual(new Set([a, b, c]));
    expect(victim.collections.task.get(below)?.parentId).toBe(b);
    writer.update('task', c, { parentId: undefined });
    await arrives();
    expect(victim.faults.get()).toEqual([]);
    expect(victim.collections.task.get(a)?.parentId).toBe(c);
    await second.close();
  });

  it('hides what lies in something deleted, and shows at the top what lies in something unknown', async () => {
    const a = await task('a');
    const second = await openOn(createDevice(), server);
    await second.pull();
    second.remove('task', a);
    const orphan = writer.create('task', projectId, { title: 'orphan', parentId: a });
    await second.outbox.sent();
    await arrives();
    expect(victim.collections.task.get(orphan.id)).toBeUndefined();
    const c = await task('c');
    const inside = await task('inside', { parentId: c });
    put({ ...rowOf(c), sealed: rowOf(a).sealed });
    const third = await openOn(createDevice(), server);
    await third.pull();
    expect(third.collections.task.get(inside)).toMatchObject({ title: 'inside' });
    expect(third.collections.task.get(inside)?.parentId).toBeUndefined();
    await Promise.all([second.close(), third.close()]);
  });

  it('closes what it may not read any more, and opens it again without a fault', async () => {
    const id = await task('secret');
    server.hidden.add(projectId);
    await victim.pull();
    expect(victim.collections.task.size + victim.collections.project.size).toBe(0);
    await until(() => victim.scopes.get().size === 0);
    await victim.close();
    const kept = (await device.store.scan<Uint8Array>('page', '')).map(([, bytes]) => keptText(bytes)).join();
    // The control: its mark is there.
    expect(kept).toContain(id);
    expect(kept).not.toContain('secret');
    victim = await openOn(device, server);
    await victim.pull();
    expect(victim.collections.task.size).toBe(0);
    server.hidden.clear();
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('secret');
    expect(victim.faults.get()).toEqual([]);
  });

  it('keeps what the log lets it read, though the server says that it is gone', async () => {
    const id = await task('kept');
    await victim.close();
    victim = await openOn(device, server, { role: 'ADMIN' });
    server.hidden.add(projectId);
    await victim.pull();
    expect(victim.collections.task.get(id)?.title).toBe('kept');
    expect(victim.faults.get()).toMatchObject([{ kind: 'rolled-back', scopeId: projectId }]);
    // An open project may have been made private for some of its readers.
    await victim.close();
    victim = await openOn(device, server, { role: 'EMPLOYEE' });
    await victim.pull();
    expect(victim.collections.task.size).toBe(0);
  });

  it('is not told that a project is a personal scope', async () => {
    const id = await task('before');
    server.onSync = (answer) => ({
      ...answer,
      scopes: answer.scopes.map((scope) => ({ ...scope, kind: 'personal', cursor: 2 ** 50, rows: [] })),
    });
    writer.update('task', id, { title: 'after' });
    await arrives();
    server.onSync = (answer) => answer;
    await victim.pull();
    expect(victim.scopes.get().get(projectId)?.kind).toBe('project');
    expect(victim.collections.task.get(id)?.title).toBe('after');
  });
});
