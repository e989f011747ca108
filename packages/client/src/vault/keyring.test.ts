import type { LogState } from '@kontor/contract/memberLog/state';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { Grant, KeyWrap, Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { type AccountKeys, createAccountKeys } from '@kontor/crypto/account';
import { certHpkeKey } from '@kontor/crypto/cert';
import { openGrant, sealGrant } from '@kontor/crypto/grant';
import { wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey } from '@kontor/crypto/scopeKey';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anotherVault, type Founder, founder, rowOf, teach } from '../testing/founder.ts';
import { OpenAccount } from './account.ts';
import { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import type { LocalVault } from './localVault.ts';
import { LogBook } from './trust/logBook.ts';
import { firstKeys } from './workspaceKeys.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let anna: Founder;
/** An account that no log names. */
let mallory: AccountKeys;

beforeAll(async () => {
  anna = await founder();
  mallory = await createAccountKeys(uuidv7(), 1);
});

const memberRecord = (version = 1) => ({
  entity: 'member',
  id: anna.userId,
  scopeId: anna.staff.id,
  version,
  refs: { userId: anna.userId },
  plain: { firstName: 'Anna' },
});

/** Teaches altered key rows to a fresh device. Returns its vault and the faults. */
async function learn(alter: (key: ScopeKey) => ScopeKey | Promise<ScopeKey>) {
  const vault = await anotherVault(anna);
  const keys = await Promise.all(anna.keys.map(alter));
  return { vault, faults: await teach(vault, { ...anna, keys }) };
}

/** Expects that nothing can be sealed into a scope whose key was refused. */
const cannotSeal = (vault: LocalVault) =>
  expect(vault.sealRecords(anna.workspaceId, [memberRecord()])).rejects.toMatchObject({
    fault: 'missing-key',
  });

const forge = async (more: Partial<Parameters<typeof sealGrant>[2]> = {}) =>
  sealGrant(
    mallory,
    { recipientId: anna.userId, publicKey: certHpkeKey(anna.cert) },
    {
      workspaceId: anna.workspaceId,
      scopeId: anna.admins.id,
      generation: 1,
      key: createScopeKey(),
      previousKid: null,
      readers: [anna.userId],
      ...more,
    },
  );

describe('keys of the log', () => {
  it('reach a fresh device and open what another sealed (control)', async () => {
    const { vault, faults } = await learn((key) => key);
    expect(faults).toEqual([]);
    const [sealed] = await anna.vault.sealRecords(anna.workspaceId, [memberRecord()]);
    const { opened } = await vault.openPage(anna.workspaceId, {
      scopes: [],
      rows: [rowOf(memberRecord(), sealed!)],
    });
    expect(opened[0]?.plain).toMatchObject({ firstName: 'Anna' });
  });

  it('are refused where the server sealed one of its own', async () => {
    const { vault, faults } = await learn(async (key) => (key.type === 'grant' ? forge() : key));
    expect(faults).toMatchObject([{ scopeId: anna.admins.id, fault: 'unconfirmed-key' }]);
    await cannotSeal(vault);
  });

  it('are refused where a stranger signed, even under the id that the log names', async () => {
    const { vault, faults } = await learn(async (key) =>
      key.type === 'grant' ? { ...(await forge()), kid: key.kid } : key,
    );
    expect(faults).toMatchObject([{ scopeId: anna.admins.id, fault: 'forged-grant' }]);
    await cannotSeal(vault);
  });

  it("are refused where a stranger's signature bears a member's name", async () => {
    const { faults } = await learn(async (key) =>
      key.type === 'grant'
        ? { ...(await forge()), kid: key.kid, granterId: key.granterId, granterKey: key.granterKey }
        : key,
    );
    expect(faults).toMatchObject([{ scopeId: anna.admins.id, fault: 'forged-grant' }]);
  });

  it.each(['readers', 'previousKid', 'generation', 'signature', 'sealed'] as const)(
    'are refused where %s of the grant was altered',
    async (field) => {
      const { faults } = await learn((key) => {
        if (key.type !== 'grant') return key;
        const flipped = fromBase64Url(field === 'sealed' ? key.sealed : key.signature);
        flipped[9]! ^= 1;
        const altered: Partial<Grant> = {
          readers: { readers: [...key.readers, mallory.cert.userId].sort() },
          previousKid: { previousKid: key.kid },
          generation: { generation: 2 },
          signature: { signature: toBase64Url(flipped) },
          sealed: { sealed: toBase64Url(flipped) },
        }[field];
        return { ...key, ...altered };
      });
      expect(faults).toHaveLength(1);
      expect(['forged-grant', 'unconfirmed-key']).toContain(faults[0]?.fault);
    },
  );

  it('are refused where a wrapped key was replaced', async () => {
    const parent = { scopeId: anna.admins.id, key: createScopeKey() };
    const place = { workspaceId: anna.workspaceId, scopeId: anna.staff.id, generation: 1 };
    const foreign = await wrapScopeKey(parent, place, createScopeKey());
    const confirmedKid = (key: ScopeKey): KeyWrap => ({ ...foreign, kid: key.kid });
    const replaced = await learn((key) => (key.type === 'wrap' ? foreign : key));
    expect(replaced.faults).toMatchObject([{ scopeId: anna.staff.id, fault: 'unconfirmed-key' }]);
    // Under the right id and parent it still has to open: it does not.
    const disguised = await learn((key) =>
      key.type === 'wrap' ? { ...confirmedKid(key), parentKid: key.parentKid } : key,
    );
    expect(disguised.faults).toMatchObject([{ scopeId: anna.staff.id, fault: 'unconfirmed-key' }]);
    await cannotSeal(disguised.vault);
  });

  it('do not exist for a scope that the log does not name', async () => {
    const vault = await anotherVault(anna);
    const scope: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
    const faults = await teach(vault, anna, [{ scope, keys: [] }]);
    expect(faults).toMatchObject([{ scopeId: scope.id, fault: 'unknown-scope' }]);
  });

  it('do not exist for a scope of the log that is said to be a project', async () => {
    const vault = await anotherVault(anna);
    const { head } = await vault.takeLog(anna.workspaceId, [anna.entry], 'server');
    await vault.confirmLog(anna.workspaceId, head);
    const scope: Scope = { ...anna.staff, kind: 'project' };
    const faults = await vault.takeKeys(anna.workspaceId, [{ scope, keys: [] }]);
    expect(faults).toMatchObject([{ scopeId: scope.id, fault: 'unknown-scope' }]);
  });
});

describe('a new generation', () => {
  let state: LogState;
  let keys: ScopeKey[];
  let elder: LocalVault;

  const of = (scope: Scope, rows: ScopeKey[]) => ({
    scope,
    keys: rows.filter((row) => row.scopeId === scope.id),
  });

  beforeAll(async () => {
    elder = await anotherVault(anna);
    await teach(elder, anna);
    const scopeIds = [anna.admins.id, anna.staff.id];
    const revisions = Object.fromEntries(scopeIds.map((id) => [id, 1]));
    const act = { type: 'rotate', scopeIds } as const;
    const rotation = await elder.signMemberAct(anna.workspaceId, act, 2, [], revisions);
    state = await elder.takeLog(anna.workspaceId, rotation.entries, 'server');
    keys = rotation.keys;
  });

  it('is not sealed under before its key is there, and not under the old one', async () => {
    await expect(elder.sealRecords(anna.workspaceId, [memberRecord(2)])).rejects.toMatchObject({
      fault: 'missing-key',
    });
  });

  it('is named while its key is missing', async () => {
    const page = { rows: [], scopes: [of(anna.staff, [])] };
    const { incomplete, faults } = await elder.openPage(anna.workspaceId, page);
    expect([incomplete.toSorted(), faults]).toEqual([[anna.admins.id, anna.staff.id].sort(), []]);
  });

  it('refuses the old key served as the current one', async () => {
    const old = anna.keys.map((key) => ({ ...key, generation: 2 }));
    const faults = await elder.takeKeys(anna.workspaceId, [of(anna.admins, old), of(anna.staff, old)]);
    expect(faults.map(({ fault }) => fault)).toEqual(['unconfirmed-key', 'unconfirmed-key']);
  });

  it('opens the past through the newest key alone', async () => {
    const [sealed] = await anna.vault.sealRecords(anna.workspaceId, [memberRecord()]);
    expect(await elder.takeKeys(anna.workspaceId, [of(anna.admins, keys), of(anna.staff, keys)])).toEqual([]);
    expect(state.scopes.get(anna.staff.id)?.generation).toBe(2);
    const [renewed] = await elder.sealRecords(anna.workspaceId, [memberRecord(2)]);
    expect(renewed!.slice(1, 17)).not.toEqual(sealed!.slice(1, 17));
    const { opened } = await elder.openPage(anna.workspaceId, {
      scopes: [],
      rows: [rowOf(memberRecord(), sealed!), rowOf(memberRecord(2), renewed!)],
    });
    expect(opened.map(({ version }) => version)).toEqual([1, 2]);
    const { incomplete } = await elder.openPage(anna.workspaceId, { rows: [], scopes: [] });
    expect(incomplete).toEqual([]);
  });
});

describe("a stranger's workspace", () => {
  it('is not taken for one of ours, though its founder grants its key to us', async () => {
    const ids = { workspaceId: uuidv7(), adminsScopeId: uuidv7(), staffScopeId: uuidv7(), at: 1 };
    const { entry, keys } = await firstKeys(mallory, ids);
    const own = keys.find((key) => key.type === 'grant')!;
    const self = { recipientId: own.recipientId, publicKey: certHpkeKey(mallory.cert) };
    const key = await openGrant(own, ids.workspaceId, mallory.cert, self, mallory.seeds.xwing);
    const { workspaceId } = ids;
    const forUs = await forge({ workspaceId, scopeId: ids.adminsScopeId, key });
    const admins: Scope = { id: ids.adminsScopeId, kind: 'admins', access: 'private' };
    const staff: Scope = { id: ids.staffScopeId, kind: 'staff', access: 'private' };

    const vault = await anotherVault(anna);
    await vault.takeLog(workspaceId, [entry], 'server');
    const wraps = keys.filter((row) => row.scopeId === staff.id);
    const faults = await vault.takeKeys(workspaceId, [
      { scope: admins, keys: [forUs] },
      { scope: staff, keys: wraps },
    ]);
    expect(faults).toMatchObject([{ scopeId: admins.id, fault: 'unconfirmed-key' }]);
    await expect(
      vault.sealRecords(workspaceId, [{ ...memberRecord(), scopeId: staff.id }]),
    ).rejects.toMatchObject({ fault: 'missing-key' });
  });
});

describe('projects', () => {
  const openProject = (): Scope => ({ id: uuidv7(), kind: 'project', access: 'open' });
  const task = (scope: Scope) => ({
    entity: 'task',
    id: uuidv7(),
    scopeId: scope.id,
    version: 1,
    refs: {},
    plain: { title: 'Paint' },
  });

  it('are opened by whoever holds the staff key, with nothing stored', async () => {
    const scope = openProject();
    await anna.vault.takeKeys(anna.workspaceId, [{ scope, keys: [] }]);
    const record = task(scope);
    const [sealed] = await anna.vault.sealRecords(anna.workspaceId, [record]);
    const vault = await anotherVault(anna);
    await teach(vault, anna, [{ scope, keys: [] }]);
    const { opened } = await vault.openPage(anna.workspaceId, { scopes: [], rows: [rowOf(record, sealed!)] });
    expect(opened).toHaveLength(1);
  });

  it('take keys from members alone, and are private by nothing else', async () => {
    const scope: Scope = { ...openProject(), access: 'private' };
    const keys = [await forge({ scopeId: scope.id })];
    expect(await anna.vault.takeKeys(anna.workspaceId, [{ scope, keys }])).toMatchObject([
      { scopeId: scope.id, fault: 'forged-grant' },
    ]);
    expect(await anna.vault.accessOf(anna.workspaceId, [scope.id])).toEqual(['open']);
    await expect(anna.vault.sealRecords(anna.workspaceId, [task(scope)], [scope.id])).rejects.toMatchObject({
      fault: 'missing-key',
    });
  });

  describe('with a key of their own', () => {
    const account = new OpenAccount(new KeyWiper());
    const log = new LogBook();
    const ring = new Keyring(account, log, new KeyWiper());
    const ids = { workspaceId: uuidv7(), adminsScopeId: uuidv7(), staffScopeId: uuidv7(), at: 1 };
    const scope: Scope = { ...openProject(), access: 'private' };

    const grantTo = (recipientId: string, publicKey: Uint8Array<ArrayBuffer>, readers: string[]) =>
      sealGrant(
        account.keys,
        { recipientId, publicKey },
        {
          workspaceId: ids.workspaceId,
          scopeId: scope.id,
          generation: 1,
          key,
          previousKid: null,
          readers,
          ...(readers.includes('admins') && { adminsKid: adminsKid() }),
        },
      );
    const adminsKid = () => log.known(ids.workspaceId).scopes.get(ids.adminsScopeId)!.kids.get(1)!;
    const key = createScopeKey();

    beforeAll(async () => {
      await account.create({ userId: uuidv7(), email: 'a@example.org', password: 'correct horse' });
      const made = await firstKeys(account.keys, ids);
      await log.take(ids.workspaceId, [made.entry], 'server');
      const of = (id: string) => made.keys.filter((row) => row.scopeId === id);
      await ring.take(ids.workspaceId, [
        { scope: { id: ids.adminsScopeId, kind: 'admins', access: 'private' }, keys: of(ids.adminsScopeId) },
      ]);
    });

    it('open through the public key of the admins (control), and stay private', async () => {
      const adminsKey = fromBase64Url(log.known(ids.workspaceId).adminsPublicKey);
      const row = await grantTo('admins', adminsKey, ['admins', account.userId]);
      expect(await ring.take(ids.workspaceId, [{ scope, keys: [row] }])).toEqual([]);
      expect((await ring.newest(ids.workspaceId, scope.id)).handle.kidText).toBe(row.kid);
      const opened = { ...scope, access: 'open' } as const;
      expect(await ring.take(ids.workspaceId, [{ scope: opened, keys: [] }])).toMatchObject([
        { fault: 'unconfirmed-key' },
      ]);
      expect((await ring.newest(ids.workspaceId, scope.id)).handle.kidText).toBe(row.kid);
    });

    it('are opened once, however many ask for it at once', async () => {
      const other = new Keyring(account, log, new KeyWiper());
      const row = await grantTo(account.userId, certHpkeKey(account.keys.cert), ['admins', account.userId]);
      const rounds = [[row], [], [row], []];
      expect(await Promise.all(rounds.map((keys) => other.take(ids.workspaceId, [{ scope, keys }])))).toEqual(
        [[], [], [], []],
      );
      expect((await other.newest(ids.workspaceId, scope.id)).handle.kidText).toBe(row.kid);
    });

    it('are not sealed into while somebody holds the key whom the log does not name', async () => {
      const other = new Keyring(account, log, new KeyWiper());
      const row = await grantTo(account.userId, certHpkeKey(account.keys.cert), [
        account.userId,
        uuidv7(),
        'admins',
      ]);
      expect(await other.take(ids.workspaceId, [{ scope, keys: [row] }])).toEqual([]);
      expect((await other.filled(ids.workspaceId, scope.id))!.handles.size).toBe(1);
      await expect(other.newest(ids.workspaceId, scope.id)).rejects.toMatchObject({ fault: 'missing-key' });
    });
  });
});
