/** HKDF in the one form that this package uses it: a label first, every part with its length. */
import { type Bytes, lp } from '@kontor/contract/wire/bytes';
import type { Label } from '@kontor/contract/wire/labels';
import { hkdfSha256 } from './primitives/webcrypto.ts';

const noSalt = new Uint8Array(0);

/** Derives `HKDF-SHA-256(key, salt = empty, info = LP(label) LP(part)...)`: 32 bytes unless told. */
export const deriveKey = (
  key: Bytes,
  label: Label,
  parts: readonly (Bytes | string)[] = [],
  length = 32,
): Promise<Bytes> => hkdfSha256(key, noSalt, lp(label, ...parts), length);
