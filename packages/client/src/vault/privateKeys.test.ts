/** Private projects: who opens what, where the server hands everything to everybody and says of access what it likes. */
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../testing/founder.ts';
import { type Mate, type Team, team } from '../testing/team.ts';
import type { Readers } from './plainBatch.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Team;
let scope: Scope;
beforeEach(async () => {
  firm = await team();
  scope = { id: uuidv7(), kind: 'project', access: 'private' };
});

const employee = () => firm.join({ role: 'EMPLOYEE' });
const task = (title = 'Paint', version = 1) => ({
  entity: 'task',
  id: uuidv7(),
  scopeId: scope.id,
  version,
  refs: {},
  plain: { title },
});

/** Resolves with a task that somebody seals now. */
async function written(by: Mate, privateScopes: string[] = []) {
  await firm.pull(by);
  const record = task();
  const [sealed] = await by.vault.sealRecords(firm.workspaceId, [record], privateScopes);
  return rowOf(record, sealed!, { revision: firm.nextRevision() });
}

async function opens(who: Mate, row: Awaited<ReturnType<typeof written>>): Promise<boolean> {
  await firm.pull(who).catch(() => undefined);
  return (await who.vault.openPage(firm.workspaceId, { scopes: [], rows: [row] })).opened.length === 1;
}

const openedBy = (people: Mate[], row: Awaited<ReturnType<typeof written>>) =>
  Promise.all(people.map((who) => opens(who, row)));

const renew = async (by: Mate, wish?: Readers, why: { isNew?: boolean; isRefused?: boolean } = {}) => {
  await firm.pull(by);
  return by.vault.renewKey(firm.workspaceId, scope.id, wish, why);
};

/** Changes who reads the project, and hands the rows to everybody. */
async function letIn(by: Mate, ...members: Mate[]): Promise<ScopeKey[]> {
  const rows = await renew(by, { access: 'private', memberIds: members.map(({ userId }) => userId) });
  scope.access = 'private';
  firm.keys.push(...rows);
  return rows;
}

async function makeOpen(by: Mate): Promise<ScopeKey[]> {
  const rows = await renew(by, { access: 'open', memberIds: [] });
  scope.access = 'open';
  firm.keys.push(...rows);
  return rows;
}

async function create(by: Mate, ...members: Mate[]): Promise<void> {
  firm.scopes.push(scope);
  const memberIds = members.map(({ userId }) => userId);
  firm.keys.push(...(await renew(by, { access: 'private', memberIds }, { isNew: true })));
}

const cannotSeal = (who: Mate, privateScopes?: string[]) =>
  expect(written(who, privateScopes)).rejects.toMatchObject({ fault: 'missing-key' });

describe('a private project', () => {
  it('opens to its members and the admins, and to nobody else', async () => {
    const [inside, outside, admin] = [await employee(), await employee(), await firm.join({ role: 'ADMIN' })];
    await create(inside, inside);
    const row = await written(inside);
    expect(await openedBy([inside, admin, firm.owner, outside], row)).toEqual([true, true, true, false]);
    expect(await inside.vault.accessOf(firm.workspaceId, [scope.id])).toEqual(['private']);
    expect(await renew(inside)).toEqual([]);
  });

  it('keeps who makes it among its readers, unless they read as an admin', async () => {
    const [maker, other] = [await employee(), await employee()];
    await create(maker, other);
    expect(await openedBy([maker, other], await written(maker))).toEqual([true, true]);
    await letIn(firm.owner, other);
    expect(await openedBy([maker, other, firm.owner], await written(other))).toEqual([false, true, true]);
  });

  it('shows a new member what was there before, over several generations', async () => {
    const [first, second, late] = [await employee(), await employee(), await employee()];
    await create(first, first);
    const rows = [await written(first)];
    await letIn(first, first, second);
    rows.push(await written(second));
    await letIn(first, first, second, late);
    rows.push(await written(first));
    for (const row of rows) expect(await opens(late, row)).toBe(true);
    expect(await firm.pull(late)).toEqual([]);
  });

  it('is shut to a member who was taken out, for what comes', async () => {
    const [stays, goes] = [await employee(), await employee()];
    await create(stays, stays, goes);
    const before = await written(stays);
    await letIn(stays, stays);
    expect(await openedBy([stays, goes], before)).toEqual([true, true]);
    expect(await openedBy([stays, goes], await written(stays))).toEqual([true, false]);
  });

  it.each(['a reader', 'an admin'] as const)(
    'is not sealed into after %s left, until it is renewed',
    async (who) => {
      const [stays, reader] = [await employee(), await employee()];
      const admin = await firm.join({ role: 'ADMIN' });
      await create(stays, stays, reader);
      await written(stays);
      const gone = who === 'a reader' ? reader : admin;
      await firm.act(firm.owner, { type: 'remove', userId: gone.userId });
      await cannotSeal(stays);
      firm.keys.push(...(await renew(stays)));
      const next = await written(stays);
      expect(await openedBy([stays, firm.owner, gone], next)).toEqual([true, true, false]);
      expect(await opens(reader, next)).toBe(who === 'an admin');
      expect(await renew(stays)).toEqual([]);
    },
  );

  it('is sealed into under one new key however often the act is sent, and under the one that came first', async () => {
    const [one, two, gone] = [await employee(), await employee(), await employee()];
    await create(one, one, two, gone);
    await firm.act(firm.owner, { type: 'remove', userId: gone.userId });
    const [ours, again] = [await renew(one), await renew(one)];
    expect(again).toEqual(ours);
    firm.keys.push(...(await renew(two)));
    const theirs = await written(two);
    expect(await renew(one)).toEqual([]);
    const row = await written(one);
    expect(row.sealed.slice(1, 17)).toEqual(theirs.sealed.slice(1, 17));
  });

  it('renews a key that the server refuses', async () => {
    const inside = await employee();
    await create(inside, inside);
    const before = await written(inside);
    firm.keys.push(...(await renew(inside, undefined, { isRefused: true })));
    expect((await written(inside)).sealed.slice(1, 17)).not.toEqual(before.sealed.slice(1, 17));
  });
});

describe('open and private', () => {
  it('an open project that is made private keeps its past open, and nothing else', async () => {
    const [inside, outside] = [await employee(), await employee()];
    scope.access = 'open';
    firm.scopes.push(scope);
    const past = await written(outside);
    const tag = (who: Mate) => who.vault.nameTag(firm.workspaceId, scope.id, 'f', 'Plan');
    await firm.pull(inside);
    const before = await tag(inside);
    await firm.act(firm.owner, { type: 'rotate', scopeIds: [firm.staff.id] });
    const rows = await letIn(inside, inside);
    expect(rows.map(({ generation }) => generation)).toEqual(rows.map(() => 3));
    expect(await openedBy([inside, firm.owner, outside], past)).toEqual([true, true, true]);
    expect(await openedBy([inside, firm.owner, outside], await written(inside))).toEqual([true, true, false]);
    expect(await tag(inside)).toBe(before);
    const late = await employee();
    await letIn(inside, inside, late);
    expect(await opens(late, past)).toBe(true);
    expect(await tag(late)).toBe(before);
  });

  it('what was always private opens under no key that everybody has', async () => {
    const [inside, outside] = [await employee(), await employee()];
    // An employee who takes the project for open, with the server's help.
    scope.access = 'open';
    firm.scopes.push(scope);
    const forged = await written(outside);
    firm.scopes.pop();
    scope.access = 'private';
    await create(inside, inside);
    expect(await openedBy([inside], forged)).toEqual([false]);
  });

  it('a private project that is opened opens to everybody, past and future', async () => {
    const [inside, outside] = [await employee(), await employee()];
    await create(inside, inside);
    const past = await written(inside);
    expect(await opens(outside, past)).toBe(false);
    const rows = await makeOpen(inside);
    expect(rows).toMatchObject([{ type: 'wrap', generation: 1, parentScopeId: firm.staff.id }]);
    expect(await openedBy([inside, outside], past)).toEqual([true, true]);
    expect(await openedBy([inside, outside], await written(outside))).toEqual([true, true]);
    expect(await outside.vault.accessOf(firm.workspaceId, [scope.id])).toEqual(['open']);
    // Somebody leaves: it does not follow by derivation, and is renewed by whoever writes first.
    await firm.act(firm.owner, { type: 'remove', userId: inside.userId });
    await cannotSeal(outside);
    firm.keys.push(...(await renew(outside)));
    const next = await written(outside);
    expect(await openedBy([outside, firm.owner, inside], next)).toEqual([true, true, false]);
    // And private again.
    await letIn(firm.owner);
    const last = await written(firm.owner);
    expect(await openedBy([firm.owner, outside], last)).toEqual([true, false]);
    expect(await opens(firm.owner, past)).toBe(true);
  });

  it('is not for the server to say', async () => {
    const [inside, outside] = [await employee(), await employee()];
    // An open project that is said to be private stays open.
    firm.scopes.push(scope);
    expect(await opens(outside, await written(inside))).toBe(true);
    expect(await inside.vault.accessOf(firm.workspaceId, [scope.id])).toEqual(['open']);
    // A private one that is said to be open stays private.
    await letIn(inside, inside);
    scope.access = 'open';
    expect(await firm.pull(inside)).toMatchObject([{ scopeId: scope.id, fault: 'unconfirmed-key' }]);
    expect(await openedBy([inside, outside], await written(inside))).toEqual([true, false]);
  });

  it('what was written for few waits where the server keeps the key back', async () => {
    const [inside, outside] = [await employee(), await employee()];
    await create(inside, inside);
    const row = await written(inside, [scope.id]);
    expect(await opens(outside, row)).toBe(false);
    // The same person on a device that knows nothing yet, and is told that the project is open.
    scope.access = 'open';
    firm.keys.splice(0, firm.keys.length, ...firm.keys.filter((key) => key.scopeId !== scope.id));
    await cannotSeal(outside, [scope.id]);
    await expect(written(outside)).resolves.toBeDefined();
  });
});
