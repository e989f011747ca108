/** Acts that lie on a device while their account's password is reset: they are sealed under the former keys. */
import { fromUtf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../../device/deviceStore.ts';
import type { Entry } from '../../replica/entry.ts';
import type { Vault } from '../../vault/vault.ts';

type Kept = [key: string, sealed: Uint8Array];

/** Returns what lies in the device's outboxes, with what the open account reads of it. */
async function openedRows(vault: Pick<Vault, 'openLocal'>, device: DeviceStore) {
  const rows = await device.scan<Uint8Array>('outbox', '');
  const opened = await Promise.allSettled(
    rows.map(([key, sealed]) => vault.openLocal('outbox', key, sealed.slice())),
  );
  return rows.map((row, i) => ({ row, opened: opened[i]! }));
}

/** Returns the acts in the device's outboxes that the open account cannot read. */
export async function unopenedActs(
  vault: Pick<Vault, 'openLocal'>,
  device: DeviceStore,
): Promise<readonly Kept[]> {
  const rows = await openedRows(vault, device);
  return rows.flatMap(({ row, opened }) => (opened.status === 'rejected' ? [row] : []));
}

/** Returns the ids of the acts that the server has, as far as the open account can read them. */
export async function sentActs(vault: Pick<Vault, 'openLocal'>, device: DeviceStore): Promise<string[]> {
  const rows = await openedRows(vault, device);
  const acts = rows.flatMap(({ opened }) =>
    opened.status === 'fulfilled' ? [JSON.parse(fromUtf8(opened.value)) as Partial<Entry>] : [],
  );
  return acts.flatMap(({ id, state }) => (id !== undefined && state === 'acked' ? [id] : []));
}

/** Seals those that the former keys open under the account's own key: they are then sent like any others. */
export async function bringBackActs(
  vault: Pick<Vault, 'openLocal' | 'sealLocal'>,
  device: DeviceStore,
  acts: readonly Kept[],
): Promise<void> {
  const again = await Promise.allSettled(
    acts.map(async ([key, sealed]): Promise<DeviceWrite> => {
      const plain = await vault.openLocal('outbox', key, sealed.slice());
      return { table: 'outbox', key, value: await vault.sealLocal('outbox', key, plain) };
    }),
  );
  await device.write(again.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
}
