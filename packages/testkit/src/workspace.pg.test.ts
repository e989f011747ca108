/** One workspace, two browsers: each sees at once what the other does, and the server sees nothing of it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { newWorkspaceId } from '@kontor/client/session/workspaces';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let desk: Actor;
let phone: Actor;
let onDesk: Workspace;
let onPhone: Workspace;

beforeAll(async () => {
  server = await startServer();
  desk = await createActor(server.url, { firstName: 'Anna', lastName: 'Öztürk' });
  const id = await desk.createWorkspace({ business: { city: 'Wien' } });
  onDesk = await desk.open(id);
  phone = await desk.onAnotherDevice();
  onPhone = await phone.open(id);
});
afterAll(async () => {
  await Promise.all([desk, phone].map((actor) => actor.session.signOut({ discard: true })));
  await server.stop();
});

const titles = (workspace: Workspace) => workspace.collections.task.all().map((task) => task.title);

it('is found by the next attempt where the answer to the first got lost, and not made twice', async () => {
  let isLost = true;
  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      const { pathname } = new URL(String(input));
      const answer = await inner(input, init);
      if (isLost && pathname === '/api/changes') throw new TypeError('no connection');
      return answer;
    };
  const { session } = await desk.onAnotherDevice({ wrap });
  const before = session.workspaces.list.length;
  const facts = { name: 'Muster GmbH', color: '#0b5c63', business: {} };
  const [first, second] = [newWorkspaceId(), newWorkspaceId()];
  await expect(session.workspaces.create(facts, first)).rejects.toMatchObject({ code: 'OFFLINE' });
  isLost = false;
  expect(await session.workspaces.create(facts, second, [newWorkspaceId(), first])).toBe(first);
  expect(session.workspaces.list).toHaveLength(before + 1);
  await (await session.workspaces.open(first)).pull();
  await session.workspaces.remove(first);
  await session.signOut({ discard: true });
});

it('is founded though its pin could not be kept with the account', async () => {
  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) =>
      new URL(String(input)).pathname === '/api/account/pins'
        ? Response.json({ code: 'INTERNAL' }, { status: 500 })
        : inner(input, init);
  const { session } = await desk.onAnotherDevice({ wrap });
  const id = await session.workspaces.create({ name: 'Muster GmbH', color: '#0b5c63', business: {} });
  expect(session.workspaces.list.map((each) => each.id)).toContain(id);
  await session.workspaces.remove(id);
  await session.signOut({ discard: true });
});

describe('a workspace on two devices', () => {
  it('has its founder in the directory and its business data', () => {
    for (const workspace of [onDesk, onPhone]) {
      expect(workspace.faults.get()).toEqual([]);
      expect(workspace.collections.member.all()).toMatchObject([
        { userId: desk.session.user!.id, firstName: 'Anna', lastName: 'Öztürk', email: desk.person.email },
      ]);
      expect(workspace.collections.business.all()).toMatchObject([{ id: workspace.id, city: 'Wien' }]);
    }
  });

  it('shows on the phone what was written at the desk, and the other way round', async () => {
    const project = createProject(onDesk, { name: 'Villa Wertheim' });
    const task = onDesk.create('task', project.id, { title: 'Küche streichen' });
    await expect.poll(() => titles(onPhone), { timeout: 30_000 }).toEqual(['Küche streichen']);
    onPhone.update('task', task.id, { title: 'Küche und Bad streichen' });
    await expect.poll(() => titles(onDesk), { timeout: 30_000 }).toEqual(['Küche und Bad streichen']);
    onDesk.remove('task', task.id);
    await expect.poll(() => titles(onPhone), { timeout: 30_000 }).toEqual([]);
    expect([...onDesk.faults.get(), ...onPhone.faults.get()]).toEqual([]);
  });

  it('is there after a restart of the device, without the password', async () => {
    const project = createProject(onDesk, { name: 'Haus Ast' });
    await onDesk.outbox.sent();
    const again = phone.device.restarted();
    await again.session.refresh();
    const workspace = await again.session.workspaces.open(onDesk.id);
    await workspace.pull();
    expect(workspace.collections.project.all().map(({ name }) => name)).toContain(project.name);
    await workspace.close();
  });

  it('leaves nothing readable with the server', () => {
    const seen = filesIn(server.dataPath).map((path) => readFileSync(path));
    const finds = (text: string) => seen.some((bytes) => bytes.includes(text));
    // What the server may know is found, so that the search is one.
    expect(finds(desk.person.email)).toBe(true);
    expect(finds('Muster GmbH')).toBe(true);
    for (const secret of ['Öztürk', 'Wertheim', 'streichen', desk.person.password])
      expect(finds(secret)).toBe(false);
  });
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
