/** Records that show before their authors are verified: what was known of them stands behind them, and is remembered alone. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { Clock } from './clock.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, hastyClock, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

type Wrap = (vault: ReplicaVault) => ReplicaVault;

/** Makes a vault by which some tasks show before their authors are verified, and that says of them what is answered then. */
const unverified =
  (isSo: (task: OpenedRecord) => boolean, answer: () => boolean | Promise<boolean>): Wrap =>
  (vault) => ({
    ...vault,
    openPage: async (workspaceId, page) => {
      const { opened, ...rest } = await vault.openPage(workspaceId, page);
      const shows = (record: OpenedRecord) => record.entity === 'task' && record.plain && isSo(record);
      return {
        ...rest,
        opened: opened.map((record) => (shows(record) ? { ...record, isUnverified: true } : record)),
      };
    },
    verifyRecords: async (_, records) => {
      const holds = await answer();
      return records.map(() => holds);
    },
  });
const isLate = ({ version }: OpenedRecord) => version > 2;
const never = () => new Promise<boolean>(() => {});
/** A vault by which what is forged is found out once it shows. */
const findsOut = unverified(isLate, () => false);
/** A vault that never comes to find it out. */
const findsNothing = unverified(isLate, never);
/** A vault that never comes to verify any task. */
const waits = unverified(() => true, never);
/** A vault that verifies all tasks behind that they show. */
const believes = unverified(
  () => true,
  () => true,
);

let server: ProtocolServer;
let device: Device;
let victim: Replica;
let writer: Replica;
let open: Replica[];
let projectId: string;
let id: string;
let honest: SealedRecord;

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  open = [];
  writer = await reader(createDevice());
  projectId = createProject(writer, { name: 'P' }).id;
  ({ id } = writer.create('task', projectId, { title: 'one' }));
  await writer.outbox.sent();
  honest = rowOf(id);
  victim = await reader(device);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all([...new Set([...open, victim])].map((replica) => replica.close()));
});

async function reader(on: Device, vault?: Wrap, clock?: Clock): Promise<Replica> {
  const replica = await openOn(on, server, { ...(vault && { vault }), ...(clock && { clock }) });
  open.push(replica);
  await replica.pull();
  return replica;
}
/** Starts the victim's client again. */
async function restart(vault?: Wrap): Promise<void> {
  await victim.close();
  victim = await reader(device, vault);
}
/** Has the server end the session: see `deviceAccount.ts` for what that leaves. */
async function endSession(): Promise<void> {
  await victim.close();
  await device.store.clear(['account', 'outbox', 'memory']);
}
const rowOf = (recordId: string): SealedRecord => ({
  ...[...server.rows.values()].find((row) => row.id === recordId)!,
});
const put = (row: SealedRecord) => server.rows.set(`${row.scopeId} ${row.id}`, row);
/** Makes the server show a row as if it had just been written. */
const show = (row: SealedRecord) => put({ ...row, revision: ++server.scopes.get(row.scopeId)!.revision });
const faults = () => victim.faults.get().map(({ kind, id: of }) => ({ kind, id: of }));
const titleOf = (replica: Replica) => replica.collections.task.get(id)?.title;

/** Writes a later version in the place of its author. */
async function forged(): Promise<SealedRecord> {
  for (const title of ['two', 'forged']) {
    writer.update('task', id, { title });
    await writer.outbox.sent();
  }
  const row = rowOf(id);
  put(honest);
  return row;
}

/** Takes the project from the victim until the next pull. */
async function away(): Promise<void> {
  server.hidden.add(projectId);
  await victim.pull();
  expect(titleOf(victim)).toBeUndefined();
  server.hidden.delete(projectId);
}

it('does not keep the honest record from whoever was shown a forged one', async () => {
  const lie = await forged();
  await endSession();
  show(lie);
  victim = await reader(device, findsOut);
  await until(() => faults().length > 0);
  expect(faults()).toEqual([{ kind: 'forged-author', id }]);
  await endSession();
  show(honest);
  for (let start = 0; start < 2; start++) {
    victim = await reader(device, findsOut);
    expect([titleOf(victim), faults()]).toEqual(['one', []]);
    await victim.close();
  }
});

it.each(['again', 'signed in anew'])(
  'does not keep it from who was away before that was found out (%s)',
  async (start) => {
    const lie = await forged();
    await endSession();
    show(lie);
    victim = await reader(device, findsNothing);
    expect(titleOf(victim)).toBe('forged');
    if (start === 'again') {
      await victim.close();
      victim = await reader(device, findsOut);
      await until(() => faults().length > 0);
      expect(faults()).toEqual([{ kind: 'forged-author', id }]);
    }
    await endSession();
    show(honest);
    victim = await reader(device, findsOut);
    expect([titleOf(victim), faults()]).toEqual(['one', []]);
  },
);

it('is whole in a project that went before it was verified, and came back', async () => {
  device = createDevice();
  await victim.close();
  victim = await reader(device, waits);
  await away();
  put(honest);
  await victim.pull();
  expect([titleOf(victim), faults()]).toEqual(['one', []]);
});

it('is whole in a project that went while it was being verified, and came back', async () => {
  const verifying = Promise.withResolvers<boolean>();
  const asked = vi.fn(() => verifying.promise);
  device = createDevice();
  await victim.close();
  victim = await reader(
    device,
    unverified(() => true, asked),
  );
  await until(() => asked.mock.calls.length > 0);
  await away();
  verifying.resolve(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await victim.pull();
  expect([titleOf(victim), faults()]).toEqual(['one', []]);
});

it('believes no other one of the same version that came while the honest one was being verified', async () => {
  const verifying = Promise.withResolvers<boolean>();
  const asked = vi.fn(never).mockReturnValueOnce(verifying.promise);
  device = createDevice();
  await victim.close();
  victim = await reader(
    device,
    unverified(() => true, asked),
  );
  await until(() => asked.mock.calls.length > 0);
  await away();
  put({ ...honest, sealed: utf8(fromUtf8(honest.sealed).replace('"one"', '"forged"')) });
  await victim.pull();
  expect(titleOf(victim)).toBe('forged');
  verifying.resolve(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(victim.isUnverified(id)).toBe(true);
});

it('is the honest one in a project that went before a forged one was found out, and came back', async () => {
  const lie = await forged();
  show(lie);
  await victim.close();
  victim = await reader(device, findsNothing);
  expect(titleOf(victim)).toBe('forged');
  await away();
  put(honest);
  await victim.pull();
  expect([titleOf(victim), faults()]).toEqual(['one', []]);
});

it('takes what was not verified before the session ended for no news of earlier', async () => {
  device = createDevice();
  victim = await reader(device, waits);
  expect(titleOf(victim)).toBe('one');
  for (let session = 0; session < 2; session++) {
    await endSession();
    victim = await reader(device);
    expect([titleOf(victim), faults()]).toEqual(['one', []]);
  }
  // What is known since is.
  await endSession();
  put({ ...honest, id: uuidv7(), revision: 1 });
  victim = await reader(device);
  expect(faults()).toMatchObject([{ kind: 'backdated' }]);
});

it('remembers what was verified once it was, though nothing else came', async () => {
  writer.update('task', id, { title: 'two' });
  await writer.outbox.sent();
  const verifying = Promise.withResolvers<boolean>();
  device = createDevice();
  await victim.close();
  victim = await reader(
    device,
    unverified(
      () => true,
      () => verifying.promise,
    ),
  );
  verifying.resolve(true);
  await until(() => victim.verified.get() > 0);
  await endSession();
  show(honest);
  victim = await reader(device);
  expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'rolled-back', id }]]);
});

it('takes no older one by way of a forged one', async () => {
  writer.update('task', id, { title: 'newer' });
  await writer.outbox.sent();
  await victim.pull();
  const lie = await forged();
  await endSession();
  show(lie);
  victim = await reader(device, findsOut);
  await until(() => faults().length > 0);
  for (let start = 0; start < 2; start++) {
    show(honest);
    await victim.pull();
    expect(titleOf(victim)).toBeUndefined();
    expect(faults()).toContainEqual({ kind: 'rolled-back', id });
    await endSession();
    victim = await reader(device, findsOut);
  }
});

/** Lets the victim see the forged record and find it out, at once or after it was away, and then the honest one of before. */
async function seesThrough(lie: SealedRecord, isAway: boolean): Promise<void> {
  await restart(isAway ? findsNothing : findsOut);
  show(lie);
  await victim.pull();
  if (isAway) {
    expect(titleOf(victim)).toBe('forged');
    await restart(findsOut);
  }
  await until(() => faults().some(({ kind }) => kind === 'forged-author'));
  expect(titleOf(victim)).toBeUndefined();
  show(honest);
  await victim.pull();
}

it.each([false, true])(
  'takes nothing deleted by way of a forged one (away meanwhile: %s)',
  async (isAway) => {
    const lie = await forged();
    const other = await reader(createDevice());
    other.remove('task', id);
    await other.outbox.sent();
    await victim.pull();
    await seesThrough(lie, isAway);
    expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'resurrected', id }]]);
  },
);

it.each([false, true])(
  'takes nothing older by way of a closed project and a forged one (away meanwhile: %s)',
  async (isAway) => {
    writer.update('task', id, { title: 'newer' });
    await writer.outbox.sent();
    await victim.pull();
    const lie = await forged();
    await away();
    await seesThrough(lie, isAway);
    expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'rolled-back', id }]]);
  },
);

it('takes nothing older by way of a project that closes twice', async () => {
  writer.update('task', id, { title: 'newer' });
  await writer.outbox.sent();
  await victim.pull();
  await restart(waits);
  for (let time = 0; time < 2; time++) {
    await away();
    await victim.pull();
    expect(titleOf(victim)).toBe('newer');
  }
  await away();
  show(honest);
  await victim.pull();
  expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'rolled-back', id }]]);
});

it('is the honest one where it was before it showed in another project, forged', async () => {
  const elsewhere = createProject(writer, { name: 'Q' }).id;
  writer.update('task', id, { title: 'two' });
  await writer.outbox.sent();
  writer.move('task', id, { scopeId: elsewhere, fields: {} });
  await writer.outbox.sent();
  const lie = server.rows.get(`${elsewhere} ${id}`)!;
  server.rows.delete(`${elsewhere} ${id}`);
  put(honest);
  await victim.pull();
  await away();
  server.hidden.add(projectId);
  await restart(findsOut);
  show(lie);
  await victim.pull();
  await until(() => faults().some(({ kind }) => kind === 'forged-author'));
  server.rows.delete(`${elsewhere} ${id}`);
  server.hidden.delete(projectId);
  await restart(findsOut);
  expect(titleOf(victim)).toBe('one');
});

it.each([
  ['as it comes', 'at once', undefined],
  ['as it comes', 'after a start', undefined],
  ['as it comes', 'after the session', undefined],
  ['behind that', 'at once', believes],
  ['behind that', 'after a start', believes],
  ['behind that', 'after the session', believes],
] as const)(
  'may come again where it came until it is verified (%s), and nothing else may there, %s',
  async (_, when, vault) => {
    device = createDevice();
    await victim.close();
    victim = await reader(device, waits);
    await away();
    await restart(vault);
    await until(() => !victim.isUnverified(id));
    expect([titleOf(victim), faults()]).toEqual(['one', []]);
    writer.update('task', id, { title: 'dated back' });
    await writer.outbox.sent();
    const late = { ...rowOf(id), revision: honest.revision };
    put(honest);
    if (when === 'after the session') await endSession();
    else await away();
    if (when === 'at once') await victim.pull();
    else await restart();
    expect([titleOf(victim), faults()]).toEqual(['one', []]);
    if (when === 'after the session') await endSession();
    else await away();
    put(late);
    if (when === 'at once') await victim.pull();
    else await restart();
    expect([titleOf(victim), faults()]).toEqual([undefined, [{ kind: 'backdated', id }]]);
  },
);

it.each([
  ['is remembered where the session ends before its turn came', true],
  ['is not where only the workspace closes', false],
])('%s', async (_, remembers) => {
  writer.update('task', id, { title: 'two' });
  await writer.outbox.sent();
  // The browser always has something better to do.
  vi.stubGlobal('requestIdleCallback', () => 0);
  device = createDevice();
  await victim.close();
  victim = await reader(device, believes);
  expect([titleOf(victim), victim.isUnverified(id)]).toEqual(['two', true]);
  await victim.close({ remembers });
  expect(victim.isUnverified(id)).toBe(!remembers);
  await endSession();
  show(honest);
  victim = await reader(device);
  expect([titleOf(victim), faults()]).toEqual(
    remembers ? [undefined, [{ kind: 'rolled-back', id }]] : ['one', []],
  );
});

/** Opens the victim's client, of which a task shows that is not verified, by a clock on which time passes when it is told to. */
async function showsByClock(vault: Wrap): Promise<PromiseWithResolvers<void> & { waited: number[] }> {
  const passing = Promise.withResolvers<void>();
  const waited: number[] = [];
  const wait = async (ms: number) => {
    waited.push(ms);
    await passing.promise;
  };
  device = createDevice();
  await victim.close();
  victim = await reader(device, vault, { ...hastyClock, wait });
  expect([victim.isUnverified(id), waited]).toEqual([true, []]);
  return { ...passing, waited };
}

it('waits a second and no longer for what is not verified when the session ends', async () => {
  const { waited, resolve } = await showsByClock(waits);
  let isClosed = false;
  const closing = victim.close({ remembers: true }).then(() => {
    isClosed = true;
  });
  await new Promise((passed) => setTimeout(passed, 50));
  expect([isClosed, waited]).toEqual([false, [1000]]);
  resolve();
  await closing;
});

it('waits for nothing when the session ends where it cannot be verified', async () => {
  // Nothing is verified before.
  vi.stubGlobal('requestIdleCallback', () => 0);
  const noKeys = () => Promise.reject(new Error('no keys'));
  await showsByClock(unverified(() => true, noKeys));
  await victim.close({ remembers: true });
});
