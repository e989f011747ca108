/** The account on this device: sealed seeds that open only with the device's key and the server's share together. */
import type { Account } from '@kontor/contract/wire/account';
import { equalBytes } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import {
  type DeviceCondition,
  type DeviceStore,
  type DeviceTable,
  type DeviceWrite,
  unsentTables,
} from '../../device/deviceStore.ts';
import { takeKeptPins } from '../../vault/keepPin.ts';
import type { Vault } from '../../vault/vault.ts';

const key = 'device';

/** Stays where an account was removed, until somebody signs in to it there again: other tabs may have it open still. */
const removedKey = 'removed';
const noteRemoval = (isRemoved: boolean): DeviceWrite => ({
  table: 'account',
  key: removedKey,
  value: isRemoved || undefined,
});

/** Sealed under the account, whatever becomes of the session. */
export const lasting: readonly DeviceTable[] = ['account', ...unsentTables, 'memory'];

export interface KeptAccount {
  sealed: Uint8Array;
  /** Non-extractable. */
  deviceKey: CryptoKey;
  publicKey: KeyCert;
}

/**
 * Keeps a sign-in for as long as its session lives, with what it has to remember (`memory`), in the place of the one before, of which
 * nothing is written from here on: see `SignInStore`. What an earlier session left of the replica cannot be opened any more and
 * goes; the outbox, what registration left, and what the device remembers stay.
 */
export async function keepSignIn(
  device: DeviceStore,
  kept: KeptAccount,
  memory: readonly DeviceWrite[] = [],
): Promise<void> {
  const account: DeviceWrite = { table: 'account', key, value: kept };
  await device.change({ keep: lasting, writes: [noteRemoval(false), account, ...memory] });
}

/** A sign-in, by the sealed account as it kept it. */
export type SealedSignIn = { device: DeviceStore; sealed: Uint8Array };

const isOf = (sealed: Uint8Array | undefined, kept: unknown): boolean =>
  kept !== undefined && sealed !== undefined && equalBytes((kept as KeptAccount).sealed, sealed);

/** Returns the condition that the device still keeps this very sign-in. */
export const whileKept = (sealed: Uint8Array): DeviceCondition => ({
  table: 'account',
  key,
  holds: (kept) => isOf(sealed, kept),
});

/** The condition that the account was not removed from the device. */
export const unlessRemoved: DeviceCondition = {
  table: 'account',
  key: removedKey,
  holds: (isRemoved) => !isRemoved,
};

/** Resolves with the account as the device keeps it, sealed; undefined where it keeps none. */
export async function sealedAccount(device: DeviceStore): Promise<Uint8Array | undefined> {
  return (await device.get<KeptAccount>('account', key))?.sealed;
}

/** Tests if the device still keeps this very sign-in: another tab may have signed out, and in again. */
export async function isKept({ device, sealed }: SealedSignIn): Promise<boolean> {
  return isOf(sealed, await device.get('account', key));
}

/**
 * Forgets a sign-in (`sealed`; without it, what there is beside one), and all but the tables that are kept, unless what the device
 * keeps is another tab's by now. Where none is kept, the account is removed: no tab that has it open writes anything after that.
 * Returns whether it has.
 */
export async function forgetSignIn(
  { device, sealed }: Pick<SealedSignIn, 'device'> & { sealed: Uint8Array | undefined },
  keep: readonly DeviceTable[] = lasting,
): Promise<boolean> {
  return device.change({
    keep,
    writes: keep.length === 0 ? [noteRemoval(true)] : [{ table: 'account', key, value: undefined }],
    only: { table: 'account', key, holds: (kept) => kept === undefined || isOf(sealed, kept) },
  });
}

/** Removes an account from the device, whoever has signed in to it there: nothing of it stays, and no tab writes anything more. */
export async function removeAccount(device: DeviceStore): Promise<void> {
  await device.change({ keep: [], writes: [noteRemoval(true)] });
}

/**
 * Forgets keys and replica. What lies sealed under the account (outbox, registration's name, pins and version marks)
 * stays for its return: a server that ends sessions must not make a device forget what it saw.
 */
export async function forgetAccount(device: DeviceStore): Promise<void> {
  await device.change({ keep: lasting, writes: [{ table: 'account', key, value: undefined }] });
}

/**
 * Opens the kept account with the pins that the device remembers, and returns it as it lies there, sealed. Undefined where there is none on this device, where the
 * account's certificate is another by now, and where what is kept does not open with this session's share. Without a server
 * there is no certificate to compare.
 */
export async function openKeptAccount(
  vault: Vault,
  device: DeviceStore,
  account: Pick<Account, 'deviceShare'> & Partial<Pick<Account, 'publicKey'>>,
): Promise<Uint8Array | undefined> {
  const kept = await device.get<KeptAccount>('account', key);
  if (!kept) return undefined;
  if (account.publicKey && kept.publicKey.signature !== account.publicKey.signature) return undefined;
  const { sealed, deviceKey, publicKey } = kept;
  try {
    await vault.openFromDevice({ deviceShare: account.deviceShare, deviceKey, sealed, publicKey });
  } catch (error) {
    if ((error as Error).name === 'CryptoError') return undefined;
    throw error;
  }
  await takeKeptPins(vault, device);
  return sealed;
}
