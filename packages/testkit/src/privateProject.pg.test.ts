/** Private projects among real people: who reads them, who learns of a change, and what waits where. */
import { createProject, setProjectAccess } from '@kontor/client/nouns/project';
import { createRoom, followProject, followProjectRooms } from '@kontor/client/nouns/room';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { act, takeIn, teamOf } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let cora: Actor;
let id: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const at = (actor: Actor): Promise<Workspace> => actor.open(id);
const names = (workspace: Workspace) =>
  workspace.collections.project
    .all()
    .map(({ name }) => name)
    .sort();
const titles = (workspace: Workspace) =>
  workspace.collections.task
    .all()
    .map(({ title }) => title)
    .sort();

beforeAll(async () => {
  [ada, ben, cora] = (await Promise.all(
    ['Ada', 'Ben', 'Cora'].map((firstName) => createActor(server.url, { firstName })),
  )) as [Actor, Actor, Actor];
  id = await ada.createWorkspace();
  for (const who of [ben, cora]) await takeIn(ada, id, who, { role: 'EMPLOYEE' });
});
afterAll(async () => {
  await Promise.all([ada, ben, cora].map((actor) => actor.session.signOut({ discard: true })));
});

/** Makes a private project of these people with one task; answers its id. */
async function create(name: string, by: Actor, ...members: Actor[]): Promise<string> {
  const workspace = await at(by);
  const project = createProject(workspace, { name, memberIds: members.map(idOf) }, 'private');
  workspace.create('task', project.id, { title: `${name} 1` });
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
  return project.id;
}

async function write(by: Actor, projectId: string, title: string): Promise<void> {
  const workspace = await at(by);
  workspace.create('task', projectId, { title });
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
}

async function change(by: Actor, projectId: string, ...members: Actor[]): Promise<void> {
  const workspace = await at(by);
  workspace.update('project', projectId, { memberIds: members.map(idOf) });
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
}

describe('a private project', () => {
  it('is there for its members and the admins, and follows who they are', async () => {
    const project = await create('Umbau', ada, ben);
    const [asAda, asBen, asCora] = [await at(ada), await at(ben), await at(cora)];
    expect([asAda, asBen, asCora].map(names)).toEqual([['Umbau'], ['Umbau'], []]);
    expect(asBen.scopes.get().get(project)?.access).toBe('private');
    expect([asBen.accessOf(project), asCora.scopes.get().has(project)]).toEqual(['private', false]);

    // Nobody has to reload anything.
    await change(ada, project, ben, cora);
    await expect.poll(() => names(asCora)).toEqual(['Umbau']);
    expect(titles(asCora)).toEqual(['Umbau 1']);
    await change(ada, project, cora);
    await expect.poll(() => [names(asBen), asBen.scopes.get().has(project)]).toEqual([[], false]);
    await write(cora, project, 'Umbau 2');
    expect(titles(await at(ada))).toEqual(['Umbau 1', 'Umbau 2']);
    expect(titles(await at(ben))).toEqual([]);
    // And back again, with everything.
    await change(ada, project, ben, cora);
    expect(titles(await at(ben))).toEqual(['Umbau 1', 'Umbau 2']);
    const fresh = await (await ben.onAnotherDevice()).open(id);
    expect(titles(fresh)).toEqual(['Umbau 1', 'Umbau 2']);
    for (const workspace of [fresh, await at(ada), await at(ben), await at(cora)])
      expect(workspace.faults.get()).toEqual([]);
    const asAdmin = await at(ada);
    asAdmin.remove('project', project);
    await asAdmin.outbox.sent();
  });

  it('keeps to its members of now where somebody writes while the change of them arrives', async () => {
    const project = await create('Umzug', ada, ben, cora);
    const [asBen, asCora] = [await at(ben), await at(cora)];
    await expect.poll(() => [asBen, asCora].map(names)).toEqual([['Umzug'], ['Umzug']]);
    const { vault } = ben.device;
    const [openPage, sealBatch] = [vault.openPage.bind(vault), vault.sealBatch.bind(vault)];
    const sealed = Promise.withResolvers<string[]>();
    vault.sealBatch = async (...given) => {
      const batch = await sealBatch(...given);
      sealed.resolve(batch.changes.map(({ name }) => name));
      return batch;
    };
    let hasWritten = false;
    // The new key is here, and the new head is not taken over yet.
    vault.openPage = async (...given) => {
      const page = await openPage(...given);
      const [, { scopes }] = given;
      if (!hasWritten && scopes.some(({ scope, keys }) => scope.id === project && keys.length > 0)) {
        hasWritten = true;
        asBen.create('task', project, { title: 'Umzug 2' });
        await sealed.promise;
      }
      return page;
    };
    await change(ada, project, ben);
    // The head of before lies under the key of before, and lets nobody in again whom the next leaves out.
    expect(await sealed.promise).not.toContain('key.add');
    await asBen.outbox.sent();
    Object.assign(vault, { openPage, sealBatch });
    expect(asBen.outbox.failed.get()).toEqual([]);
    await asCora.pull();
    expect([names(asCora), asCora.scopes.get().has(project)]).toEqual([[], false]);
    const asAda = await at(ada);
    expect(titles(asAda)).toEqual(['Umzug 1', 'Umzug 2']);
    for (const workspace of [asAda, asBen, asCora]) expect(workspace.faults.get()).toEqual([]);
    asAda.remove('project', project);
    await asAda.outbox.sent();
  });

  it('is made and written to without a connection, and goes out when it is back', async () => {
    const workspace = await at(ben);
    const { connection } = ben.device;
    connection.isOff = true;
    const project = createProject(workspace, { name: 'Unterwegs', memberIds: [idOf(ben)] }, 'private');
    workspace.create('task', project.id, { title: 'Im Zug' });
    expect([names(workspace), workspace.accessOf(project.id)]).toEqual([['Unterwegs'], 'private']);
    connection.isOff = false;
    await workspace.pull();
    await workspace.outbox.sent();
    expect([names(await at(ada)), names(await at(cora))]).toEqual([['Unterwegs'], []]);
    await change(ben, project.id, ben, cora);
    expect(titles(await at(cora))).toEqual(['Im Zug']);
    workspace.remove('task', workspace.collections.task.all()[0]!.id);
    (await at(ada)).remove('project', project.id);
    await (await at(ada)).outbox.sent();
  });

  it('that was open shows its past, too, to its members alone, and all of it to everybody once it is open again', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(asAda, { name: 'Archiv', memberIds: [idOf(ben)] });
    asAda.create('task', project, { title: 'Archiv 1' });
    await asAda.outbox.sent();
    const asCora = await at(cora);
    expect(titles(asCora)).toEqual(['Archiv 1']);
    setProjectAccess(asAda, project, 'private');
    asAda.create('task', project, { title: 'Archiv 2' });
    await asAda.outbox.sent();
    expect(asAda.outbox.failed.get()).toEqual([]);
    await expect.poll(() => names(asCora)).toEqual([]);
    expect(titles(await at(ben))).toEqual(['Archiv 1', 'Archiv 2']);
    expect((await at(ben)).accessOf(project)).toBe('private');

    const asBen = await at(ben);
    setProjectAccess(asBen, project, 'open');
    await asBen.outbox.sent();
    expect(asBen.outbox.failed.get()).toEqual([]);
    await expect.poll(() => titles(asCora)).toEqual(['Archiv 1', 'Archiv 2']);
    await write(cora, project, 'Archiv 3');
    expect(titles(await at(ben))).toEqual(['Archiv 1', 'Archiv 2', 'Archiv 3']);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });
});

describe('the room of a project', () => {
  const doc = (text: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const by = (actor: Actor) => ({ userId: idOf(actor), at: Date.now() });
  const say = async (actor: Actor, roomId: string, text: string) => {
    const workspace = await at(actor);
    const said = { userId: idOf(actor), notifyIds: [], createdAt: Date.now(), content: doc(text) };
    workspace.create('message', roomId, said);
    await sent(workspace);
  };
  const sent = async (workspace: Workspace) => {
    await workspace.outbox.sent();
    expect(workspace.outbox.failed.get()).toEqual([]);
  };
  const said = async (actor: Actor, roomId: string) => {
    const { collections } = await at(actor);
    return collections.message
      .where('scopeId', roomId)
      .flatMap(({ content }) => (content ? [JSON.stringify(content)] : []))
      .map((text) => /"text":"([^"]*)"/.exec(text)![1])
      .sort();
  };
  const makeRoom = async (actor: Actor, projectId: string, ...members: Actor[]) => {
    const workspace = await at(actor);
    const room = { name: 'Room', memberIds: members.map(idOf), projectId };
    const roomId = createRoom(workspace, room, workspace.accessOf(projectId), by(actor));
    await sent(workspace);
    return roomId;
  };

  it('is closed with it, and opened with it', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(asAda, { name: 'Hof', memberIds: [idOf(ben)] });
    await sent(asAda);
    const room = await makeRoom(ada, project, ben, cora);
    await say(ben, room, 'All of us');
    await expect.poll(() => said(cora, room)).toEqual(['All of us']);

    asAda.transaction(() => {
      setProjectAccess(asAda, project, 'private');
      followProject(asAda, project, by(ada));
    });
    await sent(asAda);
    await say(ada, room, 'Some of us');
    await expect.poll(() => said(ben, room)).toEqual(['All of us', 'Some of us']);
    await expect.poll(async () => (await at(cora)).scopes.get().has(room)).toBe(false);
    expect(await said(cora, room)).toEqual([]);

    asAda.transaction(() => {
      setProjectAccess(asAda, project, 'open');
      followProject(asAda, project, by(ada));
    });
    await sent(asAda);
    await expect.poll(() => said(cora, room)).toEqual(['All of us', 'Some of us']);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });

  it('is left with it, though whoever took somebody off the project is not in the room', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(
      asAda,
      { name: 'Keller', memberIds: [idOf(ben), idOf(cora)] },
      'private',
    );
    await sent(asAda);
    await expect.poll(async () => (await at(ben)).collections.project.get(project)).toBeDefined();
    const room = await makeRoom(ben, project, cora);
    await expect.poll(async () => (await at(cora)).scopes.get().has(room)).toBe(true);
    asAda.transaction(() => {
      asAda.update('project', project, { memberIds: [idOf(ben)] });
      followProject(asAda, project, by(ada));
    });
    await sent(asAda);
    const asBen = await at(ben);
    const follow = async () => {
      await followProjectRooms(asBen, by(ben));
      await sent(asBen);
      return asBen.collections.room.get(room)?.memberIds;
    };
    await expect.poll(follow).toEqual([idOf(ben)]);
    await say(ben, room, 'Alone');
    await expect.poll(async () => (await at(cora)).scopes.get().has(room)).toBe(false);
    expect(await said(cora, room)).toEqual([]);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });

  it('is opened by those who are in it, where whoever opened the project is not', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(asAda, { name: 'Dach', memberIds: [idOf(ben)] }, 'private');
    await sent(asAda);
    const asBen = await at(ben);
    await expect.poll(() => asBen.collections.project.get(project)).toBeDefined();
    const room = await makeRoom(ben, project);
    await say(ben, room, 'Before');
    // The server's word that it is open is not enough.
    expect(await asBen.isReleased(project)).toBe(false);
    asAda.transaction(() => {
      setProjectAccess(asAda, project, 'open');
      followProject(asAda, project, by(ada));
    });
    await sent(asAda);
    expect((await at(cora)).scopes.get().has(room)).toBe(false);
    await expect.poll(() => asBen.accessOf(project)).toBe('open');
    const follow = async () => {
      await followProjectRooms(asBen, by(ben));
      await sent(asBen);
      return asBen.accessOf(room);
    };
    await expect.poll(follow).toBe('open');
    await expect.poll(() => said(cora, room)).toEqual(['Before']);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });

  it('is begun without a connection, while the project is made private, and is private then', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(asAda, { name: 'Balkon', memberIds: [idOf(ben)] });
    await sent(asAda);
    const asBen = await at(ben);
    await expect.poll(() => asBen.collections.project.get(project)).toBeDefined();
    ben.device.connection.isOff = true;
    const room = createRoom(
      asBen,
      { name: 'Room', memberIds: [idOf(ben), idOf(cora)], projectId: project },
      asBen.accessOf(project),
      by(ben),
    );
    asAda.transaction(() => {
      setProjectAccess(asAda, project, 'private');
      followProject(asAda, project, by(ada));
    });
    await sent(asAda);
    ben.device.connection.isOff = false;
    await asBen.pull();
    await sent(asBen);
    await say(ben, room, 'Alone');
    expect([asBen.accessOf(room), asBen.collections.room.get(room)?.memberIds]).toEqual([
      'private',
      [idOf(ben)],
    ]);
    await (await at(cora)).pull();
    expect((await at(cora)).scopes.get().has(room)).toBe(false);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });

  it('has the access of its project, and other rooms keep theirs', async () => {
    const asAda = await at(ada);
    const { id: project } = createProject(asAda, { name: 'Garage', memberIds: [] });
    await sent(asAda);
    const own = await makeRoom(ada, project);
    const other = createRoom(asAda, { name: 'Other', memberIds: [] }, 'open', by(ada));
    await sent(asAda);
    for (const room of [own, other]) {
      asAda.transaction((transaction) => {
        transaction.setAccess(room, 'private');
        asAda.update('room', room, { memberIds: [idOf(ada)] });
      });
      await asAda.outbox.sent();
      const failed = asAda.outbox.failed.get();
      expect(failed.map(({ code }) => code)).toEqual(['BAD_INPUT']);
      await asAda.outbox.discard(failed[0]!.id);
    }
  });
});

describe('somebody leaves', () => {
  it('and whoever writes next into a private project, or one that was opened, does so under a new key', async () => {
    const dora = await createActor(server.url, { firstName: 'Dora' });
    await takeIn(ada, id, dora, { role: 'EMPLOYEE' });
    const secret = await create('Geheim', ben, ben, dora);
    const asDora = await dora.open(id);
    expect(titles(asDora)).toContain('Geheim 1');
    await act(ada, id, { type: 'remove', userId: idOf(dora) });
    await write(ben, secret, 'Geheim 2');
    expect(titles(await at(ada))).toContain('Geheim 2');
    const opened = (await at(ben)).collections.project.all().find(({ name }) => name === 'Archiv')!;
    await write(cora, opened.id, 'Archiv 4');
    expect(titles(await at(ben))).toContain('Archiv 4');
    await dora.open(id);
    expect(titles(asDora)).not.toContain('Geheim 2');
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
    await dora.session.signOut({ discard: true });
  });

  it('and is taken off private projects: who comes back is chosen for them again', async () => {
    const dora = await createActor(server.url, { firstName: 'Dora' });
    await takeIn(ada, id, dora, { role: 'EMPLOYEE' });
    const project = await create('Tresor', ben, ben, dora);
    const membersOf = (workspace: Workspace) => workspace.collections.project.get(project)?.memberIds;
    const isSeen = async () => {
      const fresh = await (await dora.onAnotherDevice()).open(id);
      expect(fresh.faults.get()).toEqual([]);
      return [fresh.scopes.get().has(project), titles(fresh).includes('Tresor 1')];
    };
    expect(await isSeen()).toEqual([true, true]);
    const comeBack = {
      remove: () => takeIn(ada, id, dora, { role: 'EMPLOYEE' }),
      INACTIVE: () => act(ada, id, { type: 'status', userId: idOf(dora), status: 'ACTIVE' }),
    };
    for (const way of ['remove', 'INACTIVE'] as const) {
      if (way === 'remove') await act(ada, id, { type: 'remove', userId: idOf(dora) });
      else await act(ada, id, { type: 'status', userId: idOf(dora), status: way });
      await (await at(ada)).outbox.sent();
      // Nobody has written anything meanwhile.
      await comeBack[way]();
      expect(await isSeen()).toEqual([false, false]);
      for (const who of [ada, ben]) expect(membersOf(await at(who))).toEqual([idOf(ben)]);
      await change(ben, project, ben, dora);
      expect(await isSeen()).toEqual([true, true]);
    }

    // Should the device that shut them out not get so far, the next admin's does it.
    const { vault } = ada.device;
    const team = await teamOf(ada, id);
    const remove = { type: 'remove', userId: idOf(dora) } as const;
    await team.send((when, records, revisions) => vault.signMemberAct(id, remove, when, records, revisions));
    expect(membersOf(await at(ada))).toContain(idOf(dora));
    const visiting = await (await ada.onAnotherDevice()).open(id);
    await expect.poll(() => membersOf(visiting)).toEqual([idOf(ben)]);
    await visiting.outbox.sent();
    await comeBack.remove();
    expect(await isSeen()).toEqual([false, false]);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
    await dora.session.signOut({ discard: true });
  });
});
