import { toBase64Url, toHex, u64 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { keyWrapSchema, previousKeySchema } from '@kontor/contract/wire/scope';
import { expect, it } from 'vitest';
import { sealBox } from './box.ts';
import { deriveKey } from './derive.ts';
import { unwrapPreviousKey, unwrapScopeKey, wrapPreviousKey, wrapScopeKey } from './keyWrap.ts';
import { xwingPublicKey } from './primitives/hpke.ts';
import { importAesKey } from './primitives/webcrypto.ts';
import {
  createScopeKey,
  deriveOpenScopeKey,
  derivePersonalScopeKey,
  importScopeKey,
  kidOf,
  kidTextOf,
  scopeHpkePublicKey,
  scopeHpkeSeed,
} from './scopeKey.ts';
import { createSeeds } from './seeds.ts';
import { id, outcome, scopeId, workspaceId } from './testing/fixtures.ts';

const place = { workspaceId, scopeId, generation: 2 };
const parentId = id(9);

it('names a key by an id that commits to it', async () => {
  const key = createScopeKey();
  const handle = await importScopeKey(key);
  expect(handle.kid).toEqual(await kidOf(key));
  expect(handle.kidText).toBe(await kidTextOf(key));
  expect(handle.kid).toHaveLength(16);
  expect(handle.aes.extractable).toBe(false);
  expect(await kidTextOf(createScopeKey())).not.toBe(handle.kidText);
  expect(await outcome(() => importScopeKey(new Uint8Array(31)))).toBe('malformed');
});

it('derives a key of its own for every scope, workspace, account and use', async () => {
  const [staff, seeds] = [createScopeKey(), createSeeds()];
  const keys = await Promise.all([
    deriveOpenScopeKey(staff, workspaceId, scopeId),
    deriveOpenScopeKey(staff, workspaceId, parentId),
    deriveOpenScopeKey(staff, parentId, scopeId),
    deriveOpenScopeKey(createScopeKey(), workspaceId, scopeId),
    scopeHpkeSeed(staff, workspaceId, scopeId),
    derivePersonalScopeKey(seeds, scopeId),
    derivePersonalScopeKey(seeds, parentId),
    derivePersonalScopeKey({ ...seeds, ed25519: createScopeKey() }, scopeId),
    derivePersonalScopeKey({ ...seeds, xwing: createScopeKey() }, scopeId),
  ]);
  expect(new Set(keys.map(toHex)).size).toBe(keys.length);
  expect(await deriveOpenScopeKey(staff, workspaceId, scopeId)).toEqual(keys[0]);
  expect(await scopeHpkePublicKey(staff, workspaceId, scopeId)).toEqual(await xwingPublicKey(keys[4]!));
});

it('wraps a key under that of the scope above', async () => {
  const [parent, key] = [createScopeKey(), createScopeKey()];
  const row = await wrapScopeKey({ scopeId: parentId, key: parent }, place, key);
  expect(keyWrapSchema.parse(row)).toEqual(row);
  expect(row).toMatchObject({ kid: await kidTextOf(key), parentKid: await kidTextOf(parent) });
  expect(await unwrapScopeKey(parent, workspaceId, row)).toEqual(key);
});

it('refuses a wrapped key in any other place', async () => {
  const [parent, key, other] = [createScopeKey(), createScopeKey(), createScopeKey()];
  const row = await wrapScopeKey({ scopeId: parentId, key: parent }, place, key);
  const otherKid = await kidTextOf(other);
  const open = (change: object, under = parent, workspace = workspaceId) =>
    outcome(() => unwrapScopeKey(under, workspace, { ...row, ...change }));
  expect(await open({ scopeId: parentId })).toBe('not-verified');
  expect(await open({ generation: 3 })).toBe('not-verified');
  expect(await open({ parentScopeId: scopeId })).toBe('not-verified');
  expect(await open({ kid: otherKid })).toBe('not-verified');
  expect(await open({}, parent, parentId)).toBe('not-verified');
  expect(await open({}, other)).toBe('wrong-key');
  expect(await open({ parentKid: otherKid })).toBe('wrong-key');
  expect(await open({ parentKid: otherKid }, other)).toBe('not-verified');
  expect(await open({ sealed: '' })).toBe('malformed');
  expect(await open({ sealed: '***' })).toBe('malformed');
  expect(await open({ generation: 1.5 })).toBe('malformed');
  expect(await open({ generation: 0 })).toBe('malformed');
});

it('seals nothing but scope keys', async () => {
  const [parent, short] = [createScopeKey(), new Uint8Array(16)];
  const wrap = () => wrapScopeKey({ scopeId: parentId, key: parent }, place, short);
  expect(await outcome(wrap)).toBe('malformed');
  expect(await outcome(() => wrapPreviousKey(parent, place, short))).toBe('malformed');
});

it('opens the past from the newest key and no further', async () => {
  const keys = [createScopeKey(), createScopeKey(), createScopeKey()];
  const rows = await Promise.all(
    [2, 3].map((generation) =>
      wrapPreviousKey(keys[generation - 1]!, { ...place, generation }, keys[generation - 2]!),
    ),
  );
  for (const row of rows) expect(previousKeySchema.parse(row)).toEqual(row);
  const second = await unwrapPreviousKey(keys[2]!, workspaceId, rows[1]!);
  expect(second).toEqual(keys[1]);
  expect(await unwrapPreviousKey(second, workspaceId, rows[0]!)).toEqual(keys[0]);
  expect(await outcome(() => unwrapPreviousKey(keys[0]!, workspaceId, rows[0]!))).toBe('wrong-key');
});

it('does not open a row of one kind as the other', async () => {
  const [outer, inner] = [createScopeKey(), createScopeKey()];
  const wrapped = await wrapScopeKey({ scopeId, key: outer }, place, inner);
  const posed = {
    type: 'previous' as const,
    scopeId,
    generation: 2,
    kid: wrapped.parentKid,
    previousKid: wrapped.kid,
    sealed: wrapped.sealed,
  };
  expect(await outcome(() => unwrapPreviousKey(outer, workspaceId, posed))).toBe('not-verified');
});

it('notices a key inside that has another id than its row, whoever sealed it', async () => {
  const [parent, key, other] = [createScopeKey(), createScopeKey(), createScopeKey()];
  const honest = await wrapScopeKey({ scopeId: parentId, key: parent }, place, key);
  // A holder of the parent key seals another key under the row of this one.
  const parts = [workspaceId, scopeId, u64(2), honest.kid, parentId, honest.parentKid];
  const aes = await importAesKey(await deriveKey(parent, labels.scopeWrap));
  const sealed = toBase64Url(await sealBox(aes, labels.scopeWrap, parts, other));
  expect(await outcome(() => unwrapScopeKey(parent, workspaceId, { ...honest, sealed }))).toBe(
    'key-mismatch',
  );
});
