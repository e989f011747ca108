/** The second start of a device opens no grant again; whatever was changed meanwhile is opened from its rows. */
import { openGrant } from '@kontor/crypto/grant';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anotherVault, type Founder, founder, rowOf } from '../testing/founder.ts';
import { LocalVault } from './localVault.ts';

vi.mock('@kontor/crypto/grant', async (original) => {
  const actual = await original<typeof import('@kontor/crypto/grant')>();
  return { ...actual, openGrant: vi.fn(actual.openGrant) };
});

let anna: Founder;
let scopes: Parameters<LocalVault['openKeys']>[1];
let device: Awaited<ReturnType<LocalVault['sealForDevice']>>;
const deviceShare = 'A'.repeat(43);
let sealed: Uint8Array;

/** Resolves with the vault of a browser that was started anew on Anna's device. */
async function restarted(): Promise<LocalVault> {
  const vault = new LocalVault();
  await vault.openFromDevice({ ...device, deviceShare, publicKey: anna.cert });
  await vault.takeLog(anna.workspaceId, [anna.entry], 'device');
  return vault;
}

beforeAll(async () => {
  anna = await founder();
  scopes = [anna.staff, anna.admins].map((scope) => ({
    scope,
    keys: anna.keys.filter((key) => key.scopeId === scope.id),
  }));
  device = await anna.vault.sealForDevice({ deviceShare });
  const first = await restarted();
  const { isUsed, faults } = await first.openKeys(anna.workspaceId, scopes, undefined);
  expect([isUsed, faults]).toEqual([false, []]);
  sealed = (await first.sealKeys(anna.workspaceId, scopes))!;
});
beforeEach(() => {
  vi.mocked(openGrant).mockClear();
});

const record = () => ({
  entity: 'member',
  id: anna.userId,
  scopeId: anna.staff.id,
  version: 1,
  refs: { userId: anna.userId },
  plain: { firstName: 'Anna' },
});

/**
 * Starts with these kept keys. Returns whether they were used, their faults, how many grants were opened, and how many
 * records could be read.
 */
async function start(kept: Uint8Array | undefined, rows = scopes) {
  const vault = await restarted();
  const { isUsed, faults } = await vault.openKeys(anna.workspaceId, rows, kept);
  const opens = vi.mocked(openGrant).mock.calls.length;
  const [row] = await anna.vault.sealRecords(anna.workspaceId, [record()]);
  const { opened } = await vault.openPage(anna.workspaceId, { scopes: [], rows: [rowOf(record(), row!)] });
  return { isUsed, faults, opens, reads: opened.length };
}

describe('kept keys', () => {
  it('save the second start every grant', async () => {
    expect(await start(undefined)).toEqual({ isUsed: false, faults: [], opens: 1, reads: 1 });
    vi.mocked(openGrant).mockClear();
    expect(await start(sealed)).toEqual({ isUsed: true, faults: [], opens: 0, reads: 1 });
  });

  it('can be sealed again from what was restored', async () => {
    const vault = await restarted();
    await vault.openKeys(anna.workspaceId, scopes, sealed);
    expect(await start((await vault.sealKeys(anna.workspaceId, scopes))!)).toMatchObject({
      isUsed: true,
      reads: 1,
    });
  });

  it('are refused when a bit of them is another, and the rows are opened', async () => {
    for (const at of [0, 20, sealed.length - 1]) {
      vi.mocked(openGrant).mockClear();
      const damaged = sealed.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(await start(damaged)).toEqual({ isUsed: false, faults: [], opens: 1, reads: 1 });
    }
  });

  it('are refused for other rows than those that they were opened from', async () => {
    const [staff, admins] = scopes as [(typeof scopes)[0], (typeof scopes)[0]];
    const others = [[staff], [staff, { ...admins, keys: [...admins.keys, ...admins.keys] }]];
    for (const rows of others)
      expect((await start(sealed, rows).catch(() => ({ isUsed: false }))).isUsed).toBe(false);
  });

  it('are refused in another workspace, at another head, and on another device', async () => {
    const ben = await founder();
    const vault = await restarted();
    await vault.takeLog(ben.workspaceId, [ben.entry], 'device');
    expect((await vault.openKeys(ben.workspaceId, scopes, sealed)).isUsed).toBe(false);
    const elsewhere = await anotherVault(anna);
    await elsewhere.sealForDevice({ deviceShare });
    await elsewhere.takeLog(anna.workspaceId, [anna.entry], 'device');
    expect((await elsewhere.openKeys(anna.workspaceId, scopes, sealed)).isUsed).toBe(false);
    const { entries } = await anna.vault.signMemberAct(
      anna.workspaceId,
      { type: 'rotate', scopeIds: [anna.staff.id] },
      Date.now(),
    );
    const later = await restarted();
    await later.takeLog(anna.workspaceId, entries, 'device');
    expect((await later.openKeys(anna.workspaceId, scopes, sealed)).isUsed).toBe(false);
  });

  it('are opened by no verb that hands out what it opens', async () => {
    const vault = await restarted();
    for (const label of ['', 'keys', anna.workspaceId, `${anna.workspaceId}/keys`])
      await expect(vault.openLocal('page', label, sealed.slice())).rejects.toMatchObject({
        code: 'not-verified',
      });
  });
});
