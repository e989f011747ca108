/** A server that says of a scope that it is gone, to make a device forget what it must be shown again. */
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import { createHours } from '../nouns/workingTime.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, type OpenOptions, openOn } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let device: Device;
let writer: Replica;
let victim: Replica | undefined;

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
});
afterEach(async () => {
  await Promise.all([writer.close(), victim?.close()]);
});

const faults = () => victim!.faults.get().map(({ kind, id, scopeId }) => ({ kind, id, scopeId }));

/** Makes the hours of somebody, with an entry of theirs. */
async function hoursOf(userId: string) {
  const scopeId = uuidv7();
  createHours(writer, scopeId, userId);
  const { id } = writer.create('timeEntry', scopeId, {});
  await writer.outbox.sent();
  return { scopeId, id };
}

async function open(options: OpenOptions): Promise<Replica> {
  await victim?.close();
  victim = await openOn(device, server, options);
  await victim.pull();
  return victim;
}

/** Has the server say that a scope is gone, then show it again without one record. */
async function dropsWith(scopeId: string, id: string): Promise<void> {
  server.hidden.add(scopeId);
  await victim!.pull();
  server.hidden.clear();
  server.rows.delete(`${scopeId} ${id}`);
  await victim!.pull();
}

/** Makes another log of the one that the vault proves. */
const withLog =
  (change: (log: LogState) => LogState): NonNullable<OpenOptions['vault']> =>
  (vault: ReplicaVault) => ({
    ...vault,
    takeLog: async (...args) => change(await vault.takeLog(...args)),
    openPage: async (id, page) => {
      const opened = await vault.openPage(id, page);
      return { ...opened, ...(opened.log && { log: change(opened.log) }) };
    },
  });

it('takes no record of their own hours from an employee: gone, then back without one record', async () => {
  const { scopeId, id } = await hoursOf(device.userId);
  const { collections } = await open({ role: 'EMPLOYEE' });
  expect(collections.timeEntry.get(id)).toBeDefined();
  await dropsWith(scopeId, id);
  expect(collections.timeEntry.get(id)).toBeDefined();
  server.hidden.add(scopeId);
  await victim!.pull();
  expect(faults()).toEqual([{ kind: 'rolled-back', id: '', scopeId }]);
});

it('takes no record of their customer from its user: gone, then back without one record', async () => {
  const scopeId = uuidv7();
  writer.transaction((transaction) => {
    transaction.createScope({ id: scopeId, kind: 'customer', access: 'private' });
    writer.create('customer', scopeId, { id: scopeId, name: 'C' });
  });
  const { id } = writer.create('customerUser', scopeId, { userId: device.userId });
  await writer.outbox.sent();
  const ofCustomer = (customerId: string) =>
    withLog((log) => {
      const me = log.members.get(device.userId) as LoggedMember;
      return { ...log, members: new Map([[device.userId, { ...me, customerId }]]) };
    });
  let { collections } = await open({ role: 'CUSTOMER', vault: ofCustomer(scopeId) });
  expect(collections.customerUser.get(id)).toBeDefined();
  await dropsWith(scopeId, id);
  expect(collections.customerUser.get(id)).toBeDefined();
  server.hidden.add(scopeId);
  await victim!.pull();
  expect(faults()).toEqual([{ kind: 'rolled-back', id: '', scopeId }]);
  // Of whoever belongs to another customer now it may be taken.
  ({ collections } = await open({ role: 'CUSTOMER', vault: ofCustomer(uuidv7()) }));
  expect([collections.customerUser.size, faults()]).toEqual([0, []]);
});

it('lets others’ hours go from who was an admin', async () => {
  const { scopeId, id } = await hoursOf(uuidv7());
  await open({ role: 'ADMIN' });
  expect(victim!.collections.timeEntry.get(id)).toBeDefined();
  server.hidden.add(scopeId);
  await victim!.pull();
  expect(faults()).toEqual([{ kind: 'rolled-back', id: '', scopeId }]);
  await open({ role: 'EMPLOYEE' });
  expect([victim!.collections.timeEntry.size, faults()]).toEqual([0, []]);
});

it('lets their own hours go from who was out of the workspace while the device was away', async () => {
  const { scopeId } = await hoursOf(device.userId);
  const log = [logEntry(0, 'genesis')];
  const openAt = async (isBack: boolean) => {
    await victim?.close();
    const withPlaces = withLog((state) => {
      const me = state.members.get(device.userId)!;
      const places = [me, { ...me, status: 'INACTIVE' as const }, me].map((fact, seq) => ({ seq, fact }));
      const members = new Map([[device.userId, isBack ? places : places.slice(0, 1)]]);
      return { ...state, seq: isBack ? 2 : 0, history: { ...state.history, members } };
    });
    victim = await openWithLog({ server, log }, device, { role: 'EMPLOYEE', wrap: withPlaces });
    await victim.pull();
  };
  await openAt(false);
  server.hidden.add(scopeId);
  await victim!.pull();
  expect(faults()).toEqual([{ kind: 'rolled-back', id: '', scopeId }]);
  log.push(logEntry(1, 'genesis'), logEntry(2, 'genesis'));
  await openAt(true);
  expect([victim!.collections.workingTime.size, faults()]).toEqual([0, []]);
});

it.each(['calls it whole', 'never calls it whole'])(
  'names what is left out of a project that was gone and is back, where the server %s',
  async (how) => {
    const { id: scopeId } = createProject(writer, { name: 'Villa' });
    const [left, kept, deleted, moved] = ['left', 'kept', 'deleted', 'moved'].map(
      (title) => writer.create('task', scopeId, { title }).id,
    );
    const { id: other } = createProject(writer, { name: 'Lodge' });
    await writer.outbox.sent();
    await open({ role: 'EMPLOYEE' });
    server.hidden.add(scopeId);
    await victim!.pull();
    expect(victim!.collections.task.size).toBe(0);
    // What happens meanwhile is no fault.
    server.hidden.clear();
    writer.remove('task', deleted!);
    moveTasks(writer, [moved!], other);
    await writer.outbox.sent();
    server.hidden.add(scopeId);
    await victim!.pull();
    server.hidden.clear();
    server.rows.delete(`${scopeId} ${left}`);
    server.pageSize = 2;
    if (how === 'never calls it whole')
      server.onSync = (answer) => ({
        ...answer,
        scopes: answer.scopes.map((scope) => ({ ...scope, isWhole: false })),
      });
    await victim!.pull();
    expect(victim!.collections.task.get(kept!)).toBeDefined();
    expect(faults()).toEqual([{ kind: 'withdrawn', id: left, scopeId }]);
    // It stands until a person has read it, and is said once.
    await open({ role: 'EMPLOYEE' });
    expect(faults()).toEqual([{ kind: 'withdrawn', id: left, scopeId }]);
    victim!.dismissWithdrawn(victim!.faults.get());
    await victim!.pull();
    expect(faults()).toEqual([]);
  },
);
