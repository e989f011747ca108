import { emailOf } from '@kontor/contract/text/email';
import type { Recovery, RecoveryCode } from '@kontor/contract/wire/recovery';
import type { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';

export interface NewPassword {
  email: string;
  password: string;
}

/**
 * Sets another password, under new keys that name the old ones. Nobody is signed in afterwards.
 * @throws CryptoError password-length; CallError INVALID_CODE, ACCOUNT_CHANGED
 */
export async function resetPassword(
  { http, vault }: { http: Http; vault: Vault },
  code: RecoveryCode,
  { userId, publicKey: previous }: Recovery,
  { email, password }: NewPassword,
): Promise<void> {
  const api = await http.api();
  const address = emailOf(email);
  try {
    const keys = await vault.createAccount({ userId, email: address, password, previous });
    await api.recovery.reset({ ...code, ...keys });
  } finally {
    await vault.close();
  }
}
