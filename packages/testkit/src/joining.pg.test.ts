/** Joining a workspace on the real server: by link, with rotations in between, and without the link's secret. */
import { createProject } from '@kontor/client/nouns/project';
import { withdrawExpired } from '@kontor/client/team/adminVisit';
import { historyOf } from '@kontor/client/team/history';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor, Device, mailedCode, person } from './actor.ts';
import { act, compareWords, createCustomer, secretOf, teamOf } from './team.ts';

const server = inject('server');
let ada: Actor;
let id: string;
let projectId: string;
const people: Actor[] = [];

const newcomer = async (firstName: string) => {
  const actor = await createActor(server.url, { firstName });
  people.push(actor);
  return actor;
};
const idOf = (actor: Actor) => actor.session.user!.id;
const invite = async (who: Actor, place: { role: 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER'; customerId?: string }) =>
  secretOf(await (await teamOf(ada, id)).invite({ email: who.person.email, ...place }));
async function write(title: string) {
  const workspace = await ada.open(id);
  workspace.create('task', projectId, { title });
  await workspace.outbox.sent();
}
const titlesOf = async (actor: Actor) =>
  (await actor.open(id)).collections.task.all().map(({ title }) => title);

beforeAll(async () => {
  // More people than a trial has seats.
  ada = await newcomer('Ada');
  id = await ada.createWorkspace();
  projectId = createProject(await ada.open(id), { name: 'Villa Wertheim' }).id;
  await write('before');
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true })));
});

describe('by link', () => {
  it('opens everything of the role at once, and puts them into the directory', async () => {
    const ben = await newcomer('Ben');
    const link = await invite(ben, { role: 'EMPLOYEE' });
    expect(await ben.session.invitations.accept(link)).toBe(id);
    expect(ben.session.workspaces.list).toMatchObject([{ id, role: 'EMPLOYEE', status: 'ACTIVE' }]);
    expect(await titlesOf(ben)).toEqual(['before']);
    const workspace = await ben.open(id);
    expect(workspace.faults.get()).toEqual([]);
    await expect
      .poll(() => workspace.collections.member.get(idOf(ben)))
      .toMatchObject({ firstName: 'Ben', email: ben.person.email });
    await workspace.outbox.sent();
    const { members, invitations } = await teamOf(ada, id);
    await expect
      .poll(() => members.get().find(({ userId }) => userId === idOf(ben)))
      .toMatchObject({ firstName: 'Ben', role: 'EMPLOYEE', proof: 'link', status: 'ACTIVE' });
    expect(invitations.get()).toEqual([]);
    // What Ben writes, Ada reads.
    workspace.create('task', projectId, { title: 'by Ben' });
    await workspace.outbox.sent();
    expect(await titlesOf(ada)).toContain('by Ben');
  });

  it('works for somebody who only registers then, from another device than the one that registered', async () => {
    const who = person({ firstName: 'Cora' });
    const link = secretOf(
      await (await teamOf(ada, id)).invite({ email: who.email.toUpperCase(), role: 'ADMIN' }),
    );
    const device = new Device(server.url);
    await device.session.registrations.register({ language: 'de', ...who });
    await device.session.registrations.verify(who.email, await mailedCode(server.url, who.email));
    const other = new Device(server.url);
    await other.session.signIn(who.email, who.password);
    expect(await other.session.invitations.list()).toMatchObject([{ id: link.invitationId, role: 'ADMIN' }]);
    expect(await other.session.invitations.accept(link)).toBe(id);
    const workspace = await other.session.workspaces.open(id);
    await workspace.pull();
    expect(workspace.collections.business.all()).toHaveLength(1);
    await expect.poll(() => workspace.collections.member.get(other.session.user!.id)?.email).toBe(who.email);
    await other.session.signOut({ discard: true });
  });

  it('reaches them through rotations and other invitations in between', async () => {
    const [dora, emil] = [await newcomer('Dora'), await newcomer('Emil')];
    const link = await invite(dora, { role: 'EMPLOYEE' });
    const other = await invite(emil, { role: 'ADMIN' });
    const scopes = [...(await ada.open(id)).scopes.get().values()];
    const scopeIds = scopes
      .filter(({ kind }) => kind === 'admins' || kind === 'staff')
      .map((each) => each.id);
    await act(ada, id, { type: 'rotate', scopeIds });
    await write('under a newer key');
    // At once: one of them finds the log moved on, and signs anew.
    await Promise.all([dora.session.invitations.accept(link), emil.session.invitations.accept(other)]);
    for (const actor of [dora, emil]) {
      expect(await titlesOf(actor)).toEqual(expect.arrayContaining(['before', 'under a newer key']));
      expect((await actor.open(id)).faults.get()).toEqual([]);
    }
  });

  it('takes in a customer user, who reads that customer and nothing else', async () => {
    const customerId = await createCustomer(ada, id);
    const carl = await newcomer('Carl');
    await carl.session.invitations.accept(await invite(carl, { role: 'CUSTOMER', customerId }));
    const workspace = await carl.open(id);
    const kinds = [...workspace.scopes.get().values()].filter(({ kind }) => kind !== 'personal');
    expect(kinds.map((scope) => scope.id)).toEqual([customerId]);
    // Who they are, for those who work there.
    await workspace.outbox.sent();
    expect(workspace.faults.get()).toEqual([]);
    expect(workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });

  it('is refused with a wrong secret or another log, and the invitation stays open', async () => {
    const fred = await newcomer('Fred');
    const link = await invite(fred, { role: 'EMPLOYEE' });
    const refused = { fault: 'wrong-invitation' };
    const other = 'A'.repeat(43);
    await expect(fred.session.invitations.accept({ ...link, secret: other })).rejects.toMatchObject(refused);
    await expect(fred.session.invitations.accept({ ...link, head: other })).rejects.toMatchObject(refused);
    expect(fred.session.workspaces.list).toEqual([]);
    await fred.session.invitations.accept(link);
    await expect(fred.session.invitations.accept(link)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(fred.session.workspaces.list).toMatchObject([{ id }]);
  });

  it('is over once the invitation was withdrawn, and for every other address', async () => {
    const [gil, thief] = [await newcomer('Gil'), await newcomer('Thea')];
    const link = await invite(gil, { role: 'EMPLOYEE' });
    await expect(thief.session.invitations.accept(link)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const team = await teamOf(ada, id);
    await expect(team.invite({ email: gil.person.email, role: 'ADMIN' })).rejects.toMatchObject({
      code: 'ALREADY_INVITED',
    });
    await team.remove(link.invitationId);
    await expect(gil.session.invitations.accept(link)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await gil.session.invitations.list()).toEqual([]);
    await gil.session.invitations.accept(await invite(gil, { role: 'EMPLOYEE' }));
    expect(await titlesOf(gil)).toContain('under a newer key');
  });
});

describe('a link that nobody used in time', () => {
  const dayMs = 86_400_000;
  const generationOf = async (actor: Actor) => {
    const state = (await actor.open(id)).log.get()!;
    const staff = [...state.scopes.values()].find(({ kind }) => kind === 'staff')!;
    return staff.generation;
  };
  /** Resolves with an invitation that is over at a time (ms). */
  async function inviteUntil(expiresAt: number): Promise<string> {
    const team = await teamOf(ada, id);
    const invitationId = crypto.randomUUID();
    const email = `${invitationId}@example.org`;
    await team.send(
      (at, records) => {
        const facts = { invitationId, role: 'EMPLOYEE', at, expiresAt } as const;
        return ada.device.vault.createInvitation(id, facts, records);
      },
      {
        changes: [{ name: 'invitation.create', args: { invitationId, email } }],
      },
    );
    return invitationId;
  }
  /** Does what an admin's device does on a visit a day from now: the server knows its own time, and so do entries. */
  const visitTomorrow = async (actor: Actor) =>
    withdrawExpired({ workspace: await actor.open(id), userId: idOf(actor) }, Date.now() + dayMs);

  it('opens nothing of what comes once an admin was there: the keys under it are renewed', async () => {
    const soon = Date.now() + 8_000;
    const [old, older] = [await inviteUntil(soon), await inviteUntil(soon)];
    const fresh = await inviteUntil(soon + 600_000);
    const waiting = async () =>
      (await teamOf(ada, id)).invitations.get().map(({ invitationId }) => invitationId);
    expect(await waiting()).toEqual(expect.arrayContaining([old, older, fresh]));
    const before = await generationOf(ada);

    // An employee's device does nothing of the kind.
    const emil = await newcomer('Emil');
    await emil.session.invitations.accept(await invite(emil, { role: 'EMPLOYEE' }));
    await (await emil.open(id)).pull();
    await expect.poll(() => Date.now()).toBeGreaterThan(soon);
    await visitTomorrow(emil);
    expect(await waiting()).toContain(old);

    const laptop = await ada.onAnotherDevice();
    await (await laptop.open(id)).pull();
    await visitTomorrow(laptop);
    // Whose day is not over yet can still be seen to have expired.
    await expect.poll(waiting).toEqual([fresh]);
    expect(await generationOf(ada)).toBe(before + 2);
    await write('after it expired');
    expect(await titlesOf(emil)).toContain('after it expired');
    const told = historyOf((await teamOf(ada, id)).entries.get()).slice(-2);
    expect(told.map(({ what, subjectId }) => [what, subjectId])).toEqual([
      ['expire', old],
      ['expire', older],
    ]);
    await act(ada, id, { type: 'remove', userId: fresh });
    await laptop.session.signOut();
  });
});

describe('without the secret', () => {
  it('waits until an admin typed the six words of that very account', async () => {
    const asAda = await ada.open(id);
    const loft = createProject(asAda, { name: 'Loft', customerId: await createCustomer(ada, id) }).id;
    await asAda.outbox.sent();
    const hana = await newcomer('Hana');
    const { invitationId } = await invite(hana, { role: 'EMPLOYEE' });
    const team = await teamOf(ada, id);
    const before = team.entries.get().length;
    await hana.session.invitations.ask(invitationId);
    expect(hana.session.workspaces.list).toMatchObject([{ id, status: 'LOCKED', invitationId }]);
    const sent = await team.sentInvitations();
    const { waiting, email } = sent.find((each) => each.id === invitationId)!;
    expect([waiting!.userId, email]).toEqual([idOf(hana), hana.person.email]);
    const unlock = { type: 'unlock', userId: invitationId, cert: waiting!.cert } as const;
    const strange = (await (await newcomer('Ivo')).session.recovery.sixWords()).join(' ');
    await expect(team.confirm(unlock, strange)).rejects.toMatchObject({ fault: 'wrong-words' });
    await ada.open(id);
    expect(team.entries.get()).toHaveLength(before);
    await team.confirm(unlock, (await hana.session.recovery.sixWords()).join(' '));
    await hana.session.workspaces.reload();
    expect(hana.session.workspaces.list).toMatchObject([{ id, status: 'ACTIVE', invitationId: null }]);
    expect(await titlesOf(hana)).toContain('before');
    // Nothing shows her that this is the firm that she means, until they compare its words, too.
    const asHana = await hana.open(id);
    expect(asHana.confirmed.get()).toBe(false);
    // Nor is anything sealed for customers until then: it waits.
    const { id: task } = asHana.create('task', loft, { title: 'Measure' });
    await expect.poll(() => asHana.outbox.status.get()).toMatchObject({ waiting: 1, failed: 0 });
    await compareWords(ada, id, hana);
    await asHana.outbox.sent();
    await asAda.pull();
    expect(asAda.collections.task.get(task)?.title).toBe('Measure');
    await expect
      .poll(() => team.members.get().find(({ userId }) => userId === idOf(hana)))
      .toMatchObject({ firstName: 'Hana', proof: 'words' });
  });
});
