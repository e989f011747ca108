/** The people of a workspace as screens get them: from the log and the directory, acted upon by several at once. */
import { createProject } from '@kontor/client/nouns/project';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { operate } from './operator.ts';
import { type RunningServer, startServer } from './server.ts';
import { createCustomer, takeIn, teamOf } from './team.ts';

let server: RunningServer;
let owner: Actor;
let admin: Actor;
let mate: Actor;
let id: string;
const idOf = (actor: Actor) => actor.session.user!.id;

beforeAll(async () => {
  server = await startServer();
  [owner, admin, mate] = await Promise.all([
    createActor(server.url, { firstName: 'Olga' }),
    createActor(server.url, { firstName: 'Adam' }),
    createActor(server.url, { firstName: 'Emma' }),
  ]);
  id = await owner.createWorkspace();
  await takeIn(owner, id, admin, { role: 'ADMIN' });
  await takeIn(admin, id, mate, { role: 'EMPLOYEE' });
});
afterAll(async () => {
  for (const actor of [owner, admin, mate]) await actor.session.signOut({ discard: true });
  await server.stop();
});

describe('the list', () => {
  it('names the members of the log, the owner first, and how each was proven', async () => {
    const { members, entries, invitations } = await teamOf(owner, id);
    const [first, ...others] = members.get().map(({ userId, role, proof }) => [userId, role, proof]);
    expect(first).toEqual([idOf(owner), 'ADMIN', 'founder']);
    const taken = [
      [idOf(admin), 'ADMIN', 'words'],
      [idOf(mate), 'EMPLOYEE', 'words'],
    ];
    expect(others.sort()).toEqual(taken.sort());
    expect(members.get()[0]).toMatchObject({ firstName: 'Olga', email: owner.person.email });
    expect(entries.get().map(({ type }) => type)).toEqual(['genesis', 'add', 'add']);
    expect(invitations.get()).toEqual([]);
    expect(members.get()).toBe(members.get());
  });

  it('has the names of those who opened the workspace, which every mate wrote themselves', async () => {
    for (const actor of [admin, mate]) {
      const workspace = await actor.open(id);
      await vi.waitFor(() => expect(workspace.collections.member.get(idOf(actor))).toBeDefined());
      await workspace.outbox.sent();
      expect(workspace.outbox.failed.get()).toEqual([]);
    }
    const { members } = await teamOf(owner, id);
    expect(
      members
        .get()
        .map(({ firstName }) => firstName)
        .sort(),
    ).toEqual(['Adam', 'Emma', 'Olga']);
    expect(members.get().find(({ userId }) => userId === idOf(mate))).toMatchObject({
      lastName: 'Berg',
      email: mate.person.email,
    });
  });

  it('has what the server knows, for admins alone', async () => {
    const team = await teamOf(owner, id);
    const { head, byUser } = await team.hints();
    expect(head).toBe((await owner.open(id)).log.get()!.head);
    expect([...byUser.keys()].sort()).toEqual([owner, admin, mate].map(idOf).sort());
    expect(byUser.get(idOf(mate))).toMatchObject({ email: mate.person.email, role: 'EMPLOYEE' });
    expect(Date.now() - byUser.get(idOf(mate))!.lastSeenAt!).toBeLessThan(120_000);
    await expect((await teamOf(mate, id)).hints()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const elsewhere = await createActor(server.url);
    const hints = elsewhere.device.http.forWorkspace(id).json('/api/members');
    await expect(hints).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await elsewhere.session.signOut({ discard: true });
  });

  it('tells when somebody else acts', async () => {
    const { members } = await teamOf(admin, id);
    const changed = new Promise<void>((resolve) => {
      const stop = members.subscribe(() => {
        if (members.get().find(({ userId }) => userId === idOf(mate))?.role !== 'ADMIN') return;
        stop();
        resolve();
      });
    });
    await (await teamOf(owner, id)).setRole(idOf(mate), 'ADMIN');
    await changed;
    await (await teamOf(owner, id)).setRole(idOf(mate), 'EMPLOYEE');
  });
});

describe('acts', () => {
  it('of two admins at once are both done', async () => {
    const [first, second] = await Promise.all([teamOf(owner, id), teamOf(admin, id)]);
    const customers = [uuidv7(), uuidv7(), uuidv7()];
    await Promise.all([
      first.act({ type: 'rotate', scopeIds: [customers[0]!] }),
      second.act({ type: 'rotate', scopeIds: [customers[1]!] }),
      first.act({ type: 'rotate', scopeIds: [customers[2]!] }),
    ]);
    const { log } = await owner.open(id);
    for (const customer of customers) expect(log.get()!.scopes.has(customer)).toBe(true);
  });

  it('bring records under the keys that they begin, in the same batch', async () => {
    const workspace = await owner.open(id);
    const [admins, staff] = [workspace.scopeOf('admins'), workspace.scopeOf('staff')];
    const project = createProject(workspace, { name: 'Neubau' });
    await workspace.outbox.sent();
    const team = await workspace.team();
    const before = workspace.log.get()!.scopes.get(staff)!.generation;
    const taskId = uuidv7();
    const fileId = personnelId(idOf(mate));
    await team.act(
      { type: 'rotate', scopeIds: [admins, staff] },
      {
        records: [
          { entity: 'task', scopeId: project.id, fields: { id: taskId, title: 'Under the new key' } },
          // The server refuses what is sealed under the key of before.
          {
            entity: 'personnel',
            scopeId: admins,
            fields: { id: fileId, userId: idOf(mate), jobTitle: 'Mason' },
          },
        ],
      },
    );
    expect(workspace.collections.personnel.get(fileId)?.jobTitle).toBe('Mason');
    expect((await mate.open(id)).collections.personnel.all()).toEqual([]);
    expect(workspace.log.get()!.scopes.get(staff)!.generation).toBe(before + 1);
    expect(workspace.collections.task.get(taskId)).toMatchObject({ title: 'Under the new key', version: 1 });
    expect((await mate.open(id)).collections.task.get(taskId)?.title).toBe('Under the new key');
    expect((await mate.open(id)).faults.get()).toEqual([]);
  });

  it('fail whole where a record of theirs is refused', async () => {
    const workspace = await owner.open(id);
    const team = await workspace.team();
    const length = team.entries.get().length;
    const [customer, staff] = [uuidv7(), workspace.scopeOf('staff')];
    const wrong = { entity: 'task', scopeId: staff, fields: { title: 'In the wrong place' } } as const;
    const failing = team.act({ type: 'rotate', scopeIds: [customer] }, { records: [wrong] });
    await expect(failing).rejects.toBeDefined();
    await workspace.pull();
    expect(team.entries.get()).toHaveLength(length);
  });

  it('that change nothing are not sent', async () => {
    const team = await teamOf(owner, id);
    const length = team.entries.get().length;
    await team.setRole(idOf(mate), 'EMPLOYEE');
    await team.setStatus(idOf(mate), 'ACTIVE');
    await team.makeOwner(idOf(owner));
    expect(team.entries.get()).toHaveLength(length);
  });

  it('shut out, take in again, pass the workspace on and remove', async () => {
    const team = await teamOf(owner, id);
    const of = (actor: Actor) => team.members.get().find(({ userId }) => userId === idOf(actor));
    await team.setStatus(idOf(mate), 'INACTIVE');
    expect(of(mate)?.status).toBe('INACTIVE');
    await team.setStatus(idOf(mate), 'ACTIVE');
    await team.makeOwner(idOf(admin));
    expect([of(owner)?.isOwner, of(admin)?.isOwner]).toEqual([false, true]);
    await team.remove(idOf(mate));
    expect(of(mate)).toBeUndefined();
  });
});

describe('the last seat', () => {
  it('goes to one of two whom two admins promote and let back in at once', async () => {
    const workspaceId = await owner.createWorkspace({ name: 'Drei Plätze' });
    const guest = await createActor(server.url, { firstName: 'Gina' });
    await takeIn(owner, workspaceId, admin, { role: 'ADMIN' });
    await takeIn(owner, workspaceId, mate, { role: 'EMPLOYEE' });
    const customerId = await createCustomer(owner, workspaceId);
    await takeIn(owner, workspaceId, guest, { role: 'CUSTOMER', customerId });
    const [hers, his] = [await teamOf(owner, workspaceId), await teamOf(admin, workspaceId)];
    await hers.setStatus(idOf(mate), 'INACTIVE');
    const limited = await operate(server, 'set-limit', workspaceId, 'users', '3');
    expect(limited).toContain('users');
    await expect(operate(server, 'set-limit', workspaceId, 'users', '0')).rejects.toMatchObject({
      code: 1,
      stderr: 'limit: not "0"\n',
    });

    const promote = () => hers.setRole(idOf(guest), 'EMPLOYEE');
    const letBackIn = () => his.setStatus(idOf(mate), 'ACTIVE');
    const endings = await Promise.allSettled([promote(), letBackIn()]);
    const refused = endings.filter((ending) => ending.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'NO_SEAT', data: { limit: 3 } } }]);
    const [later, sooner] = endings[0]!.status === 'rejected' ? [promote, mate] : [letBackIn, guest];
    await expect(later()).rejects.toMatchObject({ code: 'NO_SEAT' });
    // A seat that is let go of is free at once, and a customer takes none.
    await hers.remove(idOf(sooner));
    await later();
    await guest.session.signOut({ discard: true });
  });
});
