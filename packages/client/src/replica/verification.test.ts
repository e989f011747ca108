/** Checks what shows before its author is verified, what becomes of it then, and what is dated back. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { UnverifiedRecord } from '../vault/plainRecord.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn, until, workspaceId } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { tabHub } from './testing/tabHub.ts';

let server: ProtocolServer;
let device: Device;
let writer: Replica;
let reader: Replica;
let projectId: string;
/** Titles that nobody signed. */
let forged: Set<string>;
/** Titles of what the vault was asked to verify. */
let asked: string[];
/** While it is set, the vault verifies nothing. */
let hold: PromiseWithResolvers<void> | undefined;
/** Ids of rows whose authors know more of the log than came so far, and how often they were opened. */
let ahead: Map<string, number>;

const careful = (vault: ReplicaVault): ReplicaVault => ({
  ...vault,
  openPage: async (workspaceId, page) => {
    const { opened, ...rest } = await vault.openPage(workspaceId, page);
    const isAhead = (id: string) => (ahead.get(id) ?? 0) > 0;
    const faulty = opened.filter(({ id }) => isAhead(id));
    for (const { id } of faulty) ahead.set(id, ahead.get(id)! - 1);
    return {
      ...rest,
      opened: opened
        .filter((record) => !faulty.includes(record))
        .map((record) =>
          record.entity === 'task' && record.plain
            ? { ...record, isUnverified: true as const, proof: String(record.plain.title) }
            : record,
        ),
      faulty: [...rest.faulty, ...faulty.map((record) => ({ ...record, fault: 'withheld-log' as const }))],
    };
  },
  verifyRecords: async (_, records: UnverifiedRecord[]) => {
    asked.push(...records.map(({ plain }) => String(plain?.title)));
    await hold?.promise;
    return records.map(({ plain }) => !forged.has(String(plain?.title)));
  },
});

const open = () => openOn(device, server, { vault: careful });

beforeEach(async () => {
  [forged, asked, ahead, hold] = [new Set(), [], new Map(), undefined];
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
  reader = await open();
  projectId = createProject(writer, { name: 'P' }).id;
  await arrives();
});
afterEach(async () => {
  hold?.resolve();
  await Promise.all([writer.close(), reader.close()]);
});

async function arrives(): Promise<void> {
  await writer.outbox.sent();
  await writer.pull();
  await reader.pull();
}

async function task(title: string): Promise<string> {
  const { id } = writer.create('task', projectId, { title });
  await arrives();
  return id;
}

const titleOf = (id: string) => reader.collections.task.get(id)?.title;
const faults = () => reader.faults.get().map(({ kind, id, version }) => ({ kind, id, version }));
const rowOf = (id: string): SealedRecord => [...server.rows.values()].find((row) => row.id === id)!;
const put = (row: SealedRecord) => server.rows.set(`${row.scopeId} ${row.id}`, row);

it('shows a record at once, verifies it behind that, and once', async () => {
  hold = Promise.withResolvers();
  const id = await task('one');
  expect(titleOf(id)).toBe('one');
  await until(() => asked.length > 0);
  hold.resolve();
  await task('two');
  const isKept = async () => {
    const pages = await device.store.scan<{ pieces: { isBelieved?: true }[] }>(
      'state',
      `${workspaceId}/pages/`,
    );
    return pages.every(([, { pieces }]) => pieces.every(({ isBelieved }) => isBelieved));
  };
  while (!(asked.includes('two') && (await isKept()))) await new Promise((resolve) => setTimeout(resolve, 1));
  await reader.close();
  const before = [...asked];
  reader = await open();
  await reader.pull();
  await task('three');
  await until(() => asked.includes('three'));
  expect(asked.slice(before.length)).toEqual(['three']);
});

it('verifies in each tab what that one shows, which may be another record of the same version', async () => {
  await reader.close();
  const hub = tabHub();
  reader = await openOn(device, server, { vault: careful, tabs: hub() });
  const never = (vault: ReplicaVault) => ({
    ...careful(vault),
    verifyRecords: () => new Promise<never>(() => {}),
  });
  const beside = await openOn(device, server, { vault: never, tabs: hub() });
  const id = await task('one');
  await beside.pull();
  await until(() => !reader.isUnverified(id));
  await beside.pull();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([beside.collections.task.get(id)?.title, beside.isUnverified(id)]).toEqual(['one', true]);
  await beside.close();
});

it('verifies after a restart what was not verified before it', async () => {
  hold = Promise.withResolvers();
  await task('one');
  const closing = reader.close();
  hold.resolve();
  await closing;
  asked = [];
  reader = await open();
  await until(() => asked.includes('one'));
});

it('goes back to what was believed where a signature does not hold, and stays there', async () => {
  const id = await task('honest');
  await until(() => asked.includes('honest'));
  forged.add('forged');
  hold = Promise.withResolvers();
  writer.update('task', id, { title: 'forged' });
  await arrives();
  expect(titleOf(id)).toBe('forged');
  hold.resolve();
  await until(() => faults().length > 0);
  expect(titleOf(id)).toBe('honest');
  expect(faults()).toEqual([{ kind: 'forged-author', id, version: 2 }]);
  // It is asked for again with each pull, and does not show again.
  await reader.pull();
  expect([titleOf(id), faults()]).toEqual(['honest', [{ kind: 'forged-author', id, version: 2 }]]);
  await reader.close();
  reader = await open();
  await reader.pull();
  expect(titleOf(id)).toBe('honest');
  expect(faults()).toEqual([{ kind: 'forged-author', id, version: 2 }]);
  // Nothing is written over what is on the server meanwhile.
  reader.update('task', id, { title: 'mine' });
  await until(() => reader.failureOf(id) !== undefined);
  expect(reader.failureOf(id)).toBe('UNVERIFIED');
});

it.each([
  ['being verified', 'honest'],
  ['still to be verified', 'other'],
])('goes back to a state that was %s when a forgery took its place', async (_, first) => {
  hold = Promise.withResolvers();
  if (first === 'other') {
    await task('other');
    await until(() => asked.includes('other'));
  }
  const id = await task('honest');
  await until(() => asked.includes(first));
  forged.add('forged').add('forged again');
  for (const title of ['forged', 'forged again']) {
    writer.update('task', id, { title });
    await arrives();
  }
  expect(titleOf(id)).toBe('forged again');
  hold.resolve();
  await until(() => faults().length > 0);
  await expect.poll(() => titleOf(id)).toBe('honest');
  await until(() => asked.includes('honest'));
  expect(faults()).toEqual([{ kind: 'forged-author', id, version: 3 }]);
  await reader.pull();
  expect(titleOf(id)).toBe('honest');
  await reader.close();
  reader = await open();
  await reader.pull();
  expect(titleOf(id)).toBe('honest');
  expect(faults()).toEqual([{ kind: 'forged-author', id, version: 3 }]);
});

it('signs nothing that builds on what is not verified yet', async () => {
  const id = await task('honest');
  await until(() => asked.includes('honest'));
  forged.add('forged');
  hold = Promise.withResolvers();
  writer.update('task', id, { title: 'forged' });
  await arrives();
  reader.update('task', id, { status: 'IN_PROGRESS' });
  await until(() => asked.filter((title) => title === 'forged').length > 1);
  hold.resolve();
  await until(() => reader.failureOf(id) !== undefined);
  expect([reader.failureOf(id), rowOf(id).version]).toEqual(['UNVERIFIED', 2]);
});

it('verifies once more where something newer came while it was at it', async () => {
  const id = await task('honest');
  await until(() => asked.includes('honest'));
  hold = Promise.withResolvers();
  writer.update('task', id, { title: 'newer' });
  await arrives();
  reader.update('task', id, { status: 'IN_PROGRESS' });
  await until(() => asked.filter((title) => title === 'newer').length > 1);
  forged.add('forged');
  const held = hold;
  hold = undefined;
  writer.update('task', id, { title: 'forged' });
  await writer.outbox.sent();
  await reader.pull();
  held.resolve();
  await until(() => reader.failureOf(id) !== undefined);
  expect([reader.failureOf(id), rowOf(id).version]).toEqual(['UNVERIFIED', 3]);
});

it('refuses that somebody makes another’s record their own, or deletes it as theirs', async () => {
  const me = device.userId;
  const refs = { taskId: await task('one'), userId: me };
  const { id } = writer.create('comment', projectId, { ...refs, createdAt: 1 } as never);
  await arrives();
  expect(reader.collections.comment.get(id)?.userId).toBe(me);
  writer.update('comment', id, { userId: 'mallory' } as never);
  await arrives();
  expect(faults()).toContainEqual({ kind: 'forged-author', id, version: 2 });
  // A device that begins now cannot tell, and deletes what it takes for the thief's.
  const thief = await openOn(createDevice(), server);
  await thief.pull();
  thief.remove('comment', id);
  await thief.outbox.sent();
  await thief.close();
  await reader.pull();
  expect(rowOf(id).deleted).toBe(true);
  expect(faults()).toContainEqual({ kind: 'forged-author', id, version: 3 });
  expect(reader.collections.comment.get(id)?.userId).toBe(me);
});

it('takes away what nobody ever believed', async () => {
  forged.add('forged');
  const id = await task('forged');
  await until(() => faults().length > 0);
  expect(titleOf(id)).toBeUndefined();
  await reader.close();
  reader = await open();
  await reader.pull();
  expect([titleOf(id), faults()]).toEqual([undefined, [{ kind: 'forged-author', id, version: 1 }]]);
});

it('refuses what is new at a place that this device has read past, however often it comes', async () => {
  const id = await task('one');
  const old = rowOf(id);
  writer.update('task', id, { title: 'two' });
  await writer.outbox.sent();
  // What somebody writes now comes where they could still write; something else moves the scope on.
  put({ ...rowOf(id), revision: old.revision });
  const other = await task('other');
  for (let pulls = 0; pulls < 2; pulls++) {
    server.pastToo = true;
    await reader.pull();
    expect(titleOf(id)).toBe('one');
    expect(titleOf(other)).toBe('other');
    expect(faults()).toEqual([{ kind: 'backdated', id, version: 2 }]);
  }
  // A device that begins now cannot tell.
  const fresh = await openOn(createDevice(), server);
  await fresh.pull();
  expect(fresh.collections.task.get(id)?.title).toBe('two');
  await fresh.close();
});

it('refuses it beyond the session, too, in a scope of which all was verified while another one waited', async () => {
  await task('one');
  const quiet = createProject(writer, { name: 'Q' }).id;
  await writer.outbox.sent();
  writer.update('project', quiet, { name: 'Quiet' });
  await writer.outbox.sent();
  await reader.close();
  device = createDevice();
  hold = Promise.withResolvers();
  reader = await open();
  await reader.pull();
  await reader.close();
  hold.resolve();
  reader = await open();
  await reader.pull();
  await until(() => reader.verified.get() > 0);
  await reader.close();
  await device.store.clear(['account', 'outbox', 'memory']);
  const { id } = writer.create('task', quiet, { title: 'dated back' });
  await writer.outbox.sent();
  put({ ...rowOf(id), revision: 1 });
  reader = await open();
  await reader.pull();
  expect([titleOf(id), faults()]).toEqual([undefined, [{ kind: 'backdated', id, version: 1 }]]);
});

it('expects nothing at a place where only something old was refused, or something dated back', async () => {
  const id = await task('one');
  const old = rowOf(id);
  await task('other');
  // Something that cannot be opened stands where the forgery is to come.
  ahead.set(id, 2);
  server.pastToo = true;
  await reader.pull();
  writer.update('task', id, { title: 'two' });
  const added = writer.create('task', projectId, { title: 'added' }).id;
  await writer.outbox.sent();
  put({ ...rowOf(id), revision: old.revision });
  const forgery = { ...rowOf(added), revision: old.revision };
  put(forgery);
  const refused = { kind: 'backdated', id: added, version: 1 };
  await reader.pull();
  expect([titleOf(id), titleOf(added)]).toEqual(['one', undefined]);
  expect(faults()).toContainEqual(refused);
  // It is left out once, and shown again.
  server.rows.delete(`${forgery.scopeId} ${added}`);
  await reader.pull();
  put(forgery);
  await reader.pull();
  expect([titleOf(id), titleOf(added)]).toEqual(['one', undefined]);
  expect(faults()).toContainEqual(refused);
});

it('asks for a log that an author knew, once; then the server holds it back', async () => {
  const id = writer.create('task', projectId, { title: 'one' }).id;
  ahead.set(id, 1);
  await arrives();
  expect([titleOf(id), faults()]).toEqual(['one', []]);
  const next = writer.create('task', projectId, { title: 'two' }).id;
  ahead.set(next, 2);
  await arrives();
  expect([titleOf(next), faults()]).toEqual([undefined, [{ kind: 'withheld-log', id: next, version: 1 }]]);
  await reader.pull();
  expect([titleOf(next), faults()]).toEqual(['two', []]);
});
