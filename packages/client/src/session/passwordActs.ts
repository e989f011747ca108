/** What takes the password although somebody is signed in: the recovery kit, and another password. */
import type { Account, StoredKit } from '@kontor/contract/account';
import { isCallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import type { NewKit, PasswordProof, Vault } from '../vault/vault.ts';

interface Line {
  http: Http;
  vault: Vault;
  email: string;
}

/** The password and what to prove it by, as the server has it at this moment. */
async function proofOf({ http, email }: Line, password: string): Promise<PasswordProof> {
  const { suite, accountSalt, privateKey } = await http.json<Account>('/api/account');
  return { email, password, suite, accountSalt, privateKey };
}

/** Null where there is none that can be shown. */
async function storedKit(http: Http): Promise<StoredKit | null> {
  try {
    return await http.json<StoredKit>('/api/account/kit');
  } catch (error) {
    if (isCallError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

export const createKit = async (line: Line, password: string): Promise<NewKit> =>
  line.vault.createKit(await proofOf(line, password));

/** @throws CallError NOT_FOUND without a kit; CryptoError wrong-password, or not-verified for a damaged kit */
export async function showKit(line: Line, password: string): Promise<{ words: string[] }> {
  const proof = await proofOf(line, password);
  return line.vault.openKit(proof, await line.http.json<StoredKit>('/api/account/kit'));
}

/** @throws CryptoError wrong-password, password-length; CallError */
export async function changePassword(line: Line, current: string, next: string): Promise<void> {
  const [proof, kit] = await Promise.all([proofOf(line, current), storedKit(line.http)]);
  const body = await line.vault.changePassword(proof, next, kit);
  const send = () => line.http.json('/api/account/password', { method: 'PUT', body });
  try {
    await send();
  } catch (error) {
    // The answer may have got lost: the server recognises the same change when it comes again.
    if (!isCallError(error, 'OFFLINE')) throw error;
    await send();
  }
}
