/** Whom a restored backup lets in again, and what settles that. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from '../team/history.ts';
import { undone } from '../team/lostActs.ts';
import { type Mate, type Team, team } from '../testing/team.ts';
import { type LostLog, lostLog, readmitted } from './lostLog.ts';

let firm: Team;
let ben: Mate;
let cora: Mate;
let dora: Mate;
let link: Awaited<ReturnType<Team['invite']>>;
let backup: LogEntry[];
let keys: number;
let lost: LostLog;
const now = 1_500;

/** The restored log, with what came behind it. */
let restored: LogEntry[];
const stateOf = (entries: readonly LogEntry[]) =>
  firm.owner.vault.takeLog(firm.workspaceId, [...entries], 'server');
const back = async () => {
  const log = await stateOf(restored);
  return readmitted(lost, { log, entries: restored, now })
    .map(({ id }) => id)
    .sort();
};

beforeAll(async () => {
  firm = await team();
  [ben, cora, dora] = [
    await firm.join({ role: 'EMPLOYEE' }),
    await firm.join({ role: 'EMPLOYEE' }),
    await firm.join({ role: 'ADMIN' }),
  ];
  link = await firm.invite(firm.owner, { role: 'EMPLOYEE' });
  [backup, keys] = [[...firm.entries], firm.keys.length];
  await firm.act(firm.owner, { type: 'remove', userId: ben.userId });
  await firm.act(firm.owner, { type: 'status', userId: cora.userId, status: 'INACTIVE' });
  await firm.act(firm.owner, { type: 'role', userId: dora.userId, role: 'EMPLOYEE' });
  await firm.act(firm.owner, { type: 'remove', userId: link.invitationId });
  await firm.join({ role: 'EMPLOYEE' });
  const known = { state: await stateOf(firm.entries), entries: firm.entries };
  const named = await firm.owner.vault.signRestore(firm.workspaceId, backup, 1, firm.at);
  restored = [...backup, ...named.entries];
  lost = lostLog(known, restored, now)!;
  await stateOf(restored);
  const rows = firm.rows().map(({ scope, keys: all }) => ({
    scope,
    keys: all.filter((key) => firm.keys.indexOf(key) < keys),
  }));
  await firm.owner.vault.takeKeys(firm.workspaceId, rows);
});

describe('a restored backup', () => {
  it('gives up what came behind it', () => {
    expect(lost.entries).toEqual(firm.entries.slice(backup.length));
    expect(lostLog({ state: undefined, entries: backup }, restored, now)).toBeUndefined();
  });

  it('lets in again who was removed, shut out, demoted, or whose invitation was withdrawn', async () => {
    expect(await back()).toEqual([ben.userId, cora.userId, dora.userId, link.invitationId].sort());
    const items = historyOf([...backup, ...lost.entries]).slice(backup.length);
    expect(undone(items, await stateOf(restored)).map(({ what }) => what)).toEqual([
      'remove',
      'status',
      'role',
      'withdraw',
      'join',
    ]);
  });

  it('lacks no invitation that expired and is in no log any more', async () => {
    const expired = { seq: 9, at: now, what: 'expire', authorId: firm.owner.userId } as const;
    const state = await stateOf(restored);
    expect(undone([{ ...expired, subjectId: 'expired' }], state)).toEqual([]);
    const still = { ...expired, subjectId: link.invitationId };
    expect(undone([still], state)).toEqual([still]);
  });

  it('is settled by what an admin says of each, and not by a link that was withdrawn', async () => {
    const accepting = await firm.owner.vault.logState(firm.workspaceId);
    const { vault } = firm.owner;
    const removal = await vault.signMemberAct(
      firm.workspaceId,
      { type: 'remove', userId: ben.userId },
      1_600,
    );
    restored = [...restored, ...removal.entries];
    expect(accepting?.members.has(ben.userId)).toBe(true);
    expect(await back()).toEqual([cora.userId, dora.userId, link.invitationId].sort());
    const joined = { ...restored.at(-1)!, type: 'rekey' } as LogEntry;
    Object.assign(joined, {
      payload: {
        userId: link.invitationId,
        method: 'invitation',
        cert: { ...dora.cert, userId: 'stranger' },
      },
    });
    const log = await stateOf(restored);
    const members = new Map(log.members).set('stranger', {
      ...log.members.get(dora.userId)!,
      userId: 'stranger',
    });
    const left = readmitted(lost, { log: { ...log, members }, entries: [...restored, joined], now });
    expect(left.map(({ id }) => id)).toContain('stranger');
  });
});
