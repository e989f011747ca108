/**
 * Scope keys sealed under other scope keys: under that of the scope above (`wrap`), and the older generation under the
 * newer (`previous`). The row's `sealed` is a box (`box.ts`, 61 bytes) around the 32-byte key, under
 * `HKDF(sealing key, label)`; the parts of its associated data are
 *
 *     wrap      kontor/scope-wrap/v1      workspaceId, scopeId, u64(generation), kid, parentScopeId, parentKid
 *     previous  kontor/scope-previous/v1  workspaceId, scopeId, u64(generation), kid, previousKid
 *
 * ids and key ids as the texts that the row holds.
 */
import { type Bytes, fromBase64Url, toBase64Url, u64 } from '@kontor/contract/wire/bytes';
import { type Label, labels } from '@kontor/contract/wire/labels';
import type { KeyWrap, PreviousKey } from '@kontor/contract/wire/scope';
import { openBox, sealBox } from './box.ts';
import { deriveKey } from './derive.ts';
import { CryptoError, parsing } from './errors.ts';
import { importAesKey } from './primitives/webcrypto.ts';
import { kidTextOf, scopeKeySize } from './scopeKey.ts';

function generationBytes(generation: number): Bytes {
  if (!Number.isSafeInteger(generation) || generation < 1) {
    throw new CryptoError('malformed', `a generation is a whole number from 1, not ${generation}`);
  }
  return u64(generation);
}

const wrapParts = (workspaceId: string, row: Omit<KeyWrap, 'sealed'>): (Bytes | string)[] => [
  workspaceId,
  row.scopeId,
  generationBytes(row.generation),
  row.kid,
  row.parentScopeId,
  row.parentKid,
];

const previousParts = (workspaceId: string, row: Omit<PreviousKey, 'sealed'>): (Bytes | string)[] => [
  workspaceId,
  row.scopeId,
  generationBytes(row.generation),
  row.kid,
  row.previousKid,
];

const boxKey = async (key: Bytes, label: Label): Promise<CryptoKey> =>
  importAesKey(await deriveKey(key, label));

async function seal(label: Label, under: Bytes, parts: (Bytes | string)[], key: Bytes): Promise<string> {
  if (key.length !== scopeKeySize) throw new CryptoError('malformed', 'a scope key has 32 bytes');
  return toBase64Url(await sealBox(await boxKey(under, label), label, parts, key));
}

/** Opens a row's box; `underKid` is the id of the key that it should lie under, `kid` of the one inside. */
async function open(
  label: Label,
  under: Bytes,
  underKid: string,
  parts: (Bytes | string)[],
  sealed: string,
  kid: string,
): Promise<Bytes> {
  if ((await kidTextOf(under)) !== underKid) {
    throw new CryptoError('wrong-key', 'the key is sealed under another key');
  }
  const box = parsing('the sealed key', () => fromBase64Url(sealed));
  const key = await openBox(await boxKey(under, label), label, parts, box);
  if ((await kidTextOf(key)) !== kid) {
    throw new CryptoError('key-mismatch', 'the sealed key has another id than its row says');
  }
  return key;
}

/** Seals `key` under the key of the scope above: `staff` under `admins`; `customer`, and an open `project` or `room`, under `staff`. */
export async function wrapScopeKey(
  parent: { scopeId: string; key: Bytes },
  place: { workspaceId: string; scopeId: string; generation: number },
  key: Bytes,
): Promise<KeyWrap> {
  const row = {
    type: 'wrap' as const,
    scopeId: place.scopeId,
    generation: place.generation,
    kid: await kidTextOf(key),
    parentScopeId: parent.scopeId,
    parentKid: await kidTextOf(parent.key),
  };
  const sealed = await seal(labels.scopeWrap, parent.key, wrapParts(place.workspaceId, row), key);
  return { ...row, sealed };
}

/**
 * Opens `wrapScopeKey`. That `row.kid` is the scope's key is for the caller to check: against the member log, or, of a project or
 * room, whose keys stand in no log, by the older key that it follows. Throws `wrong-key`, `not-verified`, `key-mismatch`,
 * `malformed` or `unknown-version`.
 */
export async function unwrapScopeKey(parentKey: Bytes, workspaceId: string, row: KeyWrap): Promise<Bytes> {
  const parts = wrapParts(workspaceId, row);
  return open(labels.scopeWrap, parentKey, row.parentKid, parts, row.sealed, row.kid);
}

/** Seals the key of the generation before under the new one; `place.generation` is the new one, from 2. */
export async function wrapPreviousKey(
  newKey: Bytes,
  place: { workspaceId: string; scopeId: string; generation: number },
  previousKey: Bytes,
): Promise<PreviousKey> {
  const row = {
    type: 'previous' as const,
    scopeId: place.scopeId,
    generation: place.generation,
    kid: await kidTextOf(newKey),
    previousKid: await kidTextOf(previousKey),
  };
  const parts = previousParts(place.workspaceId, row);
  return { ...row, sealed: await seal(labels.scopePrevious, newKey, parts, previousKey) };
}

/** Opens `wrapPreviousKey` to the older generation's key. Throws as `unwrapScopeKey`. */
export async function unwrapPreviousKey(
  newKey: Bytes,
  workspaceId: string,
  row: PreviousKey,
): Promise<Bytes> {
  const parts = previousParts(workspaceId, row);
  return open(labels.scopePrevious, newKey, row.kid, parts, row.sealed, row.previousKid);
}
