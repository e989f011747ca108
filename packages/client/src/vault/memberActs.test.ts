/** Acts upon members: who opens what afterwards, where the server hands everything to everybody. */
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgedInvitation } from '../testing/forgedInvitation.ts';
import { rowOf } from '../testing/founder.ts';
import { type Mate, mate, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Team;
beforeEach(async () => {
  firm = await team();
});

const entityOf = { admins: 'business', staff: 'member', project: 'task' } as const;

/** Resolves with a record that `by` seals into a scope now. */
async function written(by: Mate, scope: Scope) {
  await firm.pull(by);
  const entity = entityOf[scope.kind as keyof typeof entityOf];
  const refs = entity === 'member' ? { userId: by.userId } : {};
  const id = entity === 'member' ? by.userId : uuidv7();
  const record = { entity, id, scopeId: scope.id, version: 1, refs, plain: { city: 'Graz' } };
  const [sealed] = await by.vault.sealRecords(firm.workspaceId, [record]);
  return rowOf(record, sealed!, { revision: firm.nextRevision() });
}

/** Tells whether somebody opens a row once they have pulled all there is. */
async function opens(who: Mate, row: Awaited<ReturnType<typeof written>>): Promise<boolean> {
  await firm.pull(who).catch(() => undefined);
  const { opened } = await who.vault.openPage(firm.workspaceId, { scopes: [], rows: [row] });
  return opened.length === 1;
}

/** Tells whether somebody holds a scope's current key: whatever is sealed into it now, they read. */
async function holds(who: Mate, scope: Scope): Promise<boolean> {
  await firm.pull(who);
  // Sealing asks for the current key first. No entity lives in a customer's scope yet: there it fails only behind that.
  const entity = entityOf[scope.kind as keyof typeof entityOf] ?? 'none';
  const record = { entity, id: uuidv7(), scopeId: scope.id, version: 1, refs: {}, plain: null };
  return who.vault.sealRecords(firm.workspaceId, [record]).then(
    () => true,
    ({ fault }: { fault: string }) => fault !== 'missing-key',
  );
}

describe('joining by a link', () => {
  it('gives an employee the keys of staff and customers, and an admin all', async () => {
    const customer = await firm.customer();
    const before = await written(firm.owner, firm.staff);
    const [employee, admin] = [await firm.join({ role: 'EMPLOYEE' }), await firm.join({ role: 'ADMIN' })];
    expect([await opens(employee, before), await opens(admin, before)]).toEqual([true, true]);
    const own = await written(firm.owner, firm.admins);
    expect([await opens(employee, own), await opens(admin, own)]).toEqual([false, true]);
    for (const who of [employee, admin]) expect(await holds(who, customer)).toBe(true);
    expect(await firm.pull(admin)).toEqual([]);
    expect(await firm.pull(employee)).toEqual([]);
  });

  it("gives a customer's user that customer's key alone", async () => {
    const [own, other] = [await firm.customer(), await firm.customer()];
    const user = await firm.join({ role: 'CUSTOMER', customerId: own.id });
    expect(await firm.pull(user)).toEqual([]);
    const held = await Promise.all([own, other, firm.staff, firm.admins].map((scope) => holds(user, scope)));
    expect(held).toEqual([true, false, false, false]);
  });

  it('reaches the keys of rotations between the invitation and its acceptance', async () => {
    const link = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
    await firm.act(firm.owner, { type: 'rotate', scopeIds: [firm.admins.id, firm.staff.id] });
    const row = await written(firm.owner, firm.staff);
    const late = await mate();
    await firm.accept(late, link);
    expect(await opens(late, row)).toBe(true);
  });

  it('is refused with another secret, another invitation, or after it was withdrawn', async () => {
    const link = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
    const other = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
    const late = await mate();
    const refused = { fault: 'wrong-invitation' };
    await expect(firm.accept(late, { ...link, secret: other.secret })).rejects.toMatchObject(refused);
    await expect(firm.accept(late, { ...link, invitationId: uuidv7() })).rejects.toMatchObject(refused);
    await expect(firm.accept(late, { ...link, secret: 'AAAA' })).rejects.toMatchObject(refused);
    await firm.act(firm.owner, { type: 'remove', userId: link.invitationId });
    await expect(firm.accept(late, link)).rejects.toMatchObject(refused);
    expect(await holds(late, firm.staff)).toBe(false);
    await firm.accept(late, other);
    expect(await holds(late, firm.staff)).toBe(true);
  });
});

describe('a link', () => {
  it('is held against the log that it was made from; nothing of another one is kept', async () => {
    const link = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
    const late = await mate();
    const refused = { fault: 'wrong-invitation' };
    const { cert } = (
      await firm.owner.vault.takeLog(firm.workspaceId, firm.entries, 'device')
    ).invitations.get(link.invitationId)!;
    const shown = await forgedInvitation(firm.workspaceId, cert, firm.at, firm.at + 1_000);
    const forged = late.vault.acceptInvitation(firm.workspaceId, link, shown, firm.at);
    await expect(forged).rejects.toMatchObject(refused);
    await expect(firm.accept(late, link, firm.entries.slice(0, -1))).rejects.toMatchObject(refused);
    await expect(firm.accept(late, { ...link, head: 'A'.repeat(43) })).rejects.toMatchObject(refused);
    expect(await late.vault.logState(firm.workspaceId)).toBeUndefined();
    await firm.accept(late, link);
    expect(await holds(late, firm.staff)).toBe(true);
  });
});

describe('leaving', () => {
  it.each([
    ['removal', (userId: string) => ({ type: 'remove', userId }) as const],
    ['INACTIVE', (userId: string) => ({ type: 'status', userId, status: 'INACTIVE' }) as const],
    ['demotion', (userId: string) => ({ type: 'role', userId, role: 'EMPLOYEE' }) as const],
  ])('%s takes the keys of what comes, and leaves the past to the others', async (_how, act) => {
    const [gone, stays] = [await firm.join({ role: 'ADMIN' }), await firm.join({ role: 'ADMIN' })];
    const before = await written(gone, firm.admins);
    expect(await opens(gone, before)).toBe(true);
    await firm.act(firm.owner, act(gone.userId));
    const after = await written(firm.owner, firm.admins);
    expect(await opens(gone, after)).toBe(false);
    expect(await opens(stays, after)).toBe(true);
    // A device that begins after that reads what was written before it.
    const late = await firm.join({ role: 'ADMIN' });
    expect(await opens(late, before)).toBe(true);
    expect(await firm.pull(late)).toEqual([]);
  });

  it('as an employee takes the customers’ keys, and none of the admins’', async () => {
    const customer = await firm.customer();
    const gone = await firm.join({ role: 'EMPLOYEE' });
    const user = await firm.join({ role: 'CUSTOMER', customerId: customer.id });
    await firm.act(firm.owner, { type: 'remove', userId: gone.userId });
    expect([await holds(gone, firm.staff), await holds(gone, customer)]).toEqual([false, false]);
    expect(await holds(user, customer)).toBe(true);
    const state = await firm.owner.vault.takeLog(firm.workspaceId, firm.entries, 'server');
    expect(state.scopes.get(firm.admins.id)?.generation).toBe(1);
  });

  it('is undone by a new status, with the keys of then', async () => {
    const back = await firm.join({ role: 'EMPLOYEE' });
    await firm.act(firm.owner, { type: 'status', userId: back.userId, status: 'INACTIVE' });
    const meanwhile = await written(firm.owner, firm.staff);
    expect(await opens(back, meanwhile)).toBe(false);
    await firm.act(firm.owner, { type: 'status', userId: back.userId, status: 'ACTIVE' });
    expect(await opens(back, meanwhile)).toBe(true);
  });
});

describe('what nobody may', () => {
  it('is not even signed', async () => {
    const [employee, admin] = [await firm.join({ role: 'EMPLOYEE' }), await firm.join({ role: 'ADMIN' })];
    const forbidden = { fault: 'not-permitted' };
    const entries = firm.entries.length;
    await expect(firm.act(employee, { type: 'remove', userId: admin.userId })).rejects.toMatchObject({
      fault: expect.stringMatching(/not-permitted|missing-key/),
    });
    await firm.pull(employee);
    const named = employee.vault.signRestore(firm.workspaceId, firm.entries, 1, firm.at);
    await expect(named).rejects.toMatchObject(forbidden);
    await expect(firm.act(admin, { type: 'owner', userId: admin.userId })).rejects.toMatchObject(forbidden);
    await expect(firm.act(admin, { type: 'remove', userId: firm.owner.userId })).rejects.toMatchObject(
      forbidden,
    );
    expect(firm.entries).toHaveLength(entries);
    await firm.act(firm.owner, { type: 'owner', userId: admin.userId });
    expect(
      (await admin.vault.takeLog(firm.workspaceId, firm.entries, 'server')).members.get(admin.userId),
    ).toMatchObject({ isOwner: true });
  });
});

describe('six words', () => {
  it('take somebody in, and nothing but theirs', async () => {
    const [late, mallory] = [await mate(), await mate()];
    await firm.pull(firm.owner);
    const words = (await late.vault.sixWords()).join(' ');
    const add = { type: 'add', role: 'EMPLOYEE' } as const;
    const sign = (cert: typeof late.cert, typed: string) =>
      firm.owner.vault.signConfirmedAct(firm.workspaceId, { ...add, cert }, typed, firm.at);
    await expect(sign(mallory.cert, words)).rejects.toMatchObject({ fault: 'wrong-words' });
    await expect(sign(late.cert, '')).rejects.toMatchObject({ fault: 'wrong-words' });
    const unasked = { ...add, cert: late.cert } as never;
    await expect(firm.owner.vault.signMemberAct(firm.workspaceId, unasked, firm.at)).rejects.toMatchObject({
      fault: 'wrong-words',
    });
    firm.take(await sign(late.cert, words));
    expect(await holds(late, firm.staff)).toBe(true);
    expect(await firm.pull(late)).toEqual([]);
  });

  it('unlock who has a new certificate, and who came without the secret', async () => {
    const before = await firm.join({ role: 'EMPLOYEE' });
    const guest = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
    const unlock = async (userId: string, who: Mate) => {
      await firm.pull(firm.owner);
      const words = (await who.vault.sixWords()).join(' ');
      const act = { type: 'unlock', userId, cert: who.cert } as const;
      firm.take(await firm.owner.vault.signConfirmedAct(firm.workspaceId, act, words, firm.at));
    };
    const reset = await mate();
    const again = { ...reset, vault: reset.vault };
    const cert = await again.vault.createAccount({
      userId: before.userId,
      email: 'b@example.org',
      password: 'new horse',
    });
    await unlock(before.userId, { ...again, userId: before.userId, cert: cert.publicKey });
    expect(firm.entries.slice(-2).map(({ type }) => type)).toEqual(['status', 'rekey']);
    // What was granted to the certificate before is not theirs any more, and no fault.
    expect(await firm.pull(again)).toEqual([]);
    expect(await holds(again, firm.staff)).toBe(true);
    const stranger = await mate();
    await unlock(guest.invitationId, stranger);
    expect(await holds(stranger, firm.staff)).toBe(true);
  });
});
