/**
 * A note that this browser remembers nothing of an account that was signed in to before. It may be new, or have been emptied by
 * its person, by itself or by the server (`Clear-Site-Data`): only its person can tell which, and is told until they have read it.
 */
import type { Account } from '@kontor/contract/wire/account';
import type { DeviceStore, DeviceWrite } from '../../device/deviceStore.ts';

const place = { table: 'memory', key: 'blank' } as const;

/**
 * Resolves with the note where nothing is remembered here, and the account's keys (their `counter`) or the server remember something.
 * For a sign-in, before it writes anything into the device's memory.
 */
export async function blankNote(
  device: DeviceStore,
  { counter, pins }: { counter: number } & Pick<Account, 'pins'>,
): Promise<DeviceWrite[]> {
  if (counter === 0 && pins.length === 0) return [];
  const remembered = await device.keys(place.table, '');
  return remembered.length === 0 ? [{ ...place, value: true }] : [];
}

/** Tests if the note is here. */
export const isBlank = async (device: DeviceStore): Promise<boolean> =>
  (await device.get(place.table, place.key)) !== undefined;

/** Takes the note away: its person has read it. */
export const confirmBlank = (device: DeviceStore): Promise<void> =>
  device.write([{ ...place, value: undefined }]);
