/**
 * A backup that is put back, as docs/self-hosting.md says: people work, the folder is copied, they work on, the copy
 * takes the folder's place. Nobody loses anything that some device still has.
 */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { moveTasks } from '@kontor/client/nouns/task';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor, type DeviceOptions } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';
import { act, createCustomer, takeIn, teamOf } from './team.ts';

let isCut = false;
const breakable: DeviceOptions = {
  wrap: (inner) => async (input, init) => {
    if (isCut) throw new TypeError('the connection is cut');
    return inner(input, init);
  },
};

const folder = mkdtempSync(join(tmpdir(), 'kontor-restore-'));
const [dataPath, backup] = [join(folder, 'data'), join(folder, 'backup')];
let server: RunningServer;
let anna: Actor;
let ben: Actor;
let cora: Actor;
/** Works here at the backup, and is a user of the new customer behind it. */
let dora: Actor;
let id: string;
let onAnna: Workspace;
let onCora: Workspace;
/** The records written: before the backup and behind it. */
const made: Record<string, string> = {};

/** Copies with owners and rights, as `cp -a` does. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
const start = async (port?: number) => {
  server = await startServer({ dataPath, waitsForDisk: false, ...(port !== undefined && { port }) });
};

const sent = async (workspace: Workspace) => {
  await workspace.outbox.sent();
  await workspace.pull();
};
/** Has everybody bring back what they have, until nobody has more. */
async function settle(workspaces: readonly Workspace[]): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const workspace of workspaces) {
      await workspace.pull();
      await sent(workspace);
    }
}

/** Returns all that is shown, without what differs from device to device. */
function shown({ collections }: Workspace): unknown {
  const { task, project, document, customer, member } = collections;
  const plain = (record: object) => {
    const {
      version: _,
      updatedAt: __,
      authorId: ___,
      restored: ____,
      nameTag: _____,
      ...rest
    } = record as Record<string, unknown>;
    return rest;
  };
  return [task, project, document, customer, member].map((collection) =>
    (collection.all() as readonly { id: string }[])
      .map(plain)
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  );
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  await start();
  anna = await createActor(server.url, { firstName: 'Anna' });
  ben = await createActor(server.url, { firstName: 'Ben' });
  cora = await createActor(server.url, { firstName: 'Cora' }, breakable);
  dora = await createActor(server.url, { firstName: 'Dora' });
  id = await anna.createWorkspace();
  for (const who of [ben, cora, dora]) await takeIn(anna, id, who, { role: 'EMPLOYEE' });
  await dora.session.workspaces.close();
  [onAnna, onCora] = [await anna.open(id), await cora.open(id)];
  made.project = createProject(onAnna, { name: 'Umbau' }).id;
  made.edited = onAnna.create('task', made.project, { title: 'Angebot' }).id;
  made.deleted = onAnna.create('task', made.project, { title: 'Irrtum' }).id;
  made.moved = onAnna.create('task', made.project, { title: 'Wandert' }).id;
  made.kept = onAnna.create('task', made.project, { title: 'Bleibt' }).id;
  await sent(onAnna);
  await onCora.pull();
});
afterAll(async () => {
  await Promise.all([anna, ben, cora, dora].map((actor) => actor?.session.signOut({ discard: true })));
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup that is put back', () => {
  it('lacks what people did behind it', async () => {
    const { port } = server;
    await server.stop();
    copy(dataPath, backup);
    await start(port);
    await onCora.pull();
    onCora.update('task', made.edited!, { title: 'Angebot prüfen' });
    await sent(onCora);
    onCora.update('task', made.edited!, { title: 'Angebot schreiben', status: 'IN_PROGRESS' });
    made.added = onCora.create('task', made.project!, { title: 'Neu' }).id;
    onCora.remove('task', made.deleted!);
    made.second = createProject(onCora, { name: 'Neubau' }).id;
    made.inSecond = onCora.create('task', made.second, { title: 'Grundriss' }).id;
    const me = cora.session.user!.id;
    made.secret = createProject(onCora, { name: 'Geheim', memberIds: [me] }, 'private').id;
    made.inSecret = onCora.create('task', made.secret, { title: 'Vertraulich' }).id;
    moveTasks(onCora, [made.moved!], made.second);
    await sent(onCora);
    made.folder = onCora.create('document', made.second, { kind: 'folder', name: 'Pläne' }).id;
    await (await onCora.files()).uploads.add([new File(['Grundriss'], 'Plan.txt')], { scopeId: made.second });
    await sent(onCora);
    await cora.session.updateProfile({ firstName: 'Cora', lastName: 'Neumann', city: 'Köln' });
    await act(anna, id, { type: 'remove', userId: ben.session.user!.id });
    made.customer = await createCustomer(anna, id);
    const place = { role: 'CUSTOMER', customerId: made.customer } as const;
    await act(anna, id, { type: 'role', userId: dora.session.user!.id, ...place });
    onAnna.update('task', made.kept!, { description: { type: 'doc', content: [] }, title: 'Bleibt bei uns' });
    await sent(onAnna);
    await onCora.pull();
    expect(shown(onCora)).toEqual(shown(onAnna));
  });

  it('stops everybody, who keep what they have', async () => {
    const before = shown(onAnna);
    isCut = true;
    made.unsent = onCora.create('task', made.project!, { title: 'Unterwegs' }).id;
    onCora.update('task', made.edited!, { priority: 'HIGH' } as never);
    const { port } = server;
    await server.stop();
    rmSync(dataPath, { recursive: true });
    copy(backup, dataPath);
    await start(port);
    isCut = false;
    await Promise.all([onAnna.pull(), onCora.pull()]);
    for (const workspace of [onAnna, onCora]) {
      expect(workspace.status.get()).toEqual({ connection: 'refused', reason: 'rollback' });
      expect(workspace.setBack.get()?.log.length).toBe(workspace.logEntries().length - 3);
    }
    expect(shown(onAnna)).toEqual(before);
    await expect((await onCora.team()).nameBackup()).rejects.toMatchObject({ fault: 'not-permitted' });
    expect(onCora.status.get().connection).toBe('refused');
    const comparison = await onAnna.compare();
    expect(comparison.knownAt).toBeGreaterThan(comparison.changedAt);
    expect(comparison.records).toBeGreaterThan(5);
  });

  it('is named by an admin, who shuts out again whoever came back; then everybody goes on', async () => {
    const before = shown(onCora);
    await (await onAnna.team()).nameBackup();
    expect(onAnna.lost.get()?.entries.map(({ type }) => type)).toEqual(['remove', 'rotate', 'role']);
    expect(onAnna.readmitted()).toEqual([]);
    expect(onAnna.log.get()?.members.has(ben.session.user!.id)).toBe(false);
    expect(onAnna.log.get()?.members.get(dora.session.user!.id)).toMatchObject({
      role: 'CUSTOMER',
      customerId: made.customer,
    });
    await settle([onAnna, onCora]);
    for (const workspace of [onAnna, onCora]) {
      expect(workspace.status.get()).toEqual({ connection: 'current', reason: '' });
      expect(workspace.setBack.get()).toBeUndefined();
      expect(workspace.faults.get()).toEqual([]);
      expect(workspace.outbox.status.get()).toMatchObject({ pending: 0, waiting: 0 });
    }
    // The file's content is gone with the folder: its record is named to whom it fails, and stays.
    const failed = [...onAnna.outbox.failed.get(), ...onCora.outbox.failed.get()];
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['BLOB_MISSING']));
    expect(onCora.collections.document.all().map(({ name }) => name)).toContain('Plan.txt');
    expect(shown(onCora)).toEqual(before);
    expect(shown(onAnna)).toEqual(before);
    for (const workspace of [onAnna, onCora])
      for (const act of workspace.outbox.failed.get()) await workspace.outbox.discard(act.id);
  });

  it('leaves the server with all of it, for a device that comes anew', async () => {
    const fresh = await cora.onAnotherDevice();
    const onFresh = await fresh.open(id);
    expect(shown(onFresh)).toEqual(shown(onCora));
    const { task, project, customer } = onFresh.collections;
    expect(task.get(made.edited!)).toMatchObject({ title: 'Angebot schreiben', status: 'IN_PROGRESS' });
    expect(task.get(made.kept!)?.title).toBe('Bleibt bei uns');
    expect(task.get(made.moved!)?.scopeId).toBe(made.second);
    expect(task.get(made.deleted!)).toBeUndefined();
    for (const name of ['added', 'inSecond', 'inSecret', 'unsent'] as const)
      expect(task.get(made[name]!), name).toBeDefined();
    for (const task of onFresh.collections.task.all()) expect(onFresh.conflictsOf(task)).toEqual([]);
    expect(project.get(made.second!)?.name).toBe('Neubau');
    expect(onFresh.accessOf(made.secret!)).toBe('private');
    expect(customer.get(made.customer!)?.name).toBe('Haus Ast');
    expect(onFresh.collections.profile.all()).toMatchObject([{ lastName: 'Neumann', city: 'Köln' }]);
    await fresh.session.signOut({ discard: true });
  });

  it('is behind everybody: a restart, and work from there on', async () => {
    const again = anna.device.restarted();
    await again.session.refresh();
    const restarted = await again.session.workspaces.open(id);
    await restarted.pull();
    expect(restarted.status.get()).toEqual({ connection: 'current', reason: '' });
    expect(shown(restarted)).toEqual(shown(onCora));
    await restarted.close();
    onCora.update('task', made.edited!, { title: 'Angebot fertig' });
    await sent(onCora);
    await onAnna.pull();
    expect(onAnna.collections.task.get(made.edited!)?.title).toBe('Angebot fertig');
    expect((await teamOf(anna, id)).members.get()).toHaveLength(3);
  });
});
