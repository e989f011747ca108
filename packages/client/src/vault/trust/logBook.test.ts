import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { maxAhead } from '@kontor/contract/memberLog/fold';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anotherVault, type Founder, founder } from '../../testing/founder.ts';
import type { LocalVault } from '../localVault.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../../testing/quickArgon2.ts'));

let anna: Founder;
let log: LogEntry[];
/** Another true log of the same length, by somebody else. */
let foreign: LogEntry[];

/** Resolves with a log of genesis and two rotations, as a vault of its founder writes it. */
async function grown(vault: LocalVault, { workspaceId, entry, keys, admins, staff }: Founder) {
  const entries = [entry];
  const take = async (rows: ScopeKey[]) => {
    await vault.takeLog(workspaceId, entries, 'device');
    const of = (scope: Scope) => ({ scope, keys: rows.filter((row) => row.scopeId === scope.id) });
    expect(await vault.takeKeys(workspaceId, [of(admins), of(staff)])).toEqual([]);
    await vault.confirmLog(workspaceId, (await vault.logState(workspaceId))!.head);
  };
  await take(keys);
  for (let i = 0; i < 2; i++) {
    const rotation = await vault.signMemberAct(
      workspaceId,
      { type: 'rotate', scopeIds: [admins.id, staff.id] },
      Date.now(),
    );
    entries.push(...rotation.entries);
    await take(rotation.keys);
  }
  return entries;
}

beforeAll(async () => {
  anna = await founder();
  log = await grown(anna.vault, anna);
  const mallory = await founder();
  foreign = await grown(mallory.vault, mallory);
});

/** Resolves with a new device that starts from the pin that the older one left with the server. */
async function freshDevice() {
  const pin = await anna.vault.sealPin(anna.workspaceId);
  const vault = await anotherVault(anna);
  await vault.takePins([pin!], 'server');
  return vault;
}

describe('the log against the pin', () => {
  it('follows the true log (control)', async () => {
    const vault = await freshDevice();
    const state = await vault.takeLog(anna.workspaceId, log, 'server');
    expect(state.seq).toBe(2);
    expect(await vault.sealPin(anna.workspaceId)).toBeUndefined();
  });

  it('takes entries again that it knows', async () => {
    const vault = await freshDevice();
    await vault.takeLog(anna.workspaceId, log, 'server');
    expect((await vault.takeLog(anna.workspaceId, log.slice(1), 'server')).seq).toBe(2);
  });

  it('refuses a log that ends before the pin', async () => {
    const vault = await freshDevice();
    await expect(vault.takeLog(anna.workspaceId, log.slice(0, 2), 'server')).rejects.toMatchObject({
      fault: 'rollback',
    });
    await expect(vault.takeLog(anna.workspaceId, [], 'server')).rejects.toMatchObject({ fault: 'rollback' });
    expect(await vault.logState(anna.workspaceId)).toBeUndefined();
  });

  it('lets the device replay what it kept before the server adds to it', async () => {
    const vault = await freshDevice();
    await vault.takeLog(anna.workspaceId, log.slice(0, 2), 'device');
    await expect(vault.takeLog(anna.workspaceId, [], 'server')).rejects.toMatchObject({ fault: 'rollback' });
    expect((await vault.takeLog(anna.workspaceId, log.slice(2), 'server')).seq).toBe(2);
  });

  it('refuses another genesis', async () => {
    const vault = await freshDevice();
    // Whoever owns the server and one account founds a second workspace under the same id.
    const mallory = await founder();
    const { entry } = await mallory.vault.createWorkspaceKeys({
      workspaceId: anna.workspaceId,
      adminsScopeId: anna.admins.id,
      staffScopeId: anna.staff.id,
      at: 1,
    });
    await expect(vault.takeLog(anna.workspaceId, [entry], 'server')).rejects.toMatchObject({ fault: 'fork' });
  });

  it('refuses another entry at the pinned place', async () => {
    const vault = await freshDevice();
    const other = await grown(await anotherVault(anna), anna);
    // Every entry of it is honestly signed: only the pin tells the two apart.
    await expect(vault.takeLog(anna.workspaceId, other, 'server')).rejects.toMatchObject({ fault: 'fork' });
  });

  it('refuses to have known entries rewritten, without any pin', async () => {
    const vault = await anotherVault(anna);
    await vault.takeLog(anna.workspaceId, log, 'server');
    await expect(vault.takeLog(anna.workspaceId, [foreign[0]!], 'server')).rejects.toMatchObject({
      fault: 'fork',
    });
    expect((await vault.logState(anna.workspaceId))?.seq).toBe(2);
  });

  it("refuses another workspace's log, gaps and altered entries", async () => {
    const vault = await anotherVault(anna);
    await expect(vault.takeLog(anna.workspaceId, foreign, 'server')).rejects.toBeInstanceOf(LogError);
    await expect(vault.takeLog(anna.workspaceId, [log[0]!, log[2]!], 'server')).rejects.toMatchObject({
      fault: 'broken-chain',
    });
    const altered = { ...log[1]!, at: 99 };
    await expect(vault.takeLog(anna.workspaceId, [log[0]!, altered], 'server')).rejects.toMatchObject({
      fault: 'bad-signature',
    });
  });

  it('refuses an entry from more than a day ahead of the clock, and takes it once that is right', async () => {
    const [first, ...more] = log;
    const vault = await anotherVault(anna);
    await vault.takeLog(anna.workspaceId, [first!], 'server');
    const { at } = more.at(-1)!;
    vi.useFakeTimers({ now: at - maxAhead - 1 });
    try {
      await expect(vault.takeLog(anna.workspaceId, more, 'server')).rejects.toMatchObject({
        fault: 'ahead-of-clock',
      });
      expect((await vault.logState(anna.workspaceId))?.seq).toBe(0);
      // What the device has taken over stays, and so does what it is shown of that again.
      const before = await anotherVault(anna);
      expect((await before.takeLog(anna.workspaceId, log, 'device')).seq).toBe(2);
      expect((await before.takeLog(anna.workspaceId, more, 'server')).seq).toBe(2);
      vi.setSystemTime(at - maxAhead);
      expect((await vault.takeLog(anna.workspaceId, more, 'server')).seq).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("names a pin that is not one's own, or is none, and takes the others", async () => {
    const mallory = await founder();
    const foreign = (await mallory.vault.sealPin(mallory.workspaceId))!;
    const own = (await anna.vault.sealPin(anna.workspaceId))!;
    const vault = await anotherVault(anna);
    const noises = [own.sealed.slice(0, 40), 'no bytes', own.sealed.slice(0, 41)].map((sealed) => ({
      workspaceId: mallory.workspaceId,
      sealed,
    }));
    expect(await vault.takePins([foreign, ...noises, own], 'server')).toEqual(
      [foreign, ...noises].map(({ workspaceId }) => workspaceId),
    );
    await expect(vault.takeLog(anna.workspaceId, log.slice(0, 2), 'server')).rejects.toMatchObject({
      fault: 'rollback',
    });
  });
});

describe('a log that nothing confirms', () => {
  const rotation = () => ({ type: 'rotate', scopeIds: [anna.admins.id] }) as const;
  const unpinned = async () => {
    const vault = await anotherVault(anna);
    await vault.takeLog(anna.workspaceId, [log[0]!], 'server');
    const of = (scope: Scope) => ({ scope, keys: anna.keys.filter((row) => row.scopeId === scope.id) });
    await vault.takeKeys(anna.workspaceId, [of(anna.admins), of(anna.staff)]);
    return vault;
  };

  it('is read, but nobody gets a key by it, and it is not pinned, until a person confirms it', async () => {
    const vault = await unpinned();
    const standing = () => vault.standing(anna.workspaceId);
    expect(await standing()).toEqual({ isConfirmed: false, isShutOut: false });
    const unconfirmed = { fault: 'unconfirmed-log' };
    await expect(vault.signMemberAct(anna.workspaceId, rotation(), 9)).rejects.toMatchObject(unconfirmed);
    const invitation = { invitationId: anna.userId, role: 'EMPLOYEE', at: 9, expiresAt: 10 } as const;
    await expect(vault.createInvitation(anna.workspaceId, invitation)).rejects.toMatchObject(unconfirmed);
    expect(await vault.sealPin(anna.workspaceId)).toBeUndefined();
    const { head } = await vault.logWords(anna.workspaceId);
    await expect(vault.confirmLog(anna.workspaceId, anna.workspaceId)).rejects.toMatchObject({
      fault: 'wrong-words',
    });
    await vault.confirmLog(anna.workspaceId, head);
    expect(await standing()).toMatchObject({ isConfirmed: true });
    expect((await vault.signMemberAct(anna.workspaceId, rotation(), 9)).entries).toHaveLength(1);
    expect(await vault.sealPin(anna.workspaceId)).toBeDefined();
  });

  it('shows the words of its beginning and its end, the same to everybody who has the same', async () => {
    const [one, two] = [await unpinned(), await unpinned()];
    const words = async (vault: LocalVault) => (await vault.logWords(anna.workspaceId)).words.join(' ');
    expect(await words(one)).toBe(await words(two));
    expect((await words(one)).split(' ')).toHaveLength(6);
    await two.takeLog(anna.workspaceId, log.slice(1), 'server');
    expect(await words(one)).not.toBe(await words(two));
  });

  it('is the own one where it was founded', async () => {
    const made = await founder();
    expect(await made.vault.standing(made.workspaceId)).toEqual({ isConfirmed: true, isShutOut: false });
  });
});
