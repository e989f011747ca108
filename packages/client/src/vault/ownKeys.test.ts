/** The keys that an act begins: whoever acted takes them over from memory, whoever else opens them. */
import * as grants from '@kontor/crypto/grant';
import * as wraps from '@kontor/crypto/keyWrap';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mate, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/grant', async (original) => {
  const real = await original<typeof grants>();
  return { ...real, openGrant: vi.fn(real.openGrant) };
});
vi.mock('@kontor/crypto/keyWrap', async (original) => {
  const real = await original<typeof wraps>();
  return { ...real, unwrapScopeKey: vi.fn(real.unwrapScopeKey) };
});

let firm: Team;
let admin: Mate;
let gone: Mate;
beforeEach(async () => {
  firm = await team();
  await firm.customer();
  admin = await firm.join({ role: 'ADMIN' });
  gone = await firm.join({ role: 'ADMIN' });
  for (const who of [firm.owner, admin]) await firm.pull(who);
});
afterEach(() => vi.clearAllMocks());

/** Pulls; returns how many keys were opened for that. */
async function opened(who: Mate): Promise<number> {
  vi.clearAllMocks();
  expect(await firm.pull(who)).toEqual([]);
  return vi.mocked(grants.openGrant).mock.calls.length + vi.mocked(wraps.unwrapScopeKey).mock.calls.length;
}

async function remove(): Promise<void> {
  await firm.act(firm.owner, { type: 'remove', userId: gone.userId });
}

/** Tells whether what somebody writes now is sealed under keys that another one holds. */
async function writesFor(by: Mate, reader: Mate): Promise<boolean> {
  const record = { entity: 'business', id: firm.workspaceId, scopeId: firm.admins.id, version: 1, refs: {} };
  const [sealed] = await by.vault.sealRecords(firm.workspaceId, [{ ...record, plain: { city: 'Graz' } }]);
  const row = { ...record, sealed: sealed!, revision: firm.nextRevision(), deleted: false, updatedAt: 0 };
  const { opened, faulty } = await reader.vault.openPage(firm.workspaceId, { scopes: [], rows: [row] });
  return opened.length === 1 && faulty.length === 0;
}

describe('the keys that an act begins', () => {
  it('are not opened where they were made, and by everybody else', async () => {
    await remove();
    expect(await opened(firm.owner)).toBe(0);
    expect(await opened(admin)).toBeGreaterThanOrEqual(3);
    expect(await writesFor(firm.owner, admin)).toBe(true);
    expect(await writesFor(admin, firm.owner)).toBe(true);
  });

  it('are those that the log names: of an act that was overtaken none is held', async () => {
    await firm.pull(firm.owner);
    const act = { type: 'rotate', scopeIds: [firm.admins.id, firm.staff.id] } as const;
    const sign = (who: Mate) => who.vault.signMemberAct(firm.workspaceId, act, firm.at, [], firm.revisions());
    await firm.pull(admin);
    const [, faster] = [await sign(firm.owner), await sign(admin)];
    firm.take(faster);
    expect(await opened(firm.owner)).toBeGreaterThan(0);
    expect(await opened(admin)).toBe(0);
    expect(await writesFor(admin, firm.owner)).toBe(true);
    // The next act is on top of it, with keys of its own.
    await remove();
    expect(await opened(firm.owner)).toBe(0);
    expect(await opened(admin)).toBeGreaterThan(0);
    expect(await writesFor(firm.owner, admin)).toBe(true);
  });

  it('hold after another act was signed and never sent', async () => {
    await remove();
    await firm.pull(firm.owner);
    await firm.owner.vault.signMemberAct(
      firm.workspaceId,
      { type: 'rotate', scopeIds: [firm.admins.id] },
      firm.at,
      [],
      firm.revisions(),
    );
    await firm.pull(admin);
    expect(await writesFor(firm.owner, admin)).toBe(true);
    await firm.act(firm.owner, { type: 'rotate', scopeIds: [firm.admins.id] });
    await firm.pull(firm.owner);
    await firm.pull(admin);
    expect(await writesFor(firm.owner, admin)).toBe(true);
  });
});
