import type { Entity, SealedRecord } from '@kontor/contract/entity/entity';
import type { RefValue } from '@kontor/contract/entity/ref';
import { valuesOfEveryKind } from '@kontor/contract/testing/refValues';
import { utf8 } from '@kontor/contract/wire/bytes';
import type { Scope } from '@kontor/contract/wire/scope';
import { createAccountKeys } from '@kontor/crypto/account';
import {
  type LogHead,
  type RecordPlace,
  type RecordSigner,
  recordSigner,
  signRecord,
} from '@kontor/crypto/authorSignature';
import { sealRecord } from '@kontor/crypto/record';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../testing/founder.ts';
import { OpenAccount } from './account.ts';
import { Authors } from './authors.ts';
import { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import type { OpenedRecord, PlainRecord } from './plainRecord.ts';
import { openRecords } from './records.ts';
import { sealRecords, verifyRecords } from './sealRecords.ts';
import { LogBook } from './trust/logBook.ts';
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

const account = new OpenAccount(new KeyWiper());
const log = new LogBook();
const keyring = new Keyring(account, log, new KeyWiper());
const authors = new Authors(account, log, keyring);
const keys = { account, keyring, authors };

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
  const [made] = await sealRecords(keys, workspaceId, [record]);
  return rowOf(record, made!.sealed, { deleted: record.plain === null });
}

interface Planted {
  /** The part that is sealed and signed, where that is not the record's content. */
  text?: string;
  by?: RecordSigner;
  /** Where it was signed, where that is another place than where it is sealed. */
  signedAt?: Partial<RecordPlace>;
  head?: LogHead;
  /** Sealed as it is, without any signature. */
  isBare?: boolean;
  /** Under the key of another scope. */
  scopeId?: string;
}

/** Resolves with a row of an insider who holds a scope's key and signs as they please. */
async function planted(record: PlainRecord, more: Planted = {}): Promise<SealedRecord> {
  const { handle, generation } = await keyring.newest(workspaceId, more.scopeId ?? record.scopeId);
  const { entity, id, scopeId, version, refs, plain } = record;
  const place: RecordPlace = { workspaceId, entity, id, scopeId, version, refs, generation };
  const content = utf8(more.text ?? JSON.stringify(plain));
  const by = more.by ?? (await account.signer());
  const head = more.head ?? authors.head(workspaceId);
  const signed = more.isBare ? content : await signRecord(by, { ...place, ...more.signedAt }, head, content);
  return rowOf(record, await sealRecord(handle, place, signed));
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
    for (const text of ['[1]', 'null', '{'])
      expect((await open(await planted(task(), { text }))).faulty).toMatchObject([{ fault: 'malformed' }]);
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
    const { faulty } = await open(await planted(task({ refs })));
    expect(faulty).toMatchObject([{ fault: 'malformed' }]);
  });

  it('are refused so deep that whoever walks them would break off', async () => {
    const nested = (depth: number) =>
      `{"title":"Deep","description":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const rowWith = (depth: number) => planted(task(), { text: nested(depth) });
    expect((await open(await rowWith(50_000))).faulty).toMatchObject([{ fault: 'malformed' }]);
    expect((await open(await rowWith(100))).opened).toHaveLength(1);
  });

  it("are refused under another scope's key, whoever holds that one", async () => {
    // Somebody who may read `elsewhere` alone seals a row that claims to lie in the project.
    const row = await planted(task(), { scopeId: elsewhere.id });
    expect((await open(row)).faulty).toMatchObject([{ fault: 'unknown-key' }]);
  });
});

describe('authors', () => {
  const faultOf = async (record: PlainRecord, more: Planted) => {
    const { opened, faulty } = await open(await planted(record, more));
    expect(opened.length + faulty.length).toBe(1);
    return faulty[0]?.fault ?? 'opened';
  };

  it('are named (control)', async () => {
    expect((await open(await rowFor(folder()))).opened).toMatchObject([{ authorId: account.userId }]);
    expect(await faultOf(folder(), {})).toBe('opened');
  });

  it('are refused where the log does not name them', async () => {
    const by = await recordSigner(await createAccountKeys(uuidv7(), 1));
    expect(await faultOf(folder(), { by })).toBe('forged-author');
  });

  it("are refused where a stranger's keys bear a member's certificate", async () => {
    const { seeds } = await createAccountKeys(account.userId, 1);
    const by = await recordSigner({ seeds, cert: account.keys.cert });
    expect(await faultOf(folder(), { by })).toBe('forged-author');
  });

  it.each<[string, Partial<RecordPlace>]>([
    ['another record', { id: uuidv7() }],
    ['another version', { version: 2 }],
    ['another scope', { scopeId: elsewhere.id }],
    ['another workspace', { workspaceId: uuidv7() }],
    ['another noun', { entity: 'task' }],
    ['other refs', { refs: { parentId: uuidv7() } }],
    ['another generation', { generation: 2 }],
  ])('are refused where their words were carried to %s', async (_, signedAt) => {
    expect(await faultOf(folder(), { signedAt })).toBe('forged-author');
  });

  it('are refused without any signature', async () => {
    expect(await faultOf(folder(), { isBare: true })).toBe('malformed');
    expect(await faultOf(task(), { isBare: true })).toBe('malformed');
  });

  it('are asked about where they knew more of the log, and refused where they knew another', async () => {
    const { seq, hash } = authors.head(workspaceId);
    expect(await faultOf(folder(), { head: { seq: seq + 1, hash } })).toBe('withheld-log');
    expect(await faultOf(folder(), { head: { seq, hash: new Uint8Array(32) } })).toBe('forked-log');
  });
});

describe('records that are verified later', () => {
  const verify = (record: OpenedRecord) => verifyRecords(keys, workspaceId, [record]);

  it('open at once, and say so; others do not wait', async () => {
    const { opened } = await open(await rowFor(task()), await rowFor(folder()));
    expect(opened.map(({ isUnverified }) => isUnverified)).toEqual([true, undefined]);
    expect(await verify(opened[0]!)).toEqual([true]);
  });

  it.each<[string, (record: OpenedRecord) => Partial<OpenedRecord>]>([
    ['other content', ({ plain }) => ({ plain: { ...plain, title: 'Anders' } })],
    ['another version', () => ({ version: 2 })],
    ['another scope', () => ({ scopeId: elsewhere.id })],
    ['other refs', () => ({ refs: {} })],
    ['another author', () => ({ authorId: uuidv7() })],
    ['another signature', ({ proof }) => ({ proof: `${proof.slice(0, -4)}AAAA` })],
    ['another time', ({ proof }) => ({ proof: proof.replace('0.', '7.') })],
  ])('are not believed with %s', async (_, change) => {
    const { opened } = await open(await rowFor(task()));
    expect(await verify({ ...opened[0]!, ...change(opened[0]!) })).toEqual([false]);
  });

  it('show, though somebody else signed them, and are not believed', async () => {
    const { seeds } = await createAccountKeys(account.userId, 1);
    const by = await recordSigner({ seeds, cert: account.keys.cert });
    const { opened } = await open(await planted(task(), { by }));
    expect(opened).toMatchObject([{ isUnverified: true }]);
    expect(await verify(opened[0]!)).toEqual([false]);
  });

  it.each([
    ['keys in another order than they come back', '{"title":"a","7":1}'],
    ['spaces', '{"title": "a"}'],
    ['a number that is written otherwise', '{"title":"a","timeEstimate":1e1}'],
    ['the name of a ref', '{"title":"a","parentId":"x"}'],
    ['the name of what every record has', '{"title":"a","version":9}'],
  ])('do not wait where what they say could not be written again: %s', async (_, text) => {
    const { opened } = await open(await planted(task(), { text }));
    expect(opened.map(({ isUnverified }) => isUnverified)).toEqual([undefined]);
    const { seeds } = await createAccountKeys(account.userId, 1);
    const by = await recordSigner({ seeds, cert: account.keys.cert });
    expect((await open(await planted(task(), { text, by }))).faulty).toMatchObject([
      { fault: 'forged-author' },
    ]);
  });
});

describe('records that somebody else seals anew', () => {
  it('keep their author, wherever they go next', async () => {
    const [first] = (await open(await rowFor(folder()))).opened;
    let record: OpenedRecord = first!;
    for (const scopeId of [elsewhere.id, project.id]) {
      const next = {
        ...record,
        scopeId,
        version: record.version + 1,
        plain: { ...record.plain, restored: 1 },
      };
      const [made] = await sealRecords(keys, workspaceId, [{ ...next, written: record }]);
      expect(made).toMatchObject({ authorId: account.userId });
      const { opened } = await open(rowOf(next, made!.sealed));
      expect(opened).toMatchObject([{ plain: { ...record.plain, restored: 1 }, authorId: account.userId }]);
      expect(opened[0]!.proof).toContain(`"scopeId":"${project.id}","version":1`);
      record = opened[0]!;
    }
  });

  it('are theirs who changed them', async () => {
    const [record] = (await open(await rowFor(folder()))).opened;
    const next = { ...record!, version: 2, plain: { ...record!.plain, name: 'Anders' } };
    const [made] = await sealRecords(keys, workspaceId, [{ ...next, written: record! }]);
    const { opened } = await open(rowOf(next, made!.sealed));
    expect(opened[0]!.proof).not.toContain('origin');
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
    const [made] = await sealRecords(keys, '', [record]);
    const { opened } = await openRecords(keys, '', [rowOf(record, made!.sealed)]);
    expect(opened[0]?.plain).toMatchObject({ firstName: 'Anna' });
    await expect(sealRecords(keys, '', [{ ...record, scopeId: uuidv7() }])).rejects.toMatchObject({
      fault: 'unknown-scope',
    });
  });
});
