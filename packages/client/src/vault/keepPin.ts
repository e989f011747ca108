import type { SealedPin } from '@kontor/contract/wire/account';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Http } from '../http/http.ts';
import { openMemory } from './openMemory.ts';
import type { Vault } from './vault.ts';

const prefix = 'pin/';
const givenUpPrefix = 'given-up/';

/** Resolves with a pin as the device remembers it: sealed, so that nothing there names the workspace. */
async function pinWrite(vault: Vault, pin: SealedPin): Promise<DeviceWrite> {
  const key = prefix + (await vault.memoryName(pin.workspaceId));
  return {
    table: 'memory',
    key,
    value: await vault.sealLocal('memory', key, utf8(JSON.stringify(pin))),
  };
}

/**
 * Pins the newest state of a workspace's log, where it is newer than the pin that the server keeps: on this device
 * first, then with the account, so that the next device starts from here. For after `takeLog`.
 */
export async function keepPin(
  { http, vault, device }: { http: Http; vault: Vault; device: DeviceStore },
  workspaceId: string,
): Promise<void> {
  const pin = await vault.sealPin(workspaceId);
  if (!pin) return;
  await device.write([await pinWrite(vault, pin)]);
  await http.json('/api/account/pins', { method: 'PUT', body: pin });
  await vault.takePins([pin], 'server');
}

/**
 * Resolves with the writes that remember on this device the pins that were taken from elsewhere: what the account's keys brought at a
 * sign-in, a restart opens without. For after `openKeptPins`, so that nothing older takes the place of what the device knows.
 */
export async function pinWrites(vault: Vault): Promise<DeviceWrite[]> {
  const pins = await vault.sealPins();
  return Promise.all(pins.map((pin) => pinWrite(vault, pin)));
}

/**
 * Takes the pins that the server keeps with the account, and remembers those of the other devices here, too. Returns the workspaces of
 * those that do not open. For after `openKeptPins`.
 */
export async function takeServerPins(
  vault: Vault,
  device: DeviceStore,
  pins: SealedPin[],
): Promise<string[]> {
  const damaged = await vault.takePins(pins, 'server');
  // A device without room for them opens all the same, and tries again at its next start.
  if (pins.length > 0) await device.write(await pinWrites(vault)).catch(() => {});
  return damaged;
}

/** Gives a workspace's pin up, for good on this device: the account's keys may bring it again. See `Vault.giveUpPin`. */
export async function giveUpPin(
  { vault, device }: { vault: Vault; device: DeviceStore },
  workspaceId: string,
): Promise<void> {
  const pin = await vault.giveUpPin(workspaceId);
  if (!pin) return;
  const name = await vault.memoryName(workspaceId);
  const key = givenUpPrefix + crypto.randomUUID();
  await device.write([
    { table: 'memory', key: prefix + name, value: undefined },
    { table: 'memory', key, value: await vault.sealLocal('memory', key, utf8(JSON.stringify(pin))) },
  ]);
}

/**
 * Takes the pins that this device remembers. Resolves with the writes that take away those that do not open: they are of keys
 * that are gone.
 */
export async function openKeptPins(vault: Vault, device: DeviceStore): Promise<DeviceWrite[]> {
  const gone: DeviceWrite[] = [];
  const read = async (each: string): Promise<SealedPin[]> => {
    const rows = await device.scan<Uint8Array>('memory', each);
    const pins = await Promise.all(
      rows.map(async ([key, sealed]) => {
        const plain = await openMemory(vault, key, sealed);
        if (plain) return [JSON.parse(fromUtf8(plain)) as SealedPin];
        gone.push({ table: 'memory', key, value: undefined });
        return [];
      }),
    );
    return pins.flat();
  };
  const [givenUp, pins] = await Promise.all([read(givenUpPrefix), read(prefix)]);
  if (givenUp.length > 0) await vault.takePins(givenUp, 'given-up');
  if (pins.length > 0) await vault.takePins(pins, 'device');
  return gone;
}

/** Takes the pins that this device remembers, and forgets those of keys that are gone. */
export async function takeKeptPins(vault: Vault, device: DeviceStore): Promise<void> {
  const gone = await openKeptPins(vault, device);
  if (gone.length > 0) await device.write(gone);
}
