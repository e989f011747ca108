/** Generations of a private project that an outsider makes, with a server that hands their rows to everybody. */
import { readByAdmins } from '@kontor/contract/entity/scopeKind';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { directRoomId } from '@kontor/contract/wire/directRoom';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import type { Grant, Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { certHpkeKey } from '@kontor/crypto/cert';
import { type GrantRecipient, openGrant, sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey, wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf } from '@kontor/crypto/scopeKey';
import { logCrypto } from '@kontor/crypto/signing';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mate, mate, openVault, type Team, team } from '../testing/team.ts';
import type { StandingHead } from './plainBatch.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

/** Holds up the next grant that is opened. */
const gate = vi.hoisted(() => ({ closed: undefined as Promise<void> | undefined, reached: () => {} }));
vi.mock('@kontor/crypto/grant', async (original) => {
  const module = await original<typeof import('@kontor/crypto/grant')>();
  const openGrant: typeof module.openGrant = async (...args) => {
    const { closed } = gate;
    gate.closed = undefined;
    if (closed) gate.reached();
    await closed;
    return module.openGrant(...args);
  };
  return { ...module, openGrant };
});

type Keyed = Mate & { keys: AccountKeys };

let firm: Team;
let scope: Scope;
let inside: Keyed;
let outside: Keyed;

beforeEach(async () => {
  firm = await team();
  scope = { id: uuidv7(), kind: 'project', access: 'private' };
  [inside, outside] = [await employee(), await employee()];
  firm.scopes.push(scope);
  firm.keys.push(...(await renewed(inside, [inside], { isNew: true })));
});

async function employee(): Promise<Keyed> {
  const who = await mate();
  await firm.accept(who, await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
  return who;
}

async function renewed(by: Mate, members: Mate[], why: { isNew?: boolean } = {}): Promise<ScopeKey[]> {
  await firm.pull(by);
  const memberIds = members.map(({ userId }) => userId);
  return by.vault.renewKey(firm.workspaceId, scope.id, { access: 'private', memberIds }, why);
}

/** Resolves with the key id under which somebody writes. */
async function writesUnder({ vault }: Pick<Mate, 'vault'>): Promise<string> {
  const record = { entity: 'task', id: uuidv7(), scopeId: scope.id, version: 1, refs: {}, plain: {} };
  const [sealed] = await vault.sealRecords(firm.workspaceId, [record]);
  return Buffer.from(sealed!.slice(1, 17)).toString('base64url');
}

const kidOf = (generation: number) =>
  firm.keys.find((row) => row.scopeId === scope.id && row.generation === generation)!.kid;

interface Forgery {
  generation: number;
  /** To whom it is sealed; to `inside` unless given. */
  to?: GrantRecipient;
  by?: Keyed;
  readers?: string[];
  /** The key that the forger says was before; none where there is no such row. */
  before?: Uint8Array<ArrayBuffer>;
}

/**
 * Resolves with rows that somebody makes who works here and does not read the project: every signature is
 * valid.
 */
async function forged({ generation, by = outside, readers, before, to }: Forgery) {
  const key = createScopeKey();
  const place = { workspaceId: firm.workspaceId, scopeId: scope.id, generation };
  const recipient = to ?? { recipientId: inside.userId, publicKey: certHpkeKey(inside.cert) };
  const granted = await sealGrant(by.keys, recipient, {
    ...(await termsFor(readers ?? [inside.userId, by.userId])),
    ...place,
    key,
    previousKid: before ? await kidTextOf(before) : null,
  });
  const previous = before && (await wrapPreviousKey(key, place, before));
  return { key, rows: [granted, ...(previous ? [previous] : [])] };
}

/**
 * Resolves with the readers of a key of the scope for these people: the admins are among them, where its kind
 * is theirs to read.
 */
async function termsFor(people: readonly string[]) {
  if (!readByAdmins(scope.kind)) return { readers: people.toSorted() };
  return { readers: [...people, 'admins'].toSorted(), adminsKid: await newestKid('admins') };
}

const stateOf = async () => (await firm.owner.vault.logState(firm.workspaceId))!;
const adminsPublicKey = async () => (await stateOf()).adminsPublicKey;
async function newestKid(kind: 'admins'): Promise<string> {
  const { kids, generation } = (await stateOf()).scopes.get(firm[kind].id)!;
  return kids.get(generation)!;
}

/** Resolves with the key of a grant to somebody, the first of these, opened with their seeds. */
async function keyOf(who: Keyed, scopeId: string, keys = firm.keys): Promise<Uint8Array<ArrayBuffer>> {
  const row = keys.find(
    (each): each is Grant =>
      each.type === 'grant' && each.scopeId === scopeId && each.recipientId === who.userId,
  )!;
  await firm.pull(who);
  const { certs } = (await who.vault.logState(firm.workspaceId))!;
  const to = { recipientId: who.userId, publicKey: certHpkeKey(who.cert) };
  return openGrant(row, firm.workspaceId, certs.get(row.granterKey)!.cert, to, who.keys.seeds.xwing);
}

/** Resolves with a row that puts a key of the scope under the newest key of the staff that somebody has. */
async function underStaffs(by: Keyed, generation: number, key: Uint8Array<ArrayBuffer>): Promise<ScopeKey> {
  const place = { workspaceId: firm.workspaceId, scopeId: scope.id, generation };
  const staffKey = await keyOf(by, firm.staff.id, firm.keys.toReversed());
  return wrapScopeKey({ scopeId: firm.staff.id, key: staffKey }, place, key);
}

const refused = [{ fault: 'forged-grant' }];

describe('a generation', () => {
  it('by a reader is taken over (control)', async () => {
    firm.keys.push(...(await renewed(inside, [inside, outside])));
    expect(await firm.pull(inside)).toEqual([]);
    expect(await writesUnder(inside)).toBe(kidOf(2));
    expect(await firm.pull(outside)).toEqual([]);
    expect(await writesUnder(outside)).toBe(kidOf(2));
  });

  it.each([
    ['without a key before', undefined],
    ['with a key of their own before', createScopeKey()],
  ])('by an outsider %s is refused, and nothing is sealed under it', async (_, before) => {
    await firm.pull(inside);
    const { rows, key } = await forged({ generation: 2, ...(before && { before }) });
    firm.keys.push(...rows);
    expect(await firm.pull(inside)).toMatchObject(refused);
    expect(await writesUnder(inside)).toBe(kidOf(1));
    expect(await writesUnder(inside)).not.toBe(await kidTextOf(key));
  });

  it('that lies under the key of the staff is refused without the key before', async () => {
    await firm.pull(inside);
    const key = createScopeKey();
    const place = { workspaceId: firm.workspaceId, scopeId: scope.id, generation: 2 };
    const staffKey = await keyOf(outside, firm.staff.id);
    firm.keys.push(await wrapScopeKey({ scopeId: firm.staff.id, key: staffKey }, place, key));
    expect(await firm.pull(inside)).toMatchObject(refused);
    expect(await writesUnder(inside)).toBe(kidOf(1));
    expect(await inside.vault.accessOf(firm.workspaceId, [scope.id])).toEqual(['private']);
  });

  it('by somebody who knows the key and did not read the one before is refused', async () => {
    await firm.pull(inside);
    const { rows } = await forged({ generation: 2, before: await keyOf(inside, scope.id) });
    firm.keys.push(...rows);
    expect(await firm.pull(inside)).toMatchObject(refused);
    expect(await writesUnder(inside)).toBe(kidOf(1));
  });

  it('by somebody who does not name themselves as a reader is refused', async () => {
    const { rows } = await forged({ generation: 1, readers: [inside.userId] });
    const fresh = { vault: await openVault(inside.keys) };
    await fresh.vault.takeLog(firm.workspaceId, firm.entries, 'server');
    const shown = [...firm.rows().slice(0, 2), { scope, keys: rows }];
    expect(await fresh.vault.takeKeys(firm.workspaceId, shown)).toMatchObject(refused);
  });
});

describe('of somebody who was removed', () => {
  it('a generation to an accomplice is not written under, and goes on to whom the head names alone', async () => {
    const accomplice = await employee();
    firm.keys.push(...(await renewed(inside, [inside, outside])));
    await firm.pull(outside);
    const older = await keyOf(outside, scope.id);
    await firm.act(firm.owner, { type: 'remove', userId: outside.userId });
    const readers = [inside, outside, accomplice].map(({ userId }) => userId);
    firm.keys.push(...(await forged({ generation: 3, readers, before: older })).rows);
    expect(await firm.pull(inside)).toEqual([]);
    await expect(writesUnder(inside)).rejects.toMatchObject({ fault: 'missing-key' });
    const rows = await renewed(inside, [inside]);
    expect(rows.flatMap((row) => (row.type === 'grant' ? row.recipientId : []))).toEqual(
      ['admins', inside.userId].toSorted(),
    );
  });

  it('nor is it renewed for an accomplice when an admin takes new keys of a reader', async () => {
    const accomplice = await employee();
    firm.keys.push(...(await renewed(inside, [inside, outside])));
    await firm.pull(outside);
    const older = await keyOf(outside, scope.id);
    await firm.act(firm.owner, { type: 'remove', userId: outside.userId });
    const readers = [inside, outside, accomplice].map(({ userId }) => userId);
    const to = { recipientId: 'admins', publicKey: fromBase64Url(await adminsPublicKey()) };
    const made = await forged({ generation: 3, readers, before: older, to });
    firm.keys.push(...made.rows);
    expect(await firm.pull(firm.owner)).toEqual([]);
    const next = await mate(inside.userId, inside.cert);
    const act = { type: 'unlock', userId: inside.userId, cert: next.cert } as const;
    const words = (await next.vault.sixWords()).join(' ');
    const signed = async (heads: Record<string, StandingHead>) => {
      const { keys } = await firm.owner.vault.signConfirmedAct(
        ...([firm.workspaceId, act, words, firm.at, [], firm.revisions(), heads] as const),
      );
      return keys
        .flatMap((row) => (row.type === 'grant' && row.scopeId === scope.id ? [row.recipientId] : []))
        .toSorted();
    };
    const head = { readers: [inside.userId], proof: '0.4.' };
    expect(await signed({ [scope.id]: head })).toEqual([inside.userId, 'admins'].toSorted());
    // Whose head is not known waits for whoever writes there next.
    expect(await signed({})).toEqual([]);
  });
});

describe('under the key of the staff', () => {
  const accessFor = async ({ vault }: Pick<Mate, 'vault'>) =>
    (await vault.accessOf(firm.workspaceId, [scope.id]))[0];

  it('what everybody may read is (control)', async () => {
    firm.keys.push(...(await renewed(inside, [inside, outside])));
    await firm.pull(outside);
    firm.keys.push(await underStaffs(outside, 2, await keyOf(outside, scope.id)));
    expect(await firm.pull(inside)).toEqual([]);
    expect(await accessFor(inside)).toBe('open');
  });

  it.each(['a reader', 'an admin'])(
    'the key of %s who was removed is not put by anybody else',
    async (who) => {
      const accomplice = await employee();
      const admin = await mate();
      await firm.accept(admin, await firm.invite(firm.owner, { role: 'ADMIN' }));
      firm.keys.push(...(await renewed(inside, [inside, outside])));
      await firm.pull(outside);
      const key = await keyOf(outside, scope.id);
      const { userId } = who === 'an admin' ? admin : outside;
      await firm.act(firm.owner, { type: 'remove', userId });
      await firm.pull(inside);
      // A new device, to which the server shows it ahead of all others.
      firm.keys.unshift(await underStaffs(accomplice, 2, key));
      for (const each of [inside, { vault: await openVault(inside.keys) }]) {
        expect(await firm.pull(each)).toMatchObject([{ fault: 'unconfirmed-key', scopeId: scope.id }]);
        expect(await accessFor(each)).toBe('private');
        await expect(writesUnder(each)).rejects.toMatchObject({ fault: 'missing-key' });
      }
    },
  );

  it('of now a key counts as that of before, where it lies under both', async () => {
    await firm.pull(inside);
    firm.keys.push(await underStaffs(outside, 1, await keyOf(inside, scope.id)));
    const key = await keyOf(inside, scope.id);
    const accomplice = await employee();
    await firm.act(firm.owner, { type: 'remove', userId: outside.userId });
    firm.keys.push(await underStaffs(accomplice, 1, key));
    for (const each of [inside, accomplice, { vault: await openVault(inside.keys) }]) {
      await firm.pull(each);
      firm.keys.reverse();
      expect(await accessFor(each)).toBe('open');
      await expect(writesUnder(each)).rejects.toMatchObject({ fault: 'missing-key' });
    }
  });

  it("a direct room's never is", async () => {
    const people = [inside, outside].map(({ userId }) => userId);
    scope = { id: await directRoomId(logCrypto, firm.workspaceId, people), kind: 'room', access: 'private' };
    firm.scopes.push(scope);
    const { rows, key } = await forged({ generation: 1, readers: people });
    firm.keys.push(...rows, await underStaffs(outside, 1, key));
    expect(await firm.pull(inside)).toMatchObject([{ fault: 'unconfirmed-key', scopeId: scope.id }]);
    expect(await accessFor(inside)).toBe('private');
  });
});

describe('a room whose key somebody who was removed put under the key of the staff', () => {
  beforeEach(async () => {
    scope = { id: uuidv7(), kind: 'room', access: 'private' };
    firm.scopes.push(scope);
    firm.keys.push(...(await renewed(inside, [inside, outside], { isNew: true })));
    await firm.pull(outside);
    firm.keys.push(await underStaffs(outside, 1, await keyOf(outside, scope.id)));
    await firm.act(firm.owner, { type: 'remove', userId: outside.userId });
    expect(await firm.pull(inside)).toEqual([]);
    expect(await inside.vault.accessOf(firm.workspaceId, [scope.id])).toEqual(['open']);
  });

  const writes = async (staysPrivate: boolean) => {
    const refs = { messageId: uuidv7(), userId: inside.userId };
    const place = { entity: 'reaction', id: uuidv7(), scopeId: scope.id, version: 1 };
    const { changes } = await inside.vault.sealBatch(firm.workspaceId, {
      ...{ created: [], access: {}, refused: [], privateScopes: [] },
      records: [{ ...place, refs, plain: { emoji: '👍' } }],
      members: { [scope.id]: { readers: [inside.userId, outside.userId], staysPrivate } },
    });
    return changes.map((change) => {
      if (!('key' in change.args)) return change.name;
      const { key } = change.args;
      return key.type === 'grant' ? key.recipientId : key.type;
    });
  };

  it('goes on for everybody who works here, where it may be a room of a project that was opened (control)', async () => {
    expect(await writes(false)).toEqual(['wrap', 'previous']);
  });

  it('goes on for those of its people who are still here, where it belongs to no project', async () => {
    expect(await writes(true)).toEqual([inside.userId, 'previous']);
  });
});

describe('a key of what follows from ids', () => {
  const people = () => [inside, outside].map(({ userId }) => userId);
  const offer = async (kind: 'hours' | 'room', id: string, readers: string[]) => {
    scope = { id, kind, access: 'private' };
    firm.scopes.push(scope);
    firm.keys.push(...(await forged({ generation: 1, readers })).rows);
    return firm.pull(inside);
  };

  it('is taken for those whose it is (control)', async () => {
    const hours = await hoursScopeId(logCrypto, firm.workspaceId, outside.userId);
    expect(await offer('hours', hours, [outside.userId])).toEqual([]);
    expect(await offer('room', await directRoomId(logCrypto, firm.workspaceId, people()), people())).toEqual(
      [],
    );
  });

  it('is refused for anybody else', async () => {
    const hours = await hoursScopeId(logCrypto, firm.workspaceId, inside.userId);
    expect(await offer('hours', hours, people())).toMatchObject(refused);
    const late = await employee();
    const room = await directRoomId(logCrypto, firm.workspaceId, people());
    expect((await offer('room', room, [...people(), late.userId])).at(-1)).toMatchObject({
      ...refused[0],
      scopeId: room,
    });
  });
});

describe('on a fresh device', () => {
  it.each([0, 2])('two keys that do not follow from each other are both not sealed under: %i', async (at) => {
    const late = await employee();
    const renewal = await renewed(inside, [inside, late]);
    firm.keys.push(...renewal);
    // The member who came later, to whom the first generation was never granted.
    const key = createScopeKey();
    const to = { recipientId: late.userId, publicKey: certHpkeKey(late.cert) };
    const place = { workspaceId: firm.workspaceId, scopeId: scope.id, generation: at + 1 };
    const terms = await termsFor([late.userId, outside.userId]);
    const granted = await sealGrant(outside.keys, to, { ...terms, ...place, key, previousKid: null });
    firm.keys.push(granted);
    expect(await firm.pull(late)).toMatchObject(refused);
    await expect(writesUnder(late)).rejects.toMatchObject({ fault: 'missing-key' });
    // Who knew the project goes on.
    await firm.pull(inside);
    expect(await writesUnder(inside)).toBe(kidOf(2));
  });

  it('who let somebody in is known', async () => {
    const late = await employee();
    firm.keys.push(...(await renewed(inside, [inside, late])));
    for (const { vault } of [late, { vault: await openVault(late.keys) }]) {
      await firm.pull({ vault });
      expect(await vault.admittedBy(firm.workspaceId, scope.id)).toBe(inside.userId);
    }
  });

  it('all generations come at once, whatever their order', async () => {
    const generations = [await renewed(inside, [inside, outside])];
    firm.keys.push(...generations[0]!);
    generations.push(await renewed(inside, [inside]));
    firm.keys.push(...generations[1]!);
    firm.keys.reverse();
    const fresh = { vault: await openVault(inside.keys) };
    expect(await firm.pull(fresh)).toEqual([]);
    expect(await writesUnder(fresh)).toBe(generations[1]![0]!.kid);
  });
});

describe('rows that come in parts', () => {
  it('are kept while others are being opened', async () => {
    const second = await renewed(inside, [inside, outside]);
    firm.keys.push(...second);
    const third = await renewed(inside, [inside]);
    firm.keys.push(...third);
    const vault = await openVault(inside.keys);
    await vault.takeLog(firm.workspaceId, firm.entries, 'server');
    const take = (keys: ScopeKey[]) => vault.takeKeys(firm.workspaceId, [{ scope, keys }]);
    const first = firm.keys.filter(({ scopeId, generation }) => scopeId === scope.id && generation === 1);
    const isGrant = ({ type }: ScopeKey) => type === 'grant';
    let open = () => {};
    gate.closed = new Promise((resolve) => {
      open = resolve;
    });
    const isReached = new Promise<void>((resolve) => {
      gate.reached = resolve;
    });
    const slow = take(first);
    await isReached;
    // It waits for a key that comes later still.
    const meanwhile = [third, second].map((rows) => take(rows.filter((row) => !isGrant(row))));
    open();
    await Promise.all([slow, ...meanwhile]);
    expect(await take([...second.filter(isGrant), ...third.filter(isGrant)])).toEqual([]);
    expect(await writesUnder({ vault })).toBe(third[0]!.kid);
  });
});
