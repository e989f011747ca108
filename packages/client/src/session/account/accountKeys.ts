/**
 * The account's sealed keys carry the newest pins, so that a server cannot drop those alone; each sign-in renews them. A
 * counter tells an older copy from the newest that this device has seen.
 */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import { openMemory } from '../../vault/openMemory.ts';
import type { Vault } from '../../vault/vault.ts';

const place = 'keys';

/** Returns the highest counter that this device remembers; 0 where it remembers none. */
export async function readCounter(vault: Vault, device: DeviceStore): Promise<number> {
  const sealed = await device.get<Uint8Array>('memory', place);
  // What does not open is of keys from before a reset, whose copies count anew.
  const plain = sealed && (await openMemory(vault, place, sealed));
  return plain ? Number(fromUtf8(plain)) : 0;
}

/**
 * Seals the keys with the pins that are known by now and hands them to the server. For the end of a sign-in.
 * @throws CallError, what the vault or the store throws: the copy of before stays
 */
export async function renewKeys(
  { http, vault, device }: { http: Http; vault: Vault; device: DeviceStore },
  counter: number,
): Promise<void> {
  const next = Math.max(counter, await readCounter(vault, device)) + 1;
  const update = await vault.renewAccount(next);
  if (!update) return;
  await http.json('/api/account/keys', { method: 'PUT', body: update });
  const value = await vault.sealLocal('memory', place, utf8(String(next)));
  await device.write([{ table: 'memory', key: place, value }]);
}
