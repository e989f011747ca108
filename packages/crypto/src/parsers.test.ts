/** Every function that reads bytes or JSON from outside throws nothing but CryptoError, whatever it is given. */
import { type Bytes, concat, toBase64Url } from '@kontor/contract/wire/bytes';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type AccountKeys, openAccount, openSeedsFromPhrase } from './account.ts';
import { readSigned } from './authorSignature.ts';
import { parseCert } from './cert.ts';
import { createDeviceKey, importPageKey, openDevice, openStored } from './device.ts';
import { CryptoError } from './errors.ts';
import { importPartKey, openPart, openSegment } from './file.ts';
import { openGrant, sealGrant } from './grant.ts';
import { unwrapPreviousKey, unwrapScopeKey } from './keyWrap.ts';
import { openLogPin } from './logPin.ts';
import { phraseEntropy } from './phrase.ts';
import { openRecord, openTombstone, recordKid } from './record.ts';
import { openRecords } from './recordBatch.ts';
import { importScopeKey, kidTextOf } from './scopeKey.ts';
import { createAlice, outcome, recipientOf, scopeId, taskContext, workspaceId } from './testing/fixtures.ts';
import { verified } from './testing/openVerified.ts';

const keyBytes = new Uint8Array(32).fill(7);
const runs = process.env.LONG ? 5_000 : 150;
let alice: AccountKeys;
let byteParsers: Record<string, (bytes: Bytes) => Promise<unknown>>;
let jsonParsers: Record<string, (value: unknown) => Promise<unknown>>;

beforeAll(async () => {
  alice = await createAlice();
  const key = await importScopeKey(keyBytes);
  const aes = await importPageKey(keyBytes);
  const deviceKey = await createDeviceKey();
  const file = { fileKey: keyBytes, workspaceId, documentId: scopeId, blobId: scopeId };
  const partKey = await importPartKey(file, new Uint8Array(17).fill(1));
  const { workspaceId: _, ...row } = taskContext;
  const columns = { ...row, refs: {}, deleted: false };
  const to = recipientOf(alice);
  const grant = await sealGrant(alice, to, {
    workspaceId,
    scopeId,
    generation: 1,
    key: keyBytes,
    previousKid: null,
    readers: [],
  });
  const kid = await kidTextOf(keyBytes);
  const wrap = { type: 'wrap' as const, scopeId, generation: 1, kid, parentScopeId: scopeId, parentKid: kid };
  const previous = { type: 'previous' as const, scopeId, generation: 2, kid, previousKid: kid };
  byteParsers = {
    record: (bytes) => openRecord(key, taskContext, bytes),
    recordOfKid: (bytes) => openRecord(key, taskContext, concat(new Uint8Array([2]), key.kid, bytes)),
    tombstone: (bytes) => openTombstone(key, taskContext, bytes),
    recordKid: async (bytes) => recordKid(bytes),
    batch: async (bytes) => {
      const [opened] = await openRecords(new Map([[key.kidText, key]]), '', [{ ...columns, sealed: bytes }]);
      if (opened?.state === 'refused') throw opened.error;
    },
    seeds: (bytes) => openAccount(keyBytes, bytes, alice.cert),
    phraseSeeds: (bytes) => openSeedsFromPhrase(keyBytes, bytes, alice.cert),
    device: (bytes) => openDevice(deviceKey, keyBytes, alice.cert, bytes),
    page: (bytes) => openStored('page', aes, 'x', bytes),
    outbox: (bytes) => openStored('outbox', aes, 'x', bytes),
    pin: (bytes) => openLogPin(alice, workspaceId, bytes),
    signed: async (bytes) => readSigned(bytes),
    verified: (bytes) => verified('record', bytes, { ...taskContext, generation: 1 }, [alice.cert]),
    buried: (bytes) => verified('tombstone', bytes, { ...taskContext, generation: 1 }, [alice.cert]),
    part: (bytes) => openPart(file, 0, true, bytes),
    middlePart: (bytes) => openPart(file, 0, false, bytes),
    segment: (bytes) => openSegment(partKey, 0, true, bytes),
    partHead: (bytes) => importPartKey(file, bytes),
    grantSealed: (bytes) =>
      openGrant({ ...grant, sealed: toBase64Url(bytes) }, workspaceId, alice.cert, to, alice.seeds.xwing),
    wrap: (bytes) => unwrapScopeKey(keyBytes, workspaceId, { ...wrap, sealed: toBase64Url(bytes) }),
    previous: (bytes) =>
      unwrapPreviousKey(keyBytes, workspaceId, { ...previous, sealed: toBase64Url(bytes) }),
  };
  const set = (name: string, value: unknown) => ({ [name]: value });
  jsonParsers = {
    cert: parseCert,
    certField: (value) => parseCert({ ...alice.cert, ...set('signature', value) }),
    certKey: (value) => parseCert({ ...alice.cert, ...set('hpkePublicKey', value) }),
    grant: (value) => openGrant(value, workspaceId, alice.cert, to, alice.seeds.xwing),
    grantField: (value) =>
      openGrant({ ...grant, ...set('scopeId', value) }, workspaceId, alice.cert, to, alice.seeds.xwing),
    wrap: (value) => unwrapScopeKey(keyBytes, workspaceId, { ...wrap, sealed: JSON.stringify(value) }),
    phrase: async (value) => phraseEntropy(JSON.stringify(value) ?? ''),
  };
});

it('takes no random bytes and throws no untyped error', async () => {
  // Versions in front, so that the parsers are passed and not only their first line.
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 700 }),
    fc.uint8Array({ maxLength: 700 }).map((tail) => Uint8Array.of(1, ...tail)),
    fc.uint8Array({ maxLength: 700 }).map((tail) => Uint8Array.of(2, ...tail)),
  );
  let tried = 0;
  for (const [name, parse] of Object.entries(byteParsers)) {
    for (const sample of fc.sample(bytes, runs)) {
      const code = await outcome(() => parse(Uint8Array.from(sample)));
      // These two read a form and verify nothing.
      if (!['signed', 'partHead', 'recordKid'].includes(name)) expect(code, name).not.toBe('opened');
      tried++;
    }
  }
  expect(tried).toBe(21 * runs);
});

it('takes no random JSON and throws no untyped error', async () => {
  let tried = 0;
  for (const [name, parse] of Object.entries(jsonParsers)) {
    for (const sample of fc.sample(fc.jsonValue(), runs)) {
      expect(await outcome(() => parse(sample)), name).not.toBe('opened');
      tried++;
    }
  }
  expect(tried).toBe(7 * runs);
});

it('would notice an untyped error', async () => {
  const faulty = async () => JSON.parse('{');
  await expect(outcome(faulty)).rejects.toThrow(SyntaxError);
  expect(await outcome(async () => Promise.reject(new CryptoError('malformed', 'x')))).toBe('malformed');
});
