/** A server that was set back to a backup: who may say so to a device that knows more, and about what. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { founder } from '../../testing/founder.ts';
import { type Mate, Team } from '../../testing/team.ts';
import { LocalVault } from '../localVault.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../../testing/quickArgon2.ts'));

let firm: Team;
let ben: Mate;
let anotherOwner: () => Promise<LocalVault>;
let cora: Mate;
/** The log of the backup; in the real one Ben is removed behind it. */
let backup: LogEntry[];
let keysOfBackup: number;

beforeEach(async () => {
  const anna = await founder();
  firm = new Team(anna);
  anotherOwner = async () => {
    const vault = new LocalVault();
    await vault.beginSignIn({ ...anna.registered, email: anna.email, password: anna.password });
    await vault.openAccount(anna.registered);
    return vault;
  };
  ben = await firm.join({ role: 'ADMIN' });
  cora = await firm.join({ role: 'ADMIN' });
  [backup, keysOfBackup] = [[...firm.entries], firm.keys.length];
});

/** Does something that happens behind the backup. */
const goOn = (act: Parameters<Team['act']>[1]) => firm.act(firm.owner, act);

/**
 * Resolves with the server's log once this person named a log (the backup) on a device which knows no more
 * than that.
 */
async function namedBy(who: Mate, vault = who.vault, log = backup, at = 5_000): Promise<LogEntry[]> {
  const { entries } = await vault.signRestore(firm.workspaceId, log, 1, at);
  return [...log, ...entries];
}
const take = (vault: LocalVault, entries: LogEntry[]) => vault.takeLog(firm.workspaceId, entries, 'server');
const refused = { fault: 'fork' };
/** Pulls as somebody would who looks at the backup alone. */
async function lookingBack(who: Mate): Promise<Mate> {
  await take(who.vault, backup);
  return who;
}

describe('a log that goes on from a backup', () => {
  it('is taken when an admin of then and now says so, and keys are taken anew (control)', async () => {
    await goOn({ type: 'remove', userId: ben.userId });
    await firm.pull(cora);
    const log = await namedBy(firm.owner);
    const state = await take(cora.vault, log);
    expect(state.seq).toBe(backup.length);
    expect(state.members.has(ben.userId)).toBe(true);
    expect((await take(cora.vault, [])).head).toBe(state.head);
    // What was made behind the backup is held no more; what the server has is.
    const staff = firm.rows([firm.admins, firm.staff]).map(({ scope, keys }) => ({
      scope,
      keys: keys.filter((key) => firm.keys.indexOf(key) < keysOfBackup),
    }));
    expect(await cora.vault.takeKeys(firm.workspaceId, staff)).toEqual([]);
    const removal = await cora.vault.signMemberAct(
      firm.workspaceId,
      { type: 'remove', userId: ben.userId },
      6_000,
    );
    expect((await take(firm.owner.vault, [...log, ...removal.entries])).members.has(ben.userId)).toBe(false);
  });

  it('may have come further since', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(cora);
    const log = await namedBy(firm.owner);
    await take(firm.owner.vault, log);
    await firm.owner.vault.takeKeys(
      firm.workspaceId,
      firm.rows().map(({ scope, keys }) => ({
        scope,
        keys: keys.filter((key) => firm.keys.indexOf(key) < keysOfBackup),
      })),
    );
    const more = await firm.owner.vault.signMemberAct(
      firm.workspaceId,
      { type: 'rotate', scopeIds: [firm.staff.id] },
      7_000,
    );
    expect((await take(cora.vault, [...log, ...more.entries])).seq).toBe(backup.length + 1);
  });

  it('is refused without the word of an admin', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(cora);
    const other = await firm.owner.vault.signRestore(firm.workspaceId, backup, 1, 5_000);
    const rewritten = { ...other.entries[0]!, signature: firm.entries.at(-1)!.signature } as LogEntry;
    await expect(take(cora.vault, [...backup, rewritten])).rejects.toMatchObject({ fault: 'bad-signature' });
    // A true entry of another kind in its place: only what this device knows tells the two apart.
    const fresh = await lookingBack({ ...firm.owner, vault: await anotherOwner() });
    await fresh.vault.confirmLog(firm.workspaceId, (await fresh.vault.logState(firm.workspaceId))!.head);
    await fresh.vault.takeKeys(firm.workspaceId, firm.rows());
    const fork = await fresh.vault.signMemberAct(
      firm.workspaceId,
      { type: 'role', userId: ben.userId, role: 'EMPLOYEE' },
      5_000,
    );
    await expect(take(cora.vault, [...backup, ...fork.entries])).rejects.toMatchObject(refused);
    expect((await cora.vault.logState(firm.workspaceId))?.seq).toBe(backup.length);
  });

  it('is refused in parts: only the whole of it shows where it leaves the known one', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(cora);
    const log = await namedBy(firm.owner);
    await expect(take(cora.vault, log.slice(-1))).rejects.toMatchObject(refused);
    expect((await take(cora.vault, log)).seq).toBe(backup.length);
  });

  it.each([
    ['was removed', { type: 'remove' }],
    ['is no admin any more', { type: 'role', role: 'EMPLOYEE' }],
    ['was shut out', { type: 'status', status: 'INACTIVE' }],
    ['is locked', { type: 'status', status: 'LOCKED' }],
  ] as const)('is refused from somebody who %s since', async (_, act) => {
    const [behind, log] = [await lookingBack(ben), await namedBy(await lookingBack(ben))];
    // A device that never saw the act takes it: nothing of what it knows speaks against it (control).
    const newcomer = new LocalVault();
    await newcomer.createAccount({ userId: cora.userId, email: 'c@example.org', password: 'correct horse' });
    expect((await take(newcomer, log)).seq).toBe(backup.length);
    await goOn({ ...act, userId: behind.userId } as never);
    await firm.pull(cora);
    await expect(take(cora.vault, log)).rejects.toMatchObject(refused);
    expect((await cora.vault.logState(firm.workspaceId))?.seq).toBe(firm.entries.length - 1);
  });

  it('is refused from somebody whose keys were replaced since', async () => {
    const log = await namedBy(await lookingBack(ben));
    const next = new LocalVault();
    const { publicKey } = await next.createAccount({
      userId: ben.userId,
      email: 'ben@example.org',
      password: 'another horse',
      previous: ben.cert,
    });
    const words = (await next.sixWords()).join(' ');
    await firm.pull(firm.owner);
    firm.take(
      await firm.owner.vault.signConfirmedAct(
        firm.workspaceId,
        { type: 'unlock', userId: ben.userId, cert: publicKey },
        words,
        firm.at,
      ),
    );
    await firm.pull(cora);
    await expect(take(cora.vault, log)).rejects.toMatchObject(refused);
  });

  it('is refused where it restores what is not known, or gives up what came later', async () => {
    // The first backup, and the word on it, were served before: behind it came more.
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    const log = await namedBy(firm.owner, firm.owner.vault, backup, 5_000);
    firm.at = 6_000;
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(cora);
    await expect(take(cora.vault, log)).rejects.toMatchObject(refused);
    // Signed anew it stands, and its own replay does not set the firm back once more.
    const again = await namedBy(firm.owner, firm.owner.vault, backup, 6_500);
    expect((await take(cora.vault, again)).seq).toBe(backup.length);
    await expect(take(cora.vault, log)).rejects.toMatchObject(refused);
    await expect(take(cora.vault, firm.entries)).rejects.toMatchObject(refused);
    const foreign = await founder();
    await expect(foreign.vault.signRestore(foreign.workspaceId, backup, 1, 5_000)).rejects.toMatchObject(
      refused,
    );
  });

  it('is signed behind everything that it gives up, whatever the clock says', async () => {
    firm.at = 9_000;
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(cora);
    await firm.pull(firm.owner);
    expect((await take(cora.vault, await namedBy(firm.owner, firm.owner.vault, backup, 10))).seq).toBe(
      backup.length,
    );
  });
});

describe('a log that nobody confirmed', () => {
  const isConfirmed = async (vault: LocalVault) => (await vault.standing(firm.workspaceId)).isConfirmed;
  it('is not confirmed by a restore: whoever forged it signs that, too', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    const fresh = await anotherOwner();
    await take(fresh, firm.entries);
    await firm.pull(firm.owner);
    const log = await namedBy(firm.owner);
    expect((await take(fresh, log)).seq).toBe(backup.length);
    expect(await isConfirmed(fresh)).toBe(false);
    expect(await fresh.sealPin(firm.workspaceId)).toBeUndefined();
    // Who confirmed the one before goes on (control).
    await take(firm.owner.vault, log);
    expect(await isConfirmed(firm.owner.vault)).toBe(true);
  });
});

describe('a pin on what was given up', () => {
  it('is replaced, and the next device starts from the new one', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(firm.owner);
    const old = await firm.owner.vault.sealPin(firm.workspaceId);
    await firm.owner.vault.takePins([old!], 'server');
    const log = await namedBy(firm.owner);
    await take(firm.owner.vault, log);
    const due = await firm.owner.vault.sealPin(firm.workspaceId);
    expect(due).toBeDefined();
    const next = await anotherOwner();
    await next.takePins([due!], 'server');
    expect((await take(next, log)).seq).toBe(backup.length);
    const stopped = await anotherOwner();
    await stopped.takePins([due!], 'server');
    await expect(take(stopped, firm.entries)).rejects.toMatchObject(refused);
  });

  it('stops a device that knows nothing else', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(firm.owner);
    const old = await firm.owner.vault.sealPin(firm.workspaceId);
    const log = await namedBy(firm.owner);
    const fresh = await anotherOwner();
    await fresh.takePins([old!], 'server');
    await expect(take(fresh, log)).rejects.toMatchObject(refused);
  });

  it('on the branch lets a device go on that kept the log of before', async () => {
    await goOn({ type: 'rotate', scopeIds: [firm.staff.id] });
    await firm.pull(firm.owner);
    const log = await namedBy(firm.owner);
    await take(firm.owner.vault, log);
    const pin = await firm.owner.vault.sealPin(firm.workspaceId);
    const old = await anotherOwner();
    await old.takePins([pin!], 'server');
    await old.takeLog(firm.workspaceId, firm.entries, 'device');
    // What the device kept is no word of the server's.
    await expect(take(old, [])).rejects.toMatchObject(refused);
    expect((await take(old, log)).head).toBe((await firm.owner.vault.logState(firm.workspaceId))!.head);
  });
});
