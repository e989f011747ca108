/**
 * A server that forgets, replays and forges between the acts of a run. Each lie is told to the device of somebody who is in, and
 * looked at there: it is refused, what the device believes stays as it was, and the truth still finds its way afterwards.
 */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { LogEntry, UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { fingerprint } from '@kontor/crypto/cert';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { LocalVault } from '../../vault/localVault.ts';
import { firstKeys, signEntry } from '../../vault/workspaceKeys.ts';
import { rowOf } from '../founder.ts';
import { mate, openVault } from '../team.ts';
import type { MembershipFixtures } from './fixtures.ts';
import { pick } from './generator.ts';
import { isStaff, isWorking, type Participant, type ParticipantDevice } from './person.ts';
import type { MembershipWorld } from './world.ts';

/**
 * `forget`: the device loses all but its account's pins, and is shown less or another past; `outdated`: those pins are older
 * than what the device knew.
 */
export const lies = [
  ...['forget', 'outdated', 'founding', 'unpinned', 'altered', 'appended', 'replayed'],
  ...['keys', 'records', 'late', 'dropped'],
] as const;
type Pins = Awaited<ReturnType<LocalVault['sealPins']>>;
type LieName = (typeof lies)[number];

/** A lie as it is generated: which, to whom, and which of the things that it can be about. */
export interface GeneratedLie {
  lie: LieName | 'none';
  to: number;
  about: number;
}

/** Somebody whom no workspace knows; made once. */
let made: ReturnType<typeof mate> | undefined;
function stranger(): ReturnType<typeof mate> {
  made ??= mate();
  return made;
}

export class Liar {
  readonly #world: MembershipWorld;
  readonly #fixtures: MembershipFixtures;
  /** By account: the first pins that a lie met, and the length of the log that they name. */
  readonly #outdated = new Map<AccountKeys, { pins: Pins; length: number }>();
  /** Number of times that each lie was told. */
  readonly told = new Map<string, number>();

  constructor(world: MembershipWorld, fixtures: MembershipFixtures) {
    this.#world = world;
    this.#fixtures = fixtures;
  }

  async tell({ lie, to, about }: GeneratedLie): Promise<void> {
    const victim = pick(this.#world.people.filter(isWorking), to);
    if (lie === 'none' || !victim) return;
    await this.#world.pull(victim.device);
    const before = (await victim.device.vault.logState(this.#id))!;
    const { keys, vault } = victim.device;
    if (!this.#outdated.has(keys))
      this.#outdated.set(keys, { pins: await vault.sealPins(), length: before.seq + 1 });
    const isTold = await this.#lies[lie](victim, about);
    if (isTold) this.told.set(lie, (this.told.get(lie) ?? 0) + 1);
    const after = await victim.device.vault.logState(this.#id);
    expect(after?.head, `${lie} moved the log`).toBe(before.head);
  }

  get #id(): string {
    return this.#world.team.workspaceId;
  }

  readonly #lies: Record<LieName, (victim: Participant, about: number) => Promise<boolean>> = {
    forget: async ({ device }, about) => {
      const { entries } = this.#world.team;
      const fresh = await this.#forgotten(device);
      const shown = entries.slice(0, about % entries.length);
      await expectRefusal(fresh.takeLog(this.#id, shown, 'server'), 'a shorter log');
      await fresh.takeLog(this.#id, entries, 'server');
      device.reborn(fresh);
      return true;
    },

    outdated: async ({ device }, about) => {
      const { entries } = this.#world.team;
      const { pins, length } = this.#outdated.get(device.keys)!;
      if (length === entries.length) return false;
      const fresh = await openVault(device.keys);
      await fresh.takePins(pins, 'server');
      await expectRefusal(fresh.takeLog(this.#id, await this.#forgedLog(), 'server'), 'another founding');
      const shown = entries.slice(0, about % length);
      await expectRefusal(fresh.takeLog(this.#id, shown, 'server'), 'a log shorter than old pins');
      await fresh.takeLog(this.#id, entries, 'server');
      device.reborn(fresh);
      return true;
    },

    founding: async ({ device }) => {
      const forged = await this.#forgedLog();
      await expectRefusal(device.vault.takeLog(this.#id, forged, 'server'), 'another founding');
      const fresh = await this.#forgotten(device);
      await expectRefusal(fresh.takeLog(this.#id, forged, 'server'), 'another founding');
      return true;
    },

    unpinned: async ({ device }) => {
      const fresh = await openVault(device.keys);
      await fresh.takeLog(this.#id, await this.#forgedLog(), 'server');
      const ids = { invitationId: uuidv7(), role: 'ADMIN', at: this.#at, expiresAt: this.#at + 1 } as const;
      await expectRefusal(fresh.createInvitation(this.#id, ids), 'an act on an unconfirmed log');
      return true;
    },

    altered: async ({ device }, about) => {
      const { entries } = this.#world.team;
      const at = about % entries.length;
      const other = entries.map((entry, i) => (i === at ? { ...entry, at: entry.at + 1 } : entry));
      const fresh = await openVault(device.keys);
      await expectRefusal(fresh.takeLog(this.#id, other, 'server'), 'an altered entry');
      return true;
    },

    appended: async ({ device }, about) => {
      const author = pick(await this.#powerless(), about)!;
      const ghost = await stranger();
      for (const forged of await this.#admissions(author, ghost.cert, await this.#state(device))) {
        await expectRefusal(device.vault.takeLog(this.#id, [forged], 'server'), 'an entry by no admin');
      }
      return true;
    },

    replayed: async ({ device }, about) => {
      const { entries } = this.#world.team;
      const old = pick(entries.slice(1), about);
      const state = await this.#state(device);
      if (!old) return false;
      const again = { ...old, seq: state.seq + 1, previousHash: state.head } as LogEntry;
      await expectRefusal(device.vault.takeLog(this.#id, [again], 'server'), 'an entry once more');
      return true;
    },

    keys: async (victim, about) => {
      const { team, closed } = this.#world;
      const { device } = victim;
      // A private project that is not theirs is none that their device knows.
      const isShown = ({ scopeId }: ScopeKey) => scopeId !== closed.id || this.#world.mayRead(victim, closed);
      const shown = team.keys.filter(isShown);
      const row = pick(shown, about)!;
      const elsewhere = shown.filter(({ scopeId }) => scopeId !== row.scopeId);
      const other = pick(elsewhere, about);
      const before = await this.#newestKeys(device);
      const wrong: ScopeKey[] = [
        { ...row, generation: row.generation + 1 },
        ...(other ? [{ ...row, kid: other.kid } as ScopeKey, { ...row, scopeId: other.scopeId }] : []),
        { ...row, sealed: flipped(row.sealed) },
      ];
      for (const forged of wrong) {
        const scope = team.scopes.find(({ id }) => id === forged.scopeId)!;
        await device.vault.takeKeys(this.#id, [{ scope, keys: [forged] }]);
      }
      expect(await this.#newestKeys(device), 'a forged key row').toEqual(before);
      return true;
    },

    records: async (victim, about) => {
      const { team } = this.#world;
      const theirs = this.#fixtures.written
        .map(({ row }) => row)
        .filter(({ scopeId }) => this.#world.mustRead(victim, team.scopes.find(({ id }) => id === scopeId)!));
      const row = pick(theirs, about);
      if (!row) return false;
      const sealed = row.sealed.slice();
      sealed[(about % (sealed.length - 1)) + 1]! ^= 1;
      const elsewhere = team.scopes.find(({ id }) => id !== row.scopeId)!;
      await this.#expectClosed(victim.device.vault, [
        { ...row, version: row.version + 1 },
        { ...row, id: uuidv7() },
        { ...row, scopeId: elsewhere.id },
        { ...row, refs: { ...row.refs, parentId: uuidv7() } },
        { ...row, deleted: !row.deleted },
        { ...row, sealed },
      ]);
      return true;
    },

    late: async (victim, about) => {
      const { open, closed, team } = this.#world;
      const gone = this.#world.people.filter((each) => !each.next && !isStaff(each) && each !== victim);
      const author = pick(gone, about);
      if (!author || !isStaff(victim)) return false;
      const scope = about % 2 && this.#world.mustRead(victim, closed) ? closed : open;
      const record = { entity: 'task', id: uuidv7(), scopeId: scope.id, version: 1, refs: {} };
      // Whoever never held the key, or forgot it, has nothing to write with.
      const [sealed] = await author.device.vault
        .sealRecords(this.#id, [{ ...record, plain: { title: 'Küche streichen' } }])
        .catch(() => []);
      if (!sealed) return false;
      await this.#expectClosed(victim.device.vault, [
        rowOf(record, sealed, { revision: team.nextRevision() }),
      ]);
      return true;
    },

    dropped: async ({ device }, about) => {
      const { entries } = this.#world.team;
      const at = about % entries.length;
      const fresh = await openVault(device.keys);
      if (at === entries.length - 1) return false;
      const shown = entries.filter((_, i) => i !== at);
      await expectRefusal(fresh.takeLog(this.#id, shown, 'server'), 'a log with a gap');
      return true;
    },
  };

  get #at(): number {
    return this.#world.team.at;
  }

  async #state({ vault }: ParticipantDevice): Promise<LogState> {
    return (await vault.logState(this.#id))!;
  }

  /**
   * Resolves with a device that lost its storage: the account's keys open again, with the pins that ride in
   * them.
   */
  async #forgotten({ keys, vault }: ParticipantDevice): Promise<LocalVault> {
    const fresh = await openVault(keys);
    await fresh.takePins(await vault.sealPins(), 'server');
    return fresh;
  }

  /** Resolves with a workspace of the same id that somebody else founded. */
  async #forgedLog(): Promise<LogEntry[]> {
    const { keys } = await stranger();
    const { admins, staff } = this.#world.team;
    const ids = { workspaceId: this.#id, adminsScopeId: admins.id, staffScopeId: staff.id };
    const { entry } = await firstKeys(keys, { ...ids, at: 1 });
    return [entry];
  }

  /**
   * Resolves with the keys with which nobody may sign an entry now: of who is no admin, of who has left, of
   * before a reset, of links, of nobody.
   */
  async #powerless(): Promise<AccountKeys[]> {
    const admins = new Set(this.#world.admins().map(({ device }) => device.keys));
    const resetting = this.#world.people.filter(({ place, next }) => next && place?.role === 'ADMIN');
    for (const { device } of resetting) admins.add(device.keys);
    const theirs = this.#world.people.flatMap(({ selves }) => selves).filter((keys) => !admins.has(keys));
    return [...theirs, (await stranger()).keys];
  }

  /**
   * Resolves with entries that would make somebody an admin: signed in the author's name, and in that of an
   * admin.
   */
  async #admissions(
    author: AccountKeys,
    cert: AccountKeys['cert'],
    { seq, head, members }: LogState,
  ): Promise<LogEntry[]> {
    const admin = [...members.values()].find(({ isOwner }) => isOwner)!;
    const own = { authorId: author.cert.userId, authorKey: toBase64Url(await fingerprint(author.cert)) };
    const names = [own, { authorId: admin.userId, authorKey: admin.certKey }];
    const place = { seq: seq + 1, previousHash: head, workspaceId: this.#id, at: this.#at };
    const isMember = members.has(author.cert.userId);
    const acts = [
      { type: 'add', payload: { cert, role: 'ADMIN' } },
      ...(isMember ? [{ type: 'owner', payload: { userId: author.cert.userId } }] : []),
    ];
    const unsigned = acts.flatMap((act) => names.map((name) => ({ ...place, ...name, ...act })));
    return Promise.all(unsigned.map((entry) => signEntry(author, entry as UnsignedLogEntry)));
  }

  /** Resolves with the key ids under which a device seals now, in each scope that it writes in. */
  async #newestKeys({ vault }: ParticipantDevice): Promise<string[]> {
    const kids = this.#world.team.scopes.map(async ({ id: scopeId }) => {
      const record = { entity: 'task', id: uuidv7(), scopeId, version: 1, refs: {}, plain: { title: 'x' } };
      const [sealed] = await vault.sealRecords(this.#id, [record]).catch(() => []);
      return sealed ? toBase64Url(sealed.slice(1, 17) as Uint8Array<ArrayBuffer>) : 'none';
    });
    return Promise.all(kids);
  }

  async #expectClosed(vault: LocalVault, rows: SealedRecord[]): Promise<void> {
    for (const row of rows) {
      const { opened } = await vault.openPage(this.#id, { scopes: [], rows: [row] });
      const { entity, version, deleted } = row;
      expect(opened, `${entity} ${version} ${deleted} was believed`).toEqual([]);
    }
  }
}

function flipped(text: string): string {
  return (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
}

async function expectRefusal(taking: Promise<unknown>, what: string): Promise<void> {
  const refusal = await taking.then(
    () => undefined,
    (error: Error) => error,
  );
  expect(['TrustError', 'LogError'], `${what} was taken`).toContain(refusal?.name);
}
