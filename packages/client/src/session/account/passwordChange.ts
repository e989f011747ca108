/**
 * The operations that require the password although somebody is signed in: on the recovery kit, and setting another
 * password.
 */
import type { Account, StoredKit } from '@kontor/contract/wire/account';
import { isCallError } from '../../http/callError.ts';
import type { Http } from '../../http/http.ts';
import type { NewKit, PasswordProof, Vault } from '../../vault/vault.ts';
import { sessionOf } from './authWire.ts';

interface Deps {
  http: Http;
  vault: Vault;
}

/**
 * Resolves with the account as the server has it at this moment: another device may have changed password or
 * kit.
 */
const accountNow = ({ http }: Deps): Promise<Account> => http.json('/api/account');

const storedKit = ({ http }: Deps): Promise<StoredKit> => http.json('/api/account/kit');

/**
 * Returns the proof of a password, with the address of this moment, from which the keys derive: another tab
 * may have changed it, too.
 */
const proofOf = ({ email, suite, accountSalt, privateKey }: Account, password: string): PasswordProof => ({
  email,
  password,
  suite,
  accountSalt,
  privateKey,
});

/** Makes a new recovery kit. @throws CryptoError wrong-password; CallError */
export const createKit = async (deps: Deps, password: string): Promise<NewKit> =>
  deps.vault.createKit(proofOf(await accountNow(deps), password));

/**
 * Returns the words of the recovery kit.
 * @throws CallError NOT_FOUND without a kit; CryptoError wrong-password, or not-verified for a damaged kit
 */
export async function showKit(deps: Deps, password: string): Promise<{ words: string[] }> {
  const [account, kit] = await Promise.all([accountNow(deps), storedKit(deps)]);
  return deps.vault.openKit(proofOf(account, password), kit);
}

/** Changes the password, and what it seals. @throws CryptoError wrong-password, password-length; CallError */
export async function changePassword(deps: Deps, current: string, next: string): Promise<void> {
  const account = await accountNow(deps);
  const kit = account.keepsKit ? await storedKit(deps) : null;
  const body = await deps.vault.changePassword(proofOf(account, current), next, kit);
  await sendTwice(() => deps.http.json('/api/account/password', { method: 'PUT', body }));
}

/** Sends a change whose answer may have got lost: the server recognises the same one when it comes again. */
async function sendTwice(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isCallError(error, 'OFFLINE')) throw error;
    await send();
  }
}

/**
 * Has a code sent to the new address of the account.
 * @throws CryptoError wrong-password; CallError WRONG_PASSWORD, THROTTLED
 */
export async function requestEmail(deps: Deps, password: string, email: string): Promise<void> {
  const proof = await deps.vault.provePassword(proofOf(await accountNow(deps), password));
  await deps.http.json('/api/account/email/code', { method: 'POST', body: { ...proof, email } });
}

/**
 * Changes the address of the account, from which its keys derive.
 * @throws CryptoError wrong-password; CallError INVALID_CODE, EMAIL_TAKEN, WRONG_PASSWORD, THROTTLED
 */
export async function changeEmail(
  deps: Deps,
  password: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const account = await accountNow(deps);
  const kit = account.keepsKit ? await storedKit(deps) : null;
  const keys = await deps.vault.changePassword(proofOf(account, password), password, kit, email);
  const body = { ...keys, email, verificationCode: code };
  await sendTwice(() => deps.http.json('/api/account/email', { method: 'PUT', body }));
}

/**
 * Deletes the account on the server.
 * @throws CryptoError wrong-password; CallError WRONG_PASSWORD, STILL_MEMBER, THROTTLED, NOT_SIGNED_IN where another is signed in
 */
export async function deleteAccount(deps: Deps, password: string): Promise<void> {
  const account = await accountNow(deps);
  const body = await deps.vault.provePassword(proofOf(account, password));
  const send = () => deps.http.json('/api/account/deletion', { method: 'POST', body, as: account.id });
  try {
    await send();
  } catch (error) {
    if (!isCallError(error, 'OFFLINE')) throw error;
    // Perhaps only the answer got lost: then the account is gone, and its session with it.
    // Somebody else's, from another tab, tells nothing of it: the server refuses.
    const { user } = await sessionOf(deps.http);
    if (user) await send();
  }
}
