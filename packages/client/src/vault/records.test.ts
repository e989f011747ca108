import type { Entity, SealedRecord } from '@kontor/contract/entity/entity';
import type { RefValue } from '@kontor/contract/entity/ref';
import { valuesOfEveryKind } from '@kontor/contract/testing/refValues';
import { utf8 } from '@kontor/contract/wire/bytes';
import type { Scope } from '@kontor/contract/wire/scope';
import { type AccountKeys, createAccountKeys } from '@kontor/crypto/account';
import { signContent } from '@kontor/crypto/authorSignature';
import { sealRecord } from '@kontor/crypto/record';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../testing/founder.ts';
import { OpenAccount } from './account.ts';
import { Keyring } from './keyring.ts';
import { openRecords, sealRecords } from './records.ts';
import { LogBook } from './trust/logBook.ts';
import type { PlainRecord } from './vault.ts';
import { firstKeys } from './workspaceKeys.ts';

vi.mock('@kontor/contract/nouns/task', async (load) => {
  const real = await load<typeof import('@kontor/contract/nouns/task')>();
  const planted: Entity = { ...real.task, refs: { ...real.task.refs, ...valuesOfEveryKind } };
  return { ...real, task: planted };
});

const workspaceId = uuidv7();
const admins: Scope = { id: uuidv7(), kind: 'admins', access: 'private' };
const staff: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
const project: Scope = { id: uuidv7(), kind: 'project', access: 'open' };
const elsewhere: Scope = { id: uuidv7(), kind: 'project', access: 'open' };

const account = new OpenAccount();
const log = new LogBook();
const keyring = new Keyring(account, log);
const keys = { account, log, keyring };

beforeAll(async () => {
  await account.create({ userId: uuidv7(), email: 'anna@example.org', password: 'correct horse' });
  const ids = { workspaceId, adminsScopeId: admins.id, staffScopeId: staff.id, at: 1 };
  const made = await firstKeys(account.keys, ids);
  await log.take(workspaceId, [made.entry], 'server');
  const of = (scope: Scope) => ({ scope, keys: made.keys.filter((key) => key.scopeId === scope.id) });
  const none = (scope: Scope) => ({ scope, keys: [] });
  await keyring.take(workspaceId, [of(admins), of(staff), none(project), none(elsewhere)]);
});

const task = (more: Partial<PlainRecord> = {}): PlainRecord => ({
  entity: 'task',
  id: uuidv7(),
  scopeId: project.id,
  version: 1,
  refs: { assigneeIds: [account.userId] },
  plain: { title: 'Küche streichen', unheardOf: [1] },
  ...more,
});

const folder = (more: Partial<PlainRecord> = {}): PlainRecord => ({
  ...task({ entity: 'document', refs: {}, plain: { kind: 'folder', name: 'Pläne' } }),
  ...more,
});

async function rowFor(record: PlainRecord): Promise<SealedRecord> {
  const [sealed] = await sealRecords(keys, workspaceId, [record]);
  return rowOf(record, sealed!, { deleted: record.plain === null });
}

const open = (...rows: SealedRecord[]) => openRecords(keys, workspaceId, rows);

describe('records', () => {
  it('come back as they were written, unknown fields kept (control)', async () => {
    const { opened, faulty } = await open(await rowFor(task()));
    expect(faulty).toEqual([]);
    expect(opened[0]?.plain).toMatchObject({ title: 'Küche streichen', unheardOf: [1] });
  });

  it('come back as deleted', async () => {
    const { opened } = await open(await rowFor(task({ plain: null, version: 2 })));
    expect(opened[0]?.plain).toBeNull();
  });

  it.each<[string, (row: SealedRecord) => Partial<SealedRecord>, string]>([
    [
      'a flipped bit',
      (row) => ({ sealed: row.sealed.map((byte, i) => (i === 60 ? byte ^ 1 : byte)) }),
      'not-verified',
    ],
    ['another id', () => ({ id: uuidv7() }), 'not-verified'],
    ['another version', (row) => ({ version: row.version + 1 }), 'not-verified'],
    ['another entity of the scope', () => ({ entity: 'project' }), 'not-verified'],
    ['an entity of another kind of scope', () => ({ entity: 'business' }), 'malformed'],
    ['an entity that is not known', () => ({ entity: 'hologram' }), 'unknown-version'],
    ['an inherited name as entity', () => ({ entity: 'constructor' }), 'unknown-version'],
    ['another scope of the same people', () => ({ scopeId: elsewhere.id }), 'unknown-key'],
    ['a scope that is not known', () => ({ scopeId: uuidv7() }), 'unknown-key'],
    ['refs taken away', () => ({ refs: {} }), 'not-verified'],
    ['refs added', (row) => ({ refs: { ...row.refs, parentId: uuidv7() } }), 'not-verified'],
    ['refs that nobody knows', (row) => ({ refs: { ...row.refs, owner: uuidv7() } }), 'not-verified'],
    ['the mark of deletion', () => ({ deleted: true }), 'hint-differs'],
    [
      'a newer format',
      (row) => ({ sealed: row.sealed.map((byte, i) => (i === 0 ? 9 : byte)) }),
      'unknown-version',
    ],
    ['next to nothing', () => ({ sealed: new Uint8Array(5) }), 'malformed'],
  ])('are refused with %s, and the others open', async (_, alter, fault) => {
    const row = await rowFor(task());
    const good = await rowFor(task());
    const { opened, faulty } = await open({ ...row, ...alter(row) }, good);
    expect(faulty).toMatchObject([{ fault }]);
    expect(opened).toMatchObject([{ id: good.id }]);
  });

  it('are refused where a deleted one is said to live', async () => {
    const row = await rowFor(task({ plain: null, version: 2 }));
    expect((await open({ ...row, deleted: false })).faulty).toMatchObject([{ fault: 'hint-differs' }]);
  });

  it('are refused where what is sealed is no record', async () => {
    const record = task();
    const handle = await keyring.newest(workspaceId, project.id);
    for (const text of ['[1]', 'null', '{']) {
      const sealed = await sealRecord(handle, { workspaceId, ...record }, utf8(text));
      expect((await open(rowOf(record, sealed))).faulty).toMatchObject([{ fault: 'malformed' }]);
    }
  });

  it('are not blanked by empty refs, which no seal covers', async () => {
    const row = await rowFor(task());
    const blanks = { title: '', description: [], parentId: '', conflicts: [], status: null } as never;
    const { opened } = await open({ ...row, refs: { ...row.refs, ...(blanks as object) } });
    expect(opened).toMatchObject([{ refs: row.refs }]);
    expect(Object.keys(opened[0]!.refs)).toEqual(Object.keys(row.refs));
  });

  it('bind structural values, zero and false too, and are refused with any of them changed', async () => {
    const refs = {
      plantedNumber: 0,
      plantedHours: 0.5,
      plantedFlag: false,
      plantedChoice: 'HIGH',
      plantedMoment: 1_760_000_000_000,
    };
    const row = await rowFor(task({ refs }));
    expect((await open(row)).opened).toMatchObject([{ refs }]);
    const others: Record<string, RefValue | null>[] = [
      { plantedNumber: 1 },
      { plantedNumber: null },
      { plantedFlag: true },
      { plantedFlag: null },
      { plantedFlag: 0 },
      { plantedHours: '0.5' },
      { plantedChoice: 'LOW' },
      { plantedMoment: 1_760_000_000_001 },
      { plantedDay: '2026-03-14' },
    ];
    for (const other of others) {
      const altered = { ...refs, ...other } as SealedRecord['refs'];
      expect((await open({ ...row, refs: altered })).faulty, JSON.stringify(other)).toMatchObject([
        { fault: 'not-verified' },
      ]);
    }
  });

  it('carry a time that can be shown, whatever the server says', async () => {
    const row = await rowFor(task());
    for (const updatedAt of [8.64e15 + 1, -1e300, 'now', null] as number[])
      expect((await open({ ...row, updatedAt })).opened).toMatchObject([{ updatedAt: 0 }]);
    expect((await open({ ...row, updatedAt: 7 })).opened).toMatchObject([{ updatedAt: 7 }]);
  });

  it.each<[string, Record<string, RefValue>]>([
    ['under the name of a sealed field', { assigneeIds: [uuidv7()], title: uuidv7() }],
    ['that are one where a list belongs', { assigneeIds: uuidv7() }],
    ['that are a list where one belongs', { parentId: [uuidv7()] }],
    ['that are a number where an id belongs', { parentId: 7 }],
    ['that are a text where a number belongs', { plantedNumber: '7' }],
    ['that are a number where a flag belongs', { plantedFlag: 1 }],
  ])("are refused with refs %s, though a key's holder sealed them", async (_, refs) => {
    const record = task({ refs });
    const handle = await keyring.newest(workspaceId, project.id);
    const sealed = await sealRecord(handle, { workspaceId, ...record }, utf8('{"title":"Planted"}'));
    expect((await open(rowOf(record, sealed))).faulty).toMatchObject([{ fault: 'malformed' }]);
  });

  it('are refused so deep that whoever walks them would break off', async () => {
    const record = task();
    const handle = await keyring.newest(workspaceId, project.id);
    const nested = (depth: number) =>
      `{"title":"Deep","description":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const rowWith = async (depth: number) =>
      rowOf(record, await sealRecord(handle, { workspaceId, ...record }, utf8(nested(depth))));
    expect((await open(await rowWith(50_000))).faulty).toMatchObject([{ fault: 'malformed' }]);
    expect((await open(await rowWith(100))).opened).toHaveLength(1);
  });

  it("are refused under another scope's key, whoever holds that one", async () => {
    // Somebody who may read `elsewhere` alone seals a row that claims to lie in the project.
    const record = task();
    const handle = await keyring.newest(workspaceId, elsewhere.id);
    const sealed = await sealRecord(handle, { workspaceId, ...record }, utf8('{"title":"Planted"}'));
    expect((await open(rowOf(record, sealed))).faulty).toMatchObject([{ fault: 'unknown-key' }]);
  });
});

describe('signed records', () => {
  /** A row of an insider who holds the scope's key and signs as they please. */
  async function planted(author: AccountKeys, more: Partial<PlainRecord> = {}): Promise<SealedRecord> {
    const record = folder(more);
    const context = { workspaceId, entity: 'document', id: record.id, parentId: '' };
    const content = await signContent(author, context, utf8(JSON.stringify(record.plain)));
    const handle = await keyring.newest(workspaceId, project.id);
    return rowOf(record, await sealRecord(handle, { workspaceId, ...record }, content));
  }

  it('name their writer (control)', async () => {
    expect((await open(await rowFor(folder()))).opened).toMatchObject([{ authorId: account.userId }]);
    expect((await open(await planted(account.keys))).opened).toHaveLength(1);
  });

  it('are refused from somebody whom the log does not name', async () => {
    const stranger = await createAccountKeys(uuidv7(), 1);
    expect((await open(await planted(stranger))).faulty).toMatchObject([{ fault: 'forged-author' }]);
  });

  it("are refused where a stranger's keys bear a member's certificate", async () => {
    const { seeds } = await createAccountKeys(account.userId, 1);
    const impostor = { seeds, cert: account.keys.cert };
    expect((await open(await planted(impostor))).faulty).toMatchObject([{ fault: 'forged-author' }]);
  });

  it("are refused where a member's words were carried to another record", async () => {
    const record = folder();
    const context = { workspaceId, entity: 'document', id: uuidv7(), parentId: '' };
    const content = await signContent(account.keys, context, utf8(JSON.stringify(record.plain)));
    const handle = await keyring.newest(workspaceId, project.id);
    const sealed = await sealRecord(handle, { workspaceId, ...record }, content);
    expect((await open(rowOf(record, sealed))).faulty).toMatchObject([{ fault: 'forged-author' }]);
  });

  it('are refused without any signature', async () => {
    const record = folder();
    const handle = await keyring.newest(workspaceId, project.id);
    const sealed = await sealRecord(handle, { workspaceId, ...record }, utf8('{"kind":"folder"}'));
    expect((await open(rowOf(record, sealed))).faulty).toMatchObject([{ fault: 'malformed' }]);
  });
});

describe('personal records', () => {
  it('open for their owner alone', async () => {
    const record = task({
      entity: 'profile',
      scopeId: account.userId,
      refs: {},
      plain: { firstName: 'Anna' },
    });
    const [sealed] = await sealRecords(keys, '', [record]);
    const { opened } = await openRecords(keys, '', [rowOf(record, sealed!)]);
    expect(opened[0]?.plain).toMatchObject({ firstName: 'Anna' });
    await expect(sealRecords(keys, '', [{ ...record, scopeId: uuidv7() }])).rejects.toMatchObject({
      fault: 'unknown-scope',
    });
  });
});
