/**
 * Seals what an account remembers of a workspace's member log, so that a fresh device starts where an older one was. The
 * server keeps it and can only drop it or serve an older one. A box (`box.ts`) under `HKDF(seeds,
 * "kontor/log-pin/v1", userId)`, bound to user and workspace, around
 *
 *     genesis hash 32 | head seq u64 | head hash 32 | signature 64
 *
 * Ed25519 over `LP("kontor/log-pin-signature/v1") LP(userId) LP(workspaceId) LP(genesis hash) u64(head seq)
 * LP(head hash)`.
 */
import { type Bytes, concat, lp, u64 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import type { AccountKeys } from './account.ts';
import type { LogPin } from './accountMemory.ts';
import { openBox, sealBox } from './box.ts';
import { certSigningKey } from './cert.ts';
import { CryptoError } from './errors.ts';
import { importAesKey } from './primitives/webcrypto.ts';
import { accountKey } from './seeds.ts';
import { signBytes, verifyBytes } from './signing.ts';

const message = (userId: string, workspaceId: string, pin: LogPin): Bytes =>
  concat(
    lp(labels.logPinSignature, userId, workspaceId, pin.genesisHash),
    u64(pin.headSeq),
    lp(pin.headHash),
  );

const boxKey = async (keys: AccountKeys): Promise<CryptoKey> =>
  importAesKey(await accountKey(keys.seeds, labels.logPin, [keys.cert.userId]));

/** Signs and seals a pin under the account's keys: a box of 165 bytes. */
export async function sealLogPin(keys: AccountKeys, workspaceId: string, pin: LogPin): Promise<Bytes> {
  if (
    pin.genesisHash.length !== 32 ||
    pin.headHash.length !== 32 ||
    !Number.isSafeInteger(pin.headSeq) ||
    pin.headSeq < 0
  ) {
    throw new CryptoError('malformed', 'the pin is malformed');
  }
  const userId = keys.cert.userId;
  const signature = await signBytes(keys.seeds.ed25519, message(userId, workspaceId, pin));
  const content = concat(pin.genesisHash, u64(pin.headSeq), pin.headHash, signature);
  return sealBox(await boxKey(keys), labels.logPin, [userId, workspaceId], content);
}

/** Opens and verifies `sealLogPin`. Throws `malformed`, `unknown-version` or `not-verified`. */
export async function openLogPin(keys: AccountKeys, workspaceId: string, sealed: Bytes): Promise<LogPin> {
  const userId = keys.cert.userId;
  const content = await openBox(await boxKey(keys), labels.logPin, [userId, workspaceId], sealed);
  if (content.length !== 136) throw new CryptoError('malformed', 'the pin is malformed');
  const headSeq = Number(new DataView(content.buffer).getBigUint64(32));
  if (!Number.isSafeInteger(headSeq)) throw new CryptoError('malformed', 'the pin is malformed');
  const pin = { genesisHash: content.slice(0, 32), headSeq, headHash: content.slice(40, 72) };
  const bytes = message(userId, workspaceId, pin);
  if (!(await verifyBytes(certSigningKey(keys.cert), bytes, content.slice(72)))) {
    throw new CryptoError('not-verified', "the pin does not bear the account's signature");
  }
  return pin;
}
