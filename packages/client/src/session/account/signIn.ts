/** Signing in: the way from a password to an account that is open on this device, and the way back where it fails. */
import type { Account } from '@kontor/contract/wire/account';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import type { DeviceStore, OpenDeviceStore } from '../../device/deviceStore.ts';
import { isCallError } from '../../http/callError.ts';
import type { Http } from '../../http/http.ts';
import { openKeptPins, pinWrites } from '../../vault/keepPin.ts';
import { TrustError } from '../../vault/trust/trustError.ts';
import type { Vault } from '../../vault/vault.ts';
import { readCounter } from './accountKeys.ts';
import { csrfToken, postCredentials, postSignOut } from './authWire.ts';
import type { BearerSession } from './bearerSession.ts';
import { blankNote } from './blankDevice.ts';
import { forgetAccount, keepSignIn } from './deviceAccount.ts';
import { listWorkspaces } from './listWorkspaces.ts';
import type { ParametersAhead } from './parametersAhead.ts';
import type { SignInLock } from './signInLock.ts';

interface SignInParts {
  bearer?: BearerSession | undefined;
  http: Http;
  vault: Vault;
  openDevice: OpenDeviceStore;
  signInLock: SignInLock;
}

/** The server's data on the signed-in person. */
export interface Own {
  account: Account;
  workspaces: WorkspaceSummary[];
}

/** An account that a sign-in opened. */
export interface OpenedAccount {
  own: Own;
  device: DeviceStore;
  /** The account as the device keeps it. */
  sealed: Uint8Array;
  keys: OpenedKeys;
}

/** The copy of the account's keys that a sign-in opened. */
export interface OpenedKeys {
  counter: number;
  /** True if this device has seen a newer one. */
  isOld: boolean;
}

/** Asks for both at once: each round trip is time that the person waits. */
export async function ownOf(http: Http): Promise<Own> {
  const [account, workspaces] = await Promise.all([http.json<Account>('/api/account'), listWorkspaces(http)]);
  return { account, workspaces };
}

/**
 * Opens the account with its password and keeps it on the device. What the server learns is a key derived from the
 * password; what it hands out must open with the other one and be what its certificate says, else the session ends
 * again at once and nothing is kept of it: a device that the account was never on is left with an empty store.
 * @throws SignInFailed; CryptoError (`unknown-suite`: nothing was sent; `key-mismatch`, `not-verified`); CallError
 */
export async function openWithPassword(
  parts: SignInParts & { ahead: ParametersAhead },
  email: string,
  password: string,
): Promise<OpenedAccount> {
  const { http, vault, signInLock, ahead } = parts;
  try {
    const parameters = await ahead.take(email);
    const [{ authKey }, formToken] = await Promise.all([
      vault.beginSignIn({ email, password, ...parameters }),
      csrfToken(http),
    ]);
    return await signInLock(() => openByKey(parts, { email, authKey, formToken }));
  } catch (error) {
    await vault.close();
    throw error;
  }
}

/** Opens the account whose keys the vault is about to have by the other half of what its password yields. */
async function openByKey(
  { http, vault, openDevice, bearer }: SignInParts,
  { email, authKey, formToken }: { email: string; authKey: string; formToken: string | undefined },
): Promise<OpenedAccount> {
  let isKnown = false;
  let device: DeviceStore | undefined;
  try {
    const token = await postCredentials(http, email, authKey, formToken);
    if (bearer) bearer.token = token;
    isKnown = true;
    const own = await ownOf(http);
    const { account } = own;
    if (account.publicKey.userId !== account.id) throw new TrustError('unconfirmed-key', "another's keys");
    const opening = openDevice(account.id);
    // A failure is told once the keys are open: a vault that closed while they open would hold them.
    opening.catch(() => {});
    let counter: number;
    try {
      ({ counter } = await vault.openAccount(account));
    } catch (error) {
      // What lies there is not this sign-in's to forget: nothing has shown yet that the account is theirs.
      void opening.then((opened) => opened.close()).catch(() => {});
      throw error;
    }
    device = await opening;
    const { publicKey, deviceShare, pins } = account;
    const [blank, gone, newest] = await Promise.all([
      // What the desktop app keeps lies at an origin of its own, which no server can have emptied.
      bearer ? [] : blankNote(device, { counter, pins }),
      openKeptPins(vault, device),
      readCounter(vault, device),
    ]);
    // All or nothing: keys that are kept without their pins would open without them at the next start.
    const [kept, brought] = await Promise.all([vault.sealForDevice({ deviceShare }), pinWrites(vault)]);
    await keepSignIn(device, { ...kept, publicKey }, [...blank, ...gone, ...brought]);
    return { own, device, sealed: kept.sealed, keys: { counter, isOld: counter < newest } };
  } catch (error) {
    await dropAccount(vault, device);
    if (isKnown) await leaveServer(http);
    throw error;
  }
}

/** Closes the account; nothing of it stays on the device. */
export async function dropAccount(vault: Vault, device: DeviceStore | undefined): Promise<void> {
  await vault.close();
  if (device) await forgetAccount(device);
  device?.close();
}

/** ms that the server has to end a session, or to say whose there is by now: whoever signs in anew waits for that. */
export const timeToLeave = 10_000;

/** Ends the server's session, if the server answers within `timeToLeave` and the session is this person's (`userId`). */
export async function leaveServer(http: Http, userId?: string): Promise<void> {
  const signal = AbortSignal.timeout(timeToLeave);
  try {
    await postSignOut(http, userId, signal);
  } catch (error) {
    // The keys are gone from here in any case; a session that is left over without them ends at the next start.
    if (!signal.aborted && !isCallError(error, 'OFFLINE', 'NOT_SIGNED_IN')) throw error;
  }
}
