/** Keys, places and outcomes that the tests of this package share. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { type AccountKeys, createAccountKeys } from '../account.ts';
import { certHpkeKey } from '../cert.ts';
import { CryptoError } from '../errors.ts';
import type { GrantRecipient } from '../grant.ts';
import type { RecordContext } from '../recordContext.ts';

/** Returns a well-formed id that ends in `n`. */
export const id = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const workspaceId = id(1);
export const scopeId = id(2);
export const aliceId = id(0xa);
export const bobId = id(0xb);

export const createAlice = (): Promise<AccountKeys> => createAccountKeys(aliceId, 1_760_000_000_000);
export const createBob = (): Promise<AccountKeys> => createAccountKeys(bobId, 1_760_000_000_001);

export const recipientOf = (keys: AccountKeys): GrantRecipient => ({
  recipientId: keys.cert.userId,
  publicKey: certHpkeKey(keys.cert),
});

export const taskContext: RecordContext = {
  workspaceId,
  scopeId,
  entity: 'task',
  id: id(3),
  version: 7,
  refs: { projectId: scopeId, assigneeIds: [aliceId, bobId] },
};

/** Returns a copy with one bit turned. */
export function flipBit(bytes: Bytes, bit: number): Bytes {
  const flipped = bytes.slice();
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

/** Returns the code of the CryptoError that an opening ended with, or `opened`. Any other error is thrown on. */
export async function outcome(open: () => Promise<unknown>): Promise<string> {
  try {
    await open();
    return 'opened';
  } catch (error) {
    if (error instanceof CryptoError) return error.code;
    throw error;
  }
}
