/** A device that knows no past, which a server shows a head of before somebody was let go, beside the keys of now. */
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mate, mate, openVault, type Team, team } from '../testing/team.ts';
import type { SealedBatch, StandingHead } from './plainBatch.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

type Keyed = Awaited<ReturnType<typeof mate>>;

let firm: Team;
let scope: Scope;
let stays: Keyed;
let goes: Keyed;

beforeEach(async () => {
  firm = await team();
  [stays, goes] = [await employee(), await employee()];
});

async function employee(): Promise<Keyed> {
  const who = await mate();
  await firm.accept(who, await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
  return who;
}

const idsOf = (people: readonly Mate[]) => people.map(({ userId }) => userId);
const grantedBy = ({ changes }: SealedBatch) =>
  changes.flatMap(({ args }) => ('key' in args && args.key.type === 'grant' ? [args.key.recipientId] : []));
const keysIn = ({ changes }: SealedBatch): ScopeKey[] =>
  changes.flatMap(({ args }) => ('key' in args ? [args.key] : []));

/** Writes the head, with these people in it, and hands its keys out. */
async function head(people: readonly Mate[], { isNew = false } = {}): Promise<StandingHead> {
  await firm.pull(stays);
  const readers = idsOf(people);
  const record = { entity: scope.kind, id: scope.id, scopeId: scope.id, version: isNew ? 1 : 2 };
  const batch = await stays.vault.sealBatch(firm.workspaceId, {
    created: isNew ? [scope] : [],
    refused: [],
    privateScopes: [],
    access: {},
    ...(isNew && { access: { [scope.id]: 'private' as const } }),
    records: [{ ...record, refs: { memberIds: readers }, plain: { name: 'Board' } }],
    members: { [scope.id]: { readers } },
  });
  firm.keys.push(...keysIn(batch));
  if (isNew) firm.scopes.push(scope);
  await firm.pull(stays);
  return { readers, proof: batch.records[0]!.proof };
}

/** Writes beside a head that is shown, or into it, on a device that has just been started. */
async function writes(shown: StandingHead, readers = shown.readers): Promise<SealedBatch> {
  const vault = await openVault(stays.keys);
  await firm.pull({ vault });
  const beside =
    scope.kind === 'room'
      ? { entity: 'reaction', refs: { messageId: uuidv7(), userId: stays.userId }, plain: { emoji: '👍' } }
      : { entity: 'task', refs: {}, plain: { title: 'Paint' } };
  return vault.sealBatch(firm.workspaceId, {
    created: [],
    refused: [],
    privateScopes: [],
    access: {},
    records: [{ ...beside, id: uuidv7(), scopeId: scope.id, version: 1 }],
    members: { [scope.id]: { readers, head: shown } },
  });
}

describe.each(['room', 'project'] as const)('a private %s', (kind) => {
  beforeEach(() => {
    scope = { id: uuidv7(), kind, access: 'private' };
  });

  it('lets nobody in again whom the newest key leaves out, by a head that was written under an older one', async () => {
    const older = await head([stays, goes], { isNew: true });
    const newer = await head([stays]);
    expect(grantedBy(await writes(newer))).toEqual([]);
    expect(grantedBy(await writes(older))).toEqual([]);
  });

  it('takes nobody’s word for the key of a head that was sealed anew', async () => {
    const older = await head([stays, goes], { isNew: true });
    await head([stays]);
    const [seq, , signature] = older.proof.split('.');
    const origin = { scopeId: scope.id, version: 1, refs: {} };
    const proof = `${seq}.1000000.${signature}.${JSON.stringify({ origin })}`;
    expect(grantedBy(await writes({ ...older, proof }))).toEqual([]);
  });

  it('lets nobody of such a head in with somebody new', async () => {
    const older = await head([stays, goes], { isNew: true });
    await head([stays]);
    const late = await employee();
    const made = await writes(older, [...older.readers, late.userId]);
    const admins = kind === 'project' ? ['admins'] : [];
    expect(grantedBy(made).sort()).toEqual([...admins, ...idsOf([stays, late])].sort());
  });

  it('goes by a head that was written under its newest key (control)', async () => {
    await head([stays], { isNew: true });
    const newest = await head([stays, goes]);
    expect(grantedBy(await writes(newest))).toEqual([]);
    const alone = await writes(newest, [stays.userId]);
    expect(grantedBy(alone)).not.toContain(goes.userId);
    expect(grantedBy(alone)).toContain(stays.userId);
  });
});

it('lets those in again who were shut out of the workspace since the head of a room was written', async () => {
  scope = { id: uuidv7(), kind: 'room', access: 'private' };
  const shown = await head([stays, goes], { isNew: true });
  const setStatus = (status: 'INACTIVE' | 'ACTIVE') =>
    firm.act(firm.owner, { type: 'status', userId: goes.userId, status });
  await setStatus('INACTIVE');
  const between = await writes(shown);
  expect(grantedBy(between)).toEqual([stays.userId]);
  firm.keys.push(...keysIn(between));
  await setStatus('ACTIVE');
  expect(grantedBy(await writes(shown)).sort()).toEqual(idsOf([stays, goes]).sort());
});
