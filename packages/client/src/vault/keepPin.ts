import type { DeviceStore } from '../device/deviceStore.ts';
import type { Http } from '../http/http.ts';
import type { Vault } from './vault.ts';

const prefix = 'pin/';

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
  await device.write([{ table: 'state', key: prefix + workspaceId, value: pin.sealed }]);
  await http.json('/api/account/pins', { method: 'PUT', body: pin });
  await vault.takePins([pin], 'server');
}

/** Takes the pins that this device keeps. Returns the workspaces of those that do not open. */
export async function takeKeptPins(vault: Vault, device: DeviceStore): Promise<string[]> {
  const kept = await device.scan<string>('state', prefix);
  const pins = kept.map(([key, sealed]) => ({ workspaceId: key.slice(prefix.length), sealed }));
  return vault.takePins(pins, 'device');
}
