/** The ends of things by real people: leaving, deleting a workspace, deleting an account. */
import { deviceTables } from '@kontor/client/device/deviceStore';
import { memoryStores } from '@kontor/client/device/memoryStore';
import { createProject } from '@kontor/client/nouns/project';
import { startTimer } from '@kontor/client/nouns/timer';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { removeLeavers } from '@kontor/client/team/adminVisit';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Leaving } from '@kontor/contract/wire/leaving';
import type { MemberHint } from '@kontor/contract/wire/memberHint';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { inviteIn, takeIn, teamOf } from './team.ts';

const server = inject('server');
let owner: Actor;
/** The owner on a device that is told of no leaving, so that it removes nobody by itself. */
let blind: Actor;
let mate: Actor;
let id: string;
let privateId: string;
const people: Actor[] = [];
const idOf = (actor: Actor) => actor.session.user!.id;
const newcomer = async (firstName: string) => {
  const actor = await createActor(server.url, { firstName });
  people.push(actor);
  return actor;
};

beforeAll(async () => {
  owner = await newcomer('Olga');
  mate = await newcomer('Emma');
  id = await owner.createWorkspace();
  await takeIn(owner, id, mate, { role: 'ADMIN' });
  const workspace = await owner.open(id);
  const memberIds = [idOf(owner), idOf(mate)];
  privateId = createProject(workspace, { name: 'Villa', memberIds }, 'private').id;
  await workspace.outbox.sent();
  await owner.session.workspaces.close();
  blind = await lyingTo(owner, (hints) => hints.map((hint) => ({ ...hint, leaving: null })));
  people.push(blind);
});
afterAll(async () => {
  for (const actor of people) await actor.session.signOut({ discard: true });
});

/** Returns another browser of the owner's, whose server says `lie` of the members instead of the truth. */
const lyingTo = (actor: Actor, lie: (hints: MemberHint[]) => MemberHint[]) =>
  actor.onAnotherDevice({
    stores: memoryStores(),
    wrap: (inner) => async (input, init) => {
      const answer = await inner(input, init);
      const url = input instanceof Request ? input.url : String(input);
      return new URL(url).pathname === '/api/members' && answer.ok
        ? Response.json(lie((await answer.json()) as MemberHint[]))
        : answer;
    },
  });

/** Resolves with the server's word on somebody, as it gives it to the owner. */
const hintOf = async (actor: Actor): Promise<MemberHint> => {
  const hints = await owner.device.http.forWorkspace(id).json<MemberHint[]>('/api/members');
  return hints.find(({ userId }) => userId === idOf(actor))!;
};

describe('leaving', () => {
  let signed: Leaving;

  it('is not for the owner', async () => {
    await expect(owner.session.workspaces.leave(id)).rejects.toMatchObject({ code: 'OWNER_STAYS' });
    expect(owner.session.workspaces.list).toMatchObject([{ id }]);
  });

  it('shuts out at once, and no act of an admin takes back in whom the log still names', async () => {
    const asMate = mate.device.http.forWorkspace(id);
    const stores = memoryStores();
    const leaving = await mate.onAnotherDevice({ stores });
    const opened = await leaving.open(id);
    opened.create('task', privateId, { title: 'kept on this device' });
    await opened.outbox.sent();
    const kept = async () => {
      const device = await stores(idOf(mate));
      const rows = await Promise.all(deviceTables.map((table) => device.scan(table, '')));
      return rows.flat().filter(([key]) => key.includes(id)).length;
    };
    expect(await kept()).toBeGreaterThan(0);
    await leaving.session.workspaces.leave(id);
    expect(leaving.session.workspaces.list).toEqual([]);
    expect(await kept()).toBe(0);
    expect(leaving.session.workspaces.wasEndedHere(id)).toBe(true);
    await leaving.session.signOut({ discard: true });
    await mate.session.workspaces.reload();
    expect(mate.session.workspaces.list).toEqual([]);
    await expect(mate.session.workspaces.leave(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(asMate.json('/api/members')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const team = await teamOf(blind, id);
    await expect(team.makeOwner(idOf(mate))).rejects.toMatchObject({ code: 'LOG_REFUSED' });
    await team.setStatus(idOf(mate), 'INACTIVE');
    await team.setStatus(idOf(mate), 'ACTIVE');
    await expect(asMate.json('/api/members')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const hint = await hintOf(mate);
    expect(hint.status).toBe('LEFT');
    signed = hint.leaving!;
  });

  it('is not believed of the server alone', async () => {
    const other = await newcomer('Adam');
    await takeIn(blind, id, other, { role: 'EMPLOYEE' });
    const claims: ((hint: MemberHint) => Leaving | null)[] = [
      () => ({ at: Date.now(), signature: 'A'.repeat(86) }),
      // The word of another, and one's own with another time.
      ({ userId }) => (userId === idOf(mate) ? null : signed),
      ({ userId }) => (userId === idOf(mate) ? { ...signed, at: signed.at + 1 } : null),
    ];
    for (const claim of claims) {
      const liar = await lyingTo(owner, (hints) => hints.map((hint) => ({ ...hint, leaving: claim(hint) })));
      const leavers = await (await teamOf(liar, id)).leavers();
      expect(leavers.filter(({ isProven }) => isProven)).toEqual([]);
      await liar.session.signOut({ discard: true });
    }
  });

  it('holds up nobody who goes on working in a private project', async () => {
    const workspace = await blind.open(id);
    workspace.create('task', privateId, { title: 'after somebody left' });
    await workspace.outbox.sent();
    expect(workspace.outbox.failed.get()).toEqual([]);
  });

  it('becomes a removal that the next admin’s device signs', async () => {
    const visit = await owner.onAnotherDevice();
    const workspace = await visit.open(id);
    await vi.waitFor(() => expect(workspace.log.get()?.members.has(idOf(mate))).toBe(false), 20_000);
    await visit.session.signOut({ discard: true });
    expect(workspace.logEntries().map(({ type }) => type)).toContain('remove');
  });

  it('becomes one on a device, too, on which the workspace is open already', async () => {
    const workspace = await owner.open(id);
    const other = await newcomer('Ida');
    await takeIn(owner, id, other, { role: 'EMPLOYEE' });
    await other.session.workspaces.leave(id);
    await expect.poll(() => workspace.log.get()?.members.has(idOf(other))).toBe(false);
  });

  it('waits for an admin where the keys are of after a reset, and is told to who invites them', async () => {
    const lost = await newcomer('Lena');
    const [userId, { email }] = [idOf(lost), lost.person];
    await takeIn(owner, id, lost, { role: 'EMPLOYEE' });
    const back = await resetPassword(lost, server.url, 'Another password! 1');
    people.push(back);
    expect(back.session.workspaces.list).toMatchObject([{ id, status: 'LOCKED' }]);
    await back.session.workspaces.leave(id);
    const workspace = await owner.open(id);
    const team = await workspace.team();
    expect(await team.leavers()).toMatchObject([{ userId, isProven: false }]);
    await removeLeavers({ workspace, userId: idOf(owner) });
    expect(workspace.log.get()?.members.has(userId)).toBe(true);
    await expect(team.invite({ email, role: 'EMPLOYEE' })).rejects.toMatchObject({ code: 'HAS_LEFT' });
    await team.remove(userId);
    await inviteIn(owner, id, back, { role: 'EMPLOYEE' });
    expect(back.session.workspaces.list).toMatchObject([{ id, status: 'ACTIVE' }]);
  });

  it('counts once: who comes back is not removed for having left before', async () => {
    await inviteIn(owner, id, mate, { role: 'EMPLOYEE' });
    expect(mate.session.workspaces.list).toMatchObject([{ id, role: 'EMPLOYEE' }]);
    const liar = await lyingTo(owner, (hints) =>
      hints.map((hint) => (hint.userId === idOf(mate) ? { ...hint, leaving: signed } : hint)),
    );
    expect(await (await teamOf(liar, id)).leavers()).toEqual([]);
    await liar.session.signOut({ discard: true });
  });
});

describe('the timer of somebody who leaves', () => {
  const minute = 60_000;
  let workspace: Workspace;
  let taskId: string;

  beforeAll(async () => {
    await owner.session.workspaces.close();
    workspace = await blind.open(id);
    const open = createProject(workspace, { name: 'Yard' });
    taskId = workspace.create('task', open.id, { title: 'Plans' }).id;
    await workspace.outbox.sent();
  });

  /** Has somebody taken in who then works for five minutes. */
  async function working(firstName: string): Promise<{ actor: Actor; entryId: string }> {
    const actor = await newcomer(firstName);
    await takeIn(blind, id, actor, { role: 'EMPLOYEE' });
    const own = await actor.open(id);
    await expect.poll(() => hoursOf(own.collections, idOf(actor)) !== undefined).toBe(true);
    const punch = { userId: idOf(actor), at: Date.now() - 5 * minute, zone: 'Europe/Berlin' };
    const entryId = startTimer(own, { taskId }, punch);
    await own.outbox.sent();
    await expect.poll(() => workspace.collections.timeEntry.get(entryId)?.status).toBe('IN_PROGRESS');
    return { actor, entryId };
  }

  it('stops with them', async () => {
    const { actor, entryId } = await working('Nora');
    await actor.session.workspaces.leave(id);
    const { at } = (await hintOf(actor)).leaving!;
    await workspace.pull();
    expect(workspace.log.get()!.members.has(idOf(actor))).toBe(true);
    expect(workspace.collections.timeEntry.get(entryId)).toMatchObject({
      status: 'DONE',
      segments: [{ to: at }],
    });
  });

  it('ends at the moment that they signed, however late an admin comes', async () => {
    const { actor, entryId } = await working('Pia');
    // The workspace is not open there.
    const elsewhere = await actor.onAnotherDevice();
    await elsewhere.session.workspaces.leave(id);
    const { at } = (await hintOf(actor)).leaving!;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const opened = await owner.open(id);
    await expect.poll(() => opened.log.get()!.members.has(idOf(actor))).toBe(false);
    await opened.outbox.sent();
    await owner.session.workspaces.close();
    await workspace.pull();
    expect(workspace.log.get()!.members.has(idOf(actor))).toBe(false);
    expect(workspace.collections.timeEntry.get(entryId)).toMatchObject({
      status: 'DONE',
      segments: [{ to: at }],
    });
    await elsewhere.session.signOut({ discard: true });
  });

  it('ends where they first stopped working here, not where they were taken off the list', async () => {
    const { actor, entryId } = await working('Rita');
    const team = await teamOf(blind, id);
    const off = { type: 'status', userId: idOf(actor), status: 'INACTIVE' } as const;
    // What the device did not get around to after signing.
    await team.send((at, records, revisions) =>
      blind.device.vault.signMemberAct(id, off, at, records, revisions),
    );
    const { at } = workspace.logEntries().at(-1)!;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await team.remove(idOf(actor));
    expect(workspace.logEntries().at(-1)!.at).toBeGreaterThan(at);
    expect(workspace.collections.timeEntry.get(entryId)).toMatchObject({
      status: 'DONE',
      segments: [{ to: at }],
    });
  });
});

describe('the end of a workspace and of an account', () => {
  it('is the owner’s for the one, and waits for all memberships for the other', async () => {
    const { password } = owner.person;
    await expect(mate.session.workspaces.remove(id)).rejects.toMatchObject({ code: 'NOT_OWNER' });
    await expect(owner.session.account.remove('something else')).rejects.toMatchObject({
      code: 'wrong-password',
    });
    await expect(owner.session.account.remove(password)).rejects.toMatchObject({ code: 'STILL_MEMBER' });
    await owner.session.workspaces.remove(id);
    expect(owner.session.workspaces.list).toEqual([]);
    await mate.session.workspaces.reload();
    expect(mate.session.workspaces.list).toEqual([]);
  });

  it('leaves no account behind, here nor there, though the answer is lost', async () => {
    let isLost = false;
    const stores = memoryStores();
    const again = await owner.onAnotherDevice({
      stores,
      wrap: (inner) => async (input, init) => {
        const answer = await inner(input, init);
        const url = input instanceof Request ? input.url : String(input);
        if (isLost || !url.endsWith('/api/account/deletion')) return answer;
        isLost = true;
        throw new TypeError('the connection broke');
      },
    });
    const userId = idOf(again);
    await again.session.account.remove(again.person.password);
    expect(isLost).toBe(true);
    expect(again.session.status).toBe('unauthenticated');
    const device = await stores(userId);
    // All that is left is a note for other tabs.
    expect(await device.keys('account', '')).toEqual(['removed']);
    await expect(owner.onAnotherDevice()).rejects.toMatchObject({ code: 'CredentialsSignin' });
    await createActor(server.url, { ...owner.person, email: `again.${owner.person.email}` });
  });
});
