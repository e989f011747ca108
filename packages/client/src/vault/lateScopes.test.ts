/** Private rooms and projects that come to a device which once had everything: who opened them must have been there since. */
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mate, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Team;
let reader: Mate;
let opener: Mate;
/** The newest entry of the log when the reader's device had everything. */
let seq: number;

beforeEach(async () => {
  firm = await team();
  reader = await employee();
  opener = await employee();
});

const employee = () => firm.join({ role: 'EMPLOYEE' });
const newest = () => firm.entries.length - 1;
const act = (act: Parameters<Team['act']>[1]) => firm.act(firm.owner, act);

/**
 * Resolves with the key rows of a room or project that somebody opens to the reader with what their device
 * knows.
 */
async function opened(
  by: Mate,
  kind: 'room' | 'project' = 'room',
): Promise<{ scope: Scope; keys: ScopeKey[] }> {
  const scope: Scope = { id: uuidv7(), kind, access: 'private' };
  const { workspaceId } = firm;
  await by.vault.takeKeys(workspaceId, [{ scope, keys: [] }]);
  const readers = { access: 'private' as const, memberIds: [by.userId, reader.userId] };
  return { scope, keys: await by.vault.renewKey(workspaceId, scope.id, readers, { isNew: true }) };
}

/** Shows one to the reader's device. Returns what it finds wrong with it. */
async function shown({ scope, keys }: { scope: Scope; keys: ScopeKey[] }, isLate = true): Promise<string[]> {
  const { workspaceId } = firm;
  await firm.pull(reader);
  const late = { seq, ids: isLate ? [scope.id] : [] };
  const page = await reader.vault.openPage(workspaceId, { scopes: [{ scope, keys }], rows: [], late });
  return page.faults.map(({ fault }) => fault);
}

const isHeld = async ({ scope }: { scope: Scope }) =>
  (await reader.vault.admittedBy(firm.workspaceId, scope.id)) !== undefined;

describe('a private room that was not there before', () => {
  it.each(['remove', 'status', 'role'] as const)(
    'is not taken from who had left by then: %s',
    async (how) => {
      await firm.pull(opener);
      const { id } = await firm.customer();
      const { userId } = opener;
      const acts = {
        remove: { type: 'remove', userId },
        status: { type: 'status', userId, status: 'INACTIVE' },
        role: { type: 'role', userId, role: 'CUSTOMER', customerId: id },
      } as const;
      await act(acts[how]);
      await firm.pull(reader);
      seq = newest();
      const room = await opened(opener);
      expect(await shown(room)).toEqual(['unknown-scope']);
      expect(await isHeld(room)).toBe(false);
      // One that it knew before is theirs for good.
      expect(await shown(room, false)).toEqual([]);
      expect(await isHeld(room)).toBe(true);
    },
  );

  it('is taken from who left only since, came since, or was back for a while', async () => {
    const { userId } = opener;
    seq = newest();
    await firm.pull(opener);
    const before = await opened(opener);
    await act({ type: 'remove', userId });
    expect(await shown(before)).toEqual([]);

    seq = newest();
    opener = await employee();
    await firm.pull(opener);
    expect(await shown(await opened(opener))).toEqual([]);

    const set = (status: 'ACTIVE' | 'INACTIVE') => act({ type: 'status', userId: opener.userId, status });
    await set('INACTIVE');
    seq = newest();
    await set('ACTIVE');
    await firm.pull(opener);
    const meanwhile = await opened(opener);
    await set('INACTIVE');
    expect(await shown(meanwhile)).toEqual([]);
  });

  it('is taken by who was away themselves', async () => {
    await firm.pull(opener);
    const room = await opened(opener);
    await act({ type: 'remove', userId: opener.userId });
    await act({ type: 'status', userId: reader.userId, status: 'INACTIVE' });
    seq = newest();
    await act({ type: 'status', userId: reader.userId, status: 'ACTIVE' });
    expect(await shown(room)).toEqual([]);
  });
});

describe('a project that was private before the reader was taken off and who made it left', () => {
  /**
   * Resolves with the rows of all generations of a project, after the last of its readers had it opened to
   * everybody.
   */
  async function released(by: Mate, made: { scope: Scope; keys: ScopeKey[] }) {
    await by.vault.takeKeys(firm.workspaceId, [made]);
    const everybody = { access: 'open' as const, memberIds: [] };
    const rows = await by.vault.renewKey(firm.workspaceId, made.scope.id, everybody, { isNew: false });
    return { scope: { ...made.scope, access: 'open' as const }, keys: [...made.keys, ...rows] };
  }

  it('is taken from who opens it to everybody then, and not from who left', async () => {
    await firm.pull(opener);
    const made = await opened(opener, 'project');
    await act({ type: 'remove', userId: opener.userId });
    await firm.pull(reader);
    seq = newest();
    // With the staff's key of before.
    expect(await shown(await released(opener, made))).toContain('unknown-scope');
    await firm.pull(firm.owner);
    expect(await shown(await released(firm.owner, made))).toEqual([]);
    expect(await reader.vault.accessOf(firm.workspaceId, [made.scope.id])).toEqual(['open']);
  });
});
