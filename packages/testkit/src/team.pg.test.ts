/** A team on the real server: who is taken in reads what their role reads, who leaves reads nothing of what comes. */

import { createProject } from '@kontor/client/nouns/project';
import type { SignedActs } from '@kontor/client/vault/memberAct';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { Change } from '@kontor/contract/wire/change';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { act, createCustomer, takeIn } from './team.ts';

const server = inject('server');
let owner: Actor;
let admin: Actor;
let employee: Actor;
let user: Actor;
let id: string;
let customerId: string;
const people: Actor[] = [];

const newcomer = async (firstName: string) => {
  const actor = await createActor(server.url, { firstName });
  people.push(actor);
  return actor;
};
const idOf = (actor: Actor) => actor.session.user!.id;
/** Returns the scopes of the workspace that somebody reads; their personal one comes with every pull. */
const scopesOf = (workspace: Workspace) =>
  [...workspace.scopes.get().values()].filter(({ kind }) => kind !== 'personal');
/**
 * Returns the kinds, without those of hours, which people's own devices make when they come by:
 * `hours.pg.test.ts`.
 */
const kindsOf = (workspace: Workspace) =>
  scopesOf(workspace)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'hours')
    .sort();
const titles = (workspace: Workspace) => workspace.collections.task.all().map(({ title }) => title);

/** Sends what somebody signed just as it is, by whomever. */
const send = (actor: Actor, { entries, keys }: Pick<SignedActs, 'entries' | 'keys'>) => {
  const changes: Change[] = [
    ...entries.map((entry): Change => ({ name: 'log.append', args: { entry } })),
    ...keys.map((key): Change => ({ name: 'key.add', args: { key } })),
  ];
  const body = { id: uuidv7(), workspaceId: id, changes };
  return actor.device.http.forWorkspace(id).json('/api/changes', { method: 'POST', body });
};

/** Has the owner write a task that says when it was written. */
async function write(title: string): Promise<void> {
  const workspace = await owner.open(id);
  const [project] = workspace.collections.project.all();
  workspace.create('task', (project ?? createProject(workspace, { name: 'Villa Wertheim' })).id, { title });
  await workspace.outbox.sent();
}

beforeAll(async () => {
  owner = await newcomer('Olga');
  id = await owner.createWorkspace({ business: { city: 'Wien' } });
  await write('before anybody');
  customerId = await createCustomer(owner, id);
  admin = await newcomer('Adam');
  employee = await newcomer('Emma');
  user = await newcomer('Carl');
  await takeIn(owner, id, admin, { role: 'ADMIN' });
  await takeIn(admin, id, employee, { role: 'EMPLOYEE' });
  await takeIn(admin, id, user, { role: 'CUSTOMER', customerId });
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true })));
});

describe('who is taken in', () => {
  it('reads what their role reads, and no more', async () => {
    const [asAdmin, asEmployee, asUser] = await Promise.all(
      [admin, employee, user].map((actor) => actor.open(id)),
    );
    expect(kindsOf(asAdmin!)).toEqual(['admins', 'customer', 'project', 'staff']);
    expect(kindsOf(asEmployee!)).toEqual(['customer', 'project', 'staff']);
    expect(scopesOf(asUser!).map(({ id: scopeId }) => scopeId)).toEqual([customerId]);
    for (const workspace of [asAdmin!, asEmployee!]) expect(titles(workspace)).toEqual(['before anybody']);
    expect(asAdmin!.collections.business.all()).toMatchObject([{ city: 'Wien' }]);
    expect(asEmployee!.collections.business.all()).toEqual([]);
    expect(titles(asUser!)).toEqual([]);
    for (const workspace of [asAdmin!, asEmployee!, asUser!]) expect(workspace.faults.get()).toEqual([]);
  });

  it('is known to the list of their workspaces', async () => {
    await user.session.workspaces.reload();
    expect(user.session.workspaces.list).toMatchObject([
      { id, role: 'CUSTOMER', status: 'ACTIVE', isOwner: false },
    ]);
  });

  it('is taken in with the words of that very account alone', async () => {
    const [late, other] = [await newcomer('Lena'), await newcomer('Otto')];
    await owner.open(id);
    const { vault } = owner.device;
    const cert = (await other.device.http.json<{ publicKey: never }>('/api/account')).publicKey;
    const words = (await late.device.vault.sixWords()).join(' ');
    const add = { type: 'add', role: 'EMPLOYEE', cert } as const;
    await expect(vault.signConfirmedAct(id, add, words, Date.now())).rejects.toMatchObject({
      fault: 'wrong-words',
    });
  });
});

describe('what nobody may', () => {
  it('is not signed by an employee, and not taken from one', async () => {
    await employee.open(id);
    const removal = { type: 'remove', userId: idOf(user) } as const;
    await expect(act(employee, id, removal)).rejects.toBeInstanceOf(LogError);
    await owner.open(id);
    const signed = await owner.device.vault.signMemberAct(id, removal, Date.now());
    await expect(send(employee, signed)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(send(admin, signed)).rejects.toMatchObject({ code: 'LOG_REFUSED' });
  });

  it('is to leave out any of the keys that go with an act', async () => {
    const records = await owner.open(id);
    const { vault } = owner.device;
    const removal = { type: 'remove', userId: idOf(employee) } as const;
    const signed = await vault.signMemberAct(id, removal, Date.now(), [], records.revisions());
    expect(signed.keys.map(({ type }) => type).sort()).toEqual([
      'grant',
      'previous',
      'previous',
      'wrap',
      'wrap',
    ]);
    for (const left of signed.keys) {
      const keys = signed.keys.filter((key) => key !== left);
      await expect(send(owner, { ...signed, keys }), left.type).rejects.toMatchObject({
        code: 'LOG_REFUSED',
      });
    }
    await expect(send(owner, { entries: [], keys: signed.keys })).rejects.toMatchObject({
      code: 'OUTDATED_KEY',
    });
    const workspace = await employee.open(id);
    expect(workspace.status.get().connection).toBe('current');
  });

  it('is to take in a stranger to whom no grant was made', async () => {
    const late = await newcomer('Lena');
    await owner.open(id);
    const { publicKey: cert } = await late.device.http.json<{ publicKey: never }>('/api/account');
    const words = (await late.device.vault.sixWords()).join(' ');
    const add = { type: 'add', role: 'EMPLOYEE', cert } as const;
    const signed = await owner.device.vault.signConfirmedAct(id, add, words, Date.now());
    const bare = { ...signed, keys: [] };
    await expect(send(owner, bare)).rejects.toMatchObject({ code: 'LOG_REFUSED' });
  });

  it('is to invite without an address', async () => {
    await owner.open(id);
    const at = Date.now();
    const invitation = { invitationId: uuidv7(), role: 'EMPLOYEE', at, expiresAt: at + 1_000 } as const;
    const { secret: _, head: __, ...signed } = await owner.device.vault.createInvitation(id, invitation);
    await expect(send(owner, signed)).rejects.toMatchObject({ code: 'LOG_REFUSED' });
  });
});

describe('leaving', () => {
  it('demoted, somebody keeps what their new role reads', async () => {
    await act(owner, id, { type: 'role', userId: idOf(admin), role: 'EMPLOYEE' });
    const asOwner = await owner.open(id);
    asOwner.update('business', id, { city: 'Graz' });
    await asOwner.outbox.sent();
    await write('after the demotion');
    const workspace = await admin.open(id);
    expect(kindsOf(workspace)).toEqual(['customer', 'project', 'staff']);
    expect(workspace.collections.business.all()).toEqual([]);
    expect(titles(workspace)).toContain('after the demotion');
    await act(owner, id, { type: 'role', userId: idOf(admin), role: 'ADMIN' });
    expect((await admin.open(id)).collections.business.all()).toMatchObject([{ city: 'Graz' }]);
    expect((await admin.open(id)).faults.get()).toEqual([]);
  });

  it('shut out for a while, somebody reads nothing, and afterwards everything', async () => {
    await act(admin, id, { type: 'status', userId: idOf(employee), status: 'INACTIVE' });
    await write('while Emma was away');
    const workspace = await employee.open(id);
    expect(workspace.status.get()).toMatchObject({ connection: 'refused', reason: 'PERMISSION_DENIED' });
    expect(titles(workspace)).not.toContain('while Emma was away');
    await act(admin, id, { type: 'status', userId: idOf(employee), status: 'ACTIVE' });
    expect(titles(await employee.open(id))).toContain('while Emma was away');
  });

  it('removed, somebody reads nothing more, and the others everything', async () => {
    await act(admin, id, { type: 'remove', userId: idOf(employee) });
    await act(admin, id, { type: 'remove', userId: idOf(user) });
    await write('after the removal');
    for (const gone of [employee, user]) {
      const workspace = await gone.open(id);
      expect(workspace.status.get()).toMatchObject({ connection: 'refused', reason: 'NOT_FOUND' });
      expect(titles(workspace)).not.toContain('after the removal');
      const fresh = await (await gone.onAnotherDevice()).open(id);
      expect(scopesOf(fresh)).toEqual([]);
      await gone.session.workspaces.reload();
      expect(gone.session.workspaces.list).toEqual([]);
    }
    const late = await (await admin.onAnotherDevice()).open(id);
    for (const workspace of [await owner.open(id), await admin.open(id), late]) {
      expect(titles(workspace)).toEqual(expect.arrayContaining(['before anybody', 'after the removal']));
      expect(workspace.faults.get()).toEqual([]);
    }
  });

  it('by another, the owner does not; they pass it on first', async () => {
    await expect(act(admin, id, { type: 'remove', userId: idOf(owner) })).rejects.toBeInstanceOf(LogError);
    await act(owner, id, { type: 'owner', userId: idOf(admin) });
    await act(admin, id, { type: 'remove', userId: idOf(owner) });
    expect((await owner.open(id)).status.get()).toMatchObject({ reason: 'NOT_FOUND' });
    await admin.session.workspaces.reload();
    expect(admin.session.workspaces.list).toMatchObject([{ id, isOwner: true, memberCount: 1 }]);
    expect(titles(await admin.open(id))).toContain('after the removal');
  });
});
