/** Devices after a backup was put back and named: what comes back, from whom, and what an interruption leaves. */

import type { Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LoggedMember } from '@kontor/contract/memberLog/state';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceTables } from '../device/deviceStore.ts';
import { createProject } from '../nouns/project.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { aloneTab, type Tabs } from './tabs.ts';
import { createDevice, type Device, until, workspaceId } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer, ServerError } from './testing/protocolServer.ts';
import { tabHub } from './testing/tabHub.ts';

let server: ProtocolServer;
let log: LogEntry[];
let first: Device;
let onFirst: Replica;
let second: Device;
let onSecond: Replica;
let projectId: string;
/** The members besides the one whose device it is. */
const others = new Map<string, Partial<LoggedMember>>();
const staffId = 'staff';

const entry = (type: 'genesis' | 'restore', changedAt = 0) => logEntry(log.length, type, changedAt);

/** Opens the workspace on a device, with a log that is believed. */
const open = (device: Device, role: Role = 'ADMIN', tabs: Tabs = aloneTab()): Promise<Replica> =>
  openWithLog({ server, log, others, staffId }, device, { role, tabs });

const settle = async (...workspaces: Replica[]) => {
  for (let round = 0; round < 3; round++)
    for (const workspace of workspaces) {
      await workspace.pull();
      await workspace.outbox.sent();
    }
};
const titles = (workspace: Replica) =>
  workspace.collections.task
    .all()
    .map(({ title }) => title)
    .sort();
const task = (title: string) => onFirst.create('task', projectId, { title }).id;
const rowsOf = (id: string) => [...server.rows.values()].filter((row) => row.id === id);

beforeEach(async () => {
  server = new ProtocolServer();
  log = [];
  others.clear();
  log.push(entry('genesis'));
  [first, second] = [createDevice(), createDevice()];
  [onFirst, onSecond] = [await open(first), await open(second)];
  projectId = createProject(onFirst, { name: 'P' }).id;
  await settle(onFirst, onSecond);
});

/** Sets the server back, and has an admin say so. */
function restore(putBack: () => void, changedAt: number): void {
  putBack();
  log.push(entry('restore', changedAt));
}

describe('after a backup was put back and named', () => {
  it('two devices at once bring everything back, once', async () => {
    const [edited, deleted] = [task('one'), task('away')];
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', edited, { title: 'two' });
    const added = task('new');
    onFirst.remove('task', deleted);
    await settle(onFirst, onSecond);
    restore(putBack, changedAt);
    await Promise.all([settle(onFirst), settle(onSecond)]);
    await settle(onFirst, onSecond);
    for (const workspace of [onFirst, onSecond]) {
      expect(titles(workspace)).toEqual(['new', 'two']);
      expect(workspace.faults.get()).toEqual([]);
      expect(workspace.outbox.failed.get()).toEqual([]);
      expect(workspace.conflictsOf(workspace.collections.task.get(edited)!)).toEqual([]);
    }
    expect(rowsOf(edited).map(({ version }) => version)).toEqual([2]);
    expect(rowsOf(added).map(({ version }) => version)).toEqual([1]);
    expect(rowsOf(deleted).map(({ version, deleted }) => [version, deleted])).toEqual([[2, true]]);
  });

  it('a device takes what hints bring along as before', async () => {
    await onSecond.close();
    second = createDevice();
    onSecond = await openWithLog({ server, log, others, staffId }, second, { hints: server.hints });
    server.onPage = (page) => page;
    const [putBack, changedAt] = [server.backup(), server.time];
    const id = task('one');
    for (const title of ['two', 'three', 'four']) {
      await onFirst.outbox.sent();
      onFirst.update('task', id, { title });
    }
    await settle(onFirst, onSecond);
    restore(putBack, changedAt);
    await settle(onFirst, onSecond);
    second.requests.length = 0;
    onFirst.update('task', id, { title: 'five' });
    await onFirst.outbox.sent();
    await until(() => titles(onSecond)[0] === 'five');
    expect(second.requests).toEqual([]);
  });

  it('brings nothing back of which the author is not verified, and does not sign', async () => {
    await onSecond.close();
    const verifying = Promise.withResolvers<void>();
    const isForged = (title: unknown) => title === 'forged';
    second = createDevice();
    onSecond = await openWithLog({ server, log, others, staffId }, second, {
      wrap: (vault) => ({
        ...vault,
        openPage: async (id, page) => {
          const { opened, ...rest } = await vault.openPage(id, page);
          const proof = 'a signature';
          return { ...rest, opened: opened.map((record) => ({ ...record, isUnverified: true, proof })) };
        },
        verifyRecords: async (_, records) => {
          await verifying.promise;
          return records.map(({ plain }) => !isForged(plain?.title));
        },
      }),
    });
    const [putBack, changedAt] = [server.backup(), server.time];
    const [honest] = [task('honest'), task('forged')];
    await settle(onFirst, onSecond);
    expect(titles(onSecond)).toEqual(['forged', 'honest']);
    await onFirst.close();
    restore(putBack, changedAt);
    const settled = settle(onSecond);
    verifying.resolve();
    await settled;
    const there = [...server.rows.values()].filter(({ entity }) => entity === 'task');
    expect(there.map(({ id }) => id)).toEqual([honest]);
  });

  it('a device that was signed out meanwhile takes the backup for what there is, for good', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', id, { title: 'two' });
    task('new');
    await settle(onFirst, onSecond);
    await Promise.all([onFirst.close(), onSecond.close()]);
    restore(putBack, changedAt);
    for (let session = 0; session < 2; session++) {
      // See `deviceAccount.ts`.
      await second.store.clear(['account', 'outbox', 'memory']);
      for (let start = 0; start < 2; start++) {
        onSecond = await open(second);
        await settle(onSecond);
        expect([titles(onSecond), onSecond.faults.get()]).toEqual([['one'], []]);
        await onSecond.close();
      }
    }
  });

  /**
   * Has a device follow the backup and see a newer state; then its session ends, and the server shows the
   * older one.
   */
  async function followThenGoBack(): Promise<{ id: string; takeBack: () => void }> {
    const id = task('one');
    await settle(onFirst, onSecond);
    restore(() => {}, server.time);
    await settle(onFirst, onSecond);
    const takeBack = server.backup();
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst, onSecond);
    expect(titles(onSecond)).toEqual(['two']);
    await onFirst.close();
    return { id, takeBack };
  }
  /** See `deviceAccount.ts`. */
  async function endSession(): Promise<void> {
    await onSecond.close();
    await second.store.clear(['account', 'outbox', 'memory']);
  }
  const refusals = (workspace: Replica) => workspace.faults.get().map(({ kind, id }) => ({ kind, id }));

  it('followed once is followed for good: no start after the session gives up what it remembers', async () => {
    const { id, takeBack } = await followThenGoBack();
    await endSession();
    takeBack();
    for (let start = 0; start < 3; start++) {
      onSecond = await open(second);
      await settle(onSecond);
      expect([titles(onSecond), refusals(onSecond)]).toEqual([[], [{ kind: 'rolled-back', id }]]);
      await onSecond.close();
    }
  });

  it('followed once is followed for good, also in the sessions after the next', async () => {
    const { id, takeBack } = await followThenGoBack();
    log.push(entry('genesis'));
    await endSession();
    onSecond = await open(second);
    await settle(onSecond);
    await onSecond.close();
    onSecond = await open(second);
    onSecond.create('task', projectId, { title: 'other' });
    await settle(onSecond);
    await endSession();
    takeBack();
    onSecond = await open(second);
    await settle(onSecond);
    expect([titles(onSecond), refusals(onSecond)]).toEqual([[], [{ kind: 'rolled-back', id }]]);
  });

  it('a device without the entry keeps what it has (control)', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const putBack = server.backup();
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst, onSecond);
    putBack();
    await onFirst.pull();
    expect(titles(onFirst)).toEqual(['two']);
    expect(onFirst.setBack.get()).toBeDefined();
    expect(rowsOf(id)[0]?.version).toBe(1);
  });

  it('goes on where it was interrupted, with what was not sent yet', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', id, { title: 'two' });
    for (let i = 0; i < 20; i++) task(`new ${i}`);
    await settle(onFirst, onSecond);
    first.connection.isOffline = true;
    onFirst.update('task', id, { title: 'three' });
    await onFirst.outbox.stored();
    restore(putBack, changedAt);
    // The second page never comes; then the browser goes away.
    server.pageSize = 1;
    let pages = 0;
    server.onSync = (answer) => {
      if (++pages > 2) throw new ServerError('OFFLINE');
      return answer;
    };
    first.connection.isOffline = false;
    await onFirst.pull();
    expect(titles(onFirst)).toContain('three');
    await onFirst.close();
    server.onSync = (answer) => answer;
    server.pageSize = 5_000;
    onFirst = await open(first);
    expect(titles(onFirst)).toHaveLength(21);
    await settle(onFirst, onSecond);
    for (const workspace of [onFirst, onSecond]) {
      expect(titles(workspace)).toHaveLength(21);
      expect(workspace.collections.task.get(id)?.title).toBe('three');
      expect(workspace.conflictsOf(workspace.collections.task.get(id)!)).toEqual([]);
    }
    await onFirst.close();
    onFirst = await open(first);
    await onFirst.pull();
    expect(titles(onFirst)).toEqual(titles(onSecond));
  });

  it('sends again what the server had acknowledged and lost before it was pulled', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    server.onSync = () => {
      throw new ServerError('OFFLINE');
    };
    onFirst.update('task', id, { title: 'two' });
    await onFirst.outbox.sent();
    expect(rowsOf(id)[0]?.version).toBe(2);
    server.onSync = (answer) => answer;
    restore(putBack, changedAt);
    await settle(onFirst, onSecond);
    expect(titles(onSecond)).toEqual(['two']);
  });

  it('keeps what a server took that nobody knew to be behind, and sends it to the one that takes its place', async () => {
    const hub = tabHub();
    await onFirst.close();
    onFirst = await open(first, 'ADMIN', hub());
    const tab = await open(first, 'ADMIN', hub());
    task('one');
    await settle(onFirst, onSecond);
    const putBack = server.backup();
    for (const title of ['two', 'three']) {
      task(title);
      await settle(onFirst, onSecond, tab);
    }
    const putBetter = server.backup();
    first.connection.isOffline = true;
    const edited = onFirst.collections.task.all().find(({ title }) => title === 'one')!.id;
    let added = '';
    onFirst.transaction(() => {
      onFirst.update('task', edited, { title: 'one, typed' });
      added = task('typed');
    });
    await until(() => tab.collections.task.get(added) !== undefined);
    putBack();
    first.connection.isOffline = false;
    await onFirst.outbox.sent();
    expect(rowsOf(added)).toHaveLength(1);
    const all = ['one, typed', 'three', 'two', 'typed'];
    for (const each of [onFirst, tab]) {
      await each.pull();
      await each.pull();
      expect(titles(each)).toEqual(all);
    }
    await onFirst.close();
    putBetter();
    await settle(tab);
    await onSecond.pull();
    expect([titles(tab), titles(onSecond)]).toEqual([all, all]);
    await tab.close();
  });

  it('sends it also where another tab leads by then, which had it from the server and forgot it', async () => {
    const hub = tabHub();
    await onFirst.close();
    let isDeaf = false;
    onFirst = await openWithLog({ server, log, others, staffId }, first, {
      tabs: hub(),
      wrap: (vault) => ({
        ...vault,
        openPage: (...page) => (isDeaf ? Promise.reject(new Error('not now')) : vault.openPage(...page)),
      }),
    });
    const tab = await open(first, 'ADMIN', hub());
    const id = task('one');
    await settle(onFirst, onSecond, tab);
    const [putBack, changedAt] = [server.backup(), server.time];
    isDeaf = true;
    onSecond.create('task', projectId, { title: 'other' });
    await settle(onSecond);
    first.connection.isOffline = true;
    onFirst.update('task', id, { title: 'two' });
    await until(() => tab.isPending(id));
    first.connection.isOffline = false;
    await until(() => !tab.isPending(id));
    await tab.pull();
    restore(putBack, changedAt);
    server.onApply = () => {
      throw new ServerError('OFFLINE');
    };
    isDeaf = false;
    for (const each of [onFirst, tab]) await each.pull();
    await onFirst.outbox.stored();
    await onFirst.close();
    server.onApply = () => {};
    await until(() => rowsOf(id)[0]?.version === 2);
    await tab.close();
  });

  it('a device that was away takes what is newer and writes nothing', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    second.connection.isOffline = true;
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', id, { title: 'three' });
    await settle(onFirst);
    restore(putBack, changedAt);
    second.connection.isOffline = false;
    await settle(onSecond);
    expect(titles(onSecond)).toEqual(['two']);
    expect(rowsOf(id)[0]?.version).toBe(2);
    await settle(onFirst, onSecond);
    expect(titles(onSecond)).toEqual(['three']);
    expect(onSecond.conflictsOf(onSecond.collections.task.get(id)!)).toEqual([]);
  });

  it('keeps both texts where somebody wrote on top of the backup, and what they wrote into is not deleted', async () => {
    const [edited, deleted] = [task('one'), task('kept')];
    await settle(onFirst, onSecond);
    second.connection.isOffline = true;
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', edited, { title: 'two' });
    onFirst.remove('task', deleted);
    await settle(onFirst);
    restore(putBack, changedAt);
    second.connection.isOffline = false;
    onSecond.update('task', edited, { title: 'other' });
    onSecond.update('task', deleted, { title: 'in use' });
    await settle(onSecond);
    await settle(onFirst, onSecond);
    for (const workspace of [onFirst, onSecond]) {
      expect(titles(workspace)).toEqual(['in use', 'other']);
      const conflicts = workspace.conflictsOf(workspace.collections.task.get(edited)!);
      expect(conflicts).toMatchObject([{ field: 'title', kept: { title: 'two' } }]);
    }
  });

  it('names what this person may not write, and leaves it to others', async () => {
    const employee = createDevice();
    const onEmployee = await open(employee, 'EMPLOYEE');
    server.addScope({ id: workspaceId, kind: 'staff', access: 'private' });
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.create('business', workspaceId, { id: workspaceId, name: 'Muster' } as never);
    await settle(onFirst, onEmployee);
    restore(putBack, changedAt);
    await settle(onEmployee);
    expect(onEmployee.lost.get()?.records).toMatchObject([{ entity: 'business', id: workspaceId }]);
    expect(onEmployee.collections.business.all()).toEqual([]);
    await settle(onFirst, onEmployee);
    expect(onEmployee.collections.business.all()).toHaveLength(1);
    await onEmployee.dismissLost();
    expect(onEmployee.lost.get()).toBeUndefined();
  });

  it('what is dismissed in a tab that does not lead stays dismissed, in the others, too', async () => {
    const employee = createDevice();
    const hub = tabHub();
    let leading = await open(employee, 'EMPLOYEE', hub());
    const tab = await open(employee, 'EMPLOYEE', hub());
    server.addScope({ id: workspaceId, kind: 'staff', access: 'private' });
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.create('business', workspaceId, { id: workspaceId, name: 'Muster' } as never);
    await settle(onFirst, leading, tab);
    restore(putBack, changedAt);
    await settle(leading, tab);
    for (const each of [leading, tab]) expect(each.lost.get()?.records).toHaveLength(1);
    await tab.dismissLost();
    await tab.close();
    await until(() => leading.lost.get() === undefined);
    await leading.close();
    leading = await open(employee, 'EMPLOYEE');
    expect(leading.lost.get()).toBeUndefined();
    await leading.close();
  });

  it('takes the backup for what there is before it is verified, and is not rolled back to it later', async () => {
    const employee = createDevice();
    const wrap = (vault: ReplicaVault): ReplicaVault => ({
      ...vault,
      openPage: async (id, page) => {
        const { opened, ...rest } = await vault.openPage(id, page);
        return { ...rest, opened: opened.map((record) => ({ ...record, isUnverified: true })) };
      },
    });
    const openEmployee = () =>
      openWithLog({ server, log, others, staffId }, employee, { role: 'EMPLOYEE', wrap });
    server.addScope({ id: workspaceId, kind: 'staff', access: 'private' });
    onFirst.create('business', workspaceId, { id: workspaceId, name: 'one' } as never);
    await settle(onFirst);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('business', workspaceId, { name: 'two' } as never);
    await settle(onFirst);
    let onEmployee = await openEmployee();
    await settle(onEmployee);
    await onFirst.close();
    await onSecond.close();
    restore(putBack, changedAt);
    for (let session = 0; session < 3; session++) {
      await settle(onEmployee);
      expect(onEmployee.collections.business.all()).toMatchObject([{ name: 'one' }]);
      expect(onEmployee.faults.get()).toEqual([]);
      await onEmployee.close({ remembers: true });
      await employee.store.clear(['account', 'outbox', 'memory']);
      onEmployee = await openEmployee();
    }
    await onEmployee.close();
  });

  it('a tab that comes to lead only then brings back what it found', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    second.connection.isOffline = true;
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst);
    let lead = () => {};
    const waiting = new Promise<void>((resolve) => {
      lead = resolve;
    });
    const tab = await open(first, 'ADMIN', { ...aloneTab(), lead: () => waiting });
    await tab.pull();
    await onFirst.close();
    restore(putBack, changedAt);
    await tab.pull();
    expect(rowsOf(id)[0]?.version).toBe(1);
    lead();
    while (rowsOf(id)[0]?.version === 1) await new Promise((wake) => setTimeout(wake, 1));
    await settle(tab);
    second.connection.isOffline = false;
    await settle(onSecond);
    expect([titles(tab), titles(onSecond)]).toEqual([['two'], ['two']]);
  });

  it('a tab that comes to lead only then keeps what it found, also where it may bring nothing back', async () => {
    const employee = createDevice();
    const openEmployee = (tabs?: Tabs) =>
      openWithLog({ server, log, others, staffId }, employee, { role: 'EMPLOYEE', ...(tabs && { tabs }) });
    server.addScope({ id: workspaceId, kind: 'staff', access: 'private' });
    onFirst.create('business', workspaceId, { id: workspaceId, name: 'one' } as never);
    await settle(onFirst);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('business', workspaceId, { name: 'two' } as never);
    await settle(onFirst);
    const hub = tabHub();
    const leading = await openEmployee(hub());
    await leading.pull();
    const tab = await openEmployee(hub());
    await tab.pull();
    await onFirst.close();
    await onSecond.close();
    restore(putBack, changedAt);
    await tab.pull();
    await leading.close();
    await tab.pull();
    await tab.close();
    const again = await openEmployee();
    await again.pull();
    expect(again.collections.business.all()).toMatchObject([{ name: 'one' }]);
    await again.close();
  });

  describe('and followed by the tab that led alone', () => {
    /** Returns a tab that leads, on a device with a record of which the backup has an earlier version, and one behind it. */
    async function followedByLeader() {
      const employee = createDevice();
      const openEmployee = (tabs?: Tabs, device = employee) =>
        openWithLog({ server, log, others, staffId }, device, { role: 'EMPLOYEE', ...(tabs && { tabs }) });
      server.addScope({ id: workspaceId, kind: 'staff', access: 'private' });
      onFirst.create('business', workspaceId, { id: workspaceId, name: 'one' } as never);
      await settle(onFirst);
      const [putBack, changedAt] = [server.backup(), server.time];
      onFirst.update('business', workspaceId, { name: 'two' } as never);
      await settle(onFirst);
      const hub = tabHub();
      const leading = await openEmployee(hub());
      await leading.pull();
      const line = { isOffline: false, losesAnswers: false };
      const tab = await openEmployee(hub(), { ...employee, connection: line });
      await tab.pull();
      await onFirst.close();
      await onSecond.close();
      restore(putBack, changedAt);
      await leading.pull();
      return { leading, tab, line, again: () => openEmployee() };
    }

    it('the next one to lead changes nothing of it while it follows it, too', async () => {
      const { leading, tab, line, again } = await followedByLeader();
      // The line breaks behind the answer that tells of the backup.
      const answer = server.onSync;
      let answers = 0;
      server.onSync = (page) => {
        line.isOffline = ++answers > 1;
        return answer(page);
      };
      await tab.pull();
      server.onSync = answer;
      await leading.close();
      await new Promise((wake) => setTimeout(wake, 20));
      await tab.close();
      const next = await again();
      await next.pull();
      expect(next.collections.business.all()).toMatchObject([{ name: 'one' }]);
      expect(next.faults.get()).toEqual([]);
      await next.close();
    });

    it('the next one to lead follows it at the next start, though it ends before', async () => {
      const { leading, tab, line, again } = await followedByLeader();
      line.isOffline = true;
      await leading.close();
      await tab.pull().catch(() => {});
      await tab.close();
      const next = await again();
      await next.pull();
      expect(next.collections.business.all()).toMatchObject([{ name: 'one' }]);
      expect(next.faults.get()).toEqual([]);
      await next.close();
    });
  });

  it('nothing is brought back while somebody is in again who was out', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    const removal = { seq: 1, type: 'remove', signature: 'r', at: 1, payload: { userId: 'ben' } };
    log.push(removal as LogEntry);
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst);
    log.pop();
    others.set('ben', { userId: 'ben', role: 'EMPLOYEE', customerId: null, status: 'ACTIVE' });
    restore(putBack, changedAt);
    await onFirst.pull();
    expect(onFirst.setBack.get()).toBeUndefined();
    expect(onFirst.readmitted().map((holder) => holder.id)).toEqual(['ben']);
    expect(onFirst.outbox.status.get().pending).toBe(1);
    expect(titles(onFirst)).toEqual(['two']);
    // Putting the notice away does not let it out.
    await onFirst.dismissLost();
    await onFirst.pull();
    expect(rowsOf(id)[0]?.version).toBe(1);
    others.delete('ben');
    log.push({ ...removal, seq: 2 } as LogEntry);
    await settle(onFirst);
    expect(rowsOf(id)[0]?.version).toBe(2);
  });

  it('the names of what was lost lie sealed on the device, until somebody puts the notice away', async () => {
    const { id } = createProject(onFirst, { name: 'Harbour' });
    await settle(onFirst);
    const [putBack, changedAt] = [server.backup(), server.time];
    log.push({ seq: 1, type: 'remove', signature: 'r', at: 1, payload: { userId: 'ben' } } as LogEntry);
    task('since');
    await settle(onFirst);
    log.pop();
    restore(putBack, changedAt);
    await settle(onFirst);
    await onFirst.close();
    const kept = await Promise.all(deviceTables.map((table) => first.store.scan(table, '')));
    expect(JSON.stringify(kept)).not.toContain('Harbour');
    onFirst = await open(first);
    expect(onFirst.lost.get()).toMatchObject({ entries: [{ type: 'remove' }], names: { [id]: 'Harbour' } });
    await settle(onFirst);
    await onFirst.dismissLost();
    await onFirst.close();
    onFirst = await open(first);
    expect(onFirst.lost.get()).toBeUndefined();
  });

  it('does all of that again for a second backup', async () => {
    const id = task('one');
    await settle(onFirst, onSecond);
    const [putBack, changedAt] = [server.backup(), server.time];
    onFirst.update('task', id, { title: 'two' });
    await settle(onFirst, onSecond);
    restore(putBack, changedAt);
    await settle(onFirst, onSecond);
    onSecond.update('task', id, { title: 'three' });
    await settle(onSecond, onFirst);
    restore(putBack, changedAt);
    await settle(onFirst, onSecond);
    expect([titles(onFirst), titles(onSecond)]).toEqual([['three'], ['three']]);
    expect(onFirst.conflictsOf(onFirst.collections.task.get(id)!)).toEqual([]);
  });
});
