/** Acts that wait unsent on a device while their account's password is reset: they are sealed under the former keys. */
import type { DeviceStore, DeviceWrite } from '../../device/deviceStore.ts';
import type { Vault } from '../../vault/vault.ts';

type Kept = [key: string, sealed: Uint8Array];

/** Returns the acts in the device's outboxes that the open account cannot read. */
export async function unopenedActs(
  vault: Pick<Vault, 'openLocal'>,
  device: DeviceStore,
): Promise<readonly Kept[]> {
  const rows = await device.scan<Uint8Array>('outbox', '');
  const opened = await Promise.allSettled(
    rows.map(([key, sealed]) => vault.openLocal('outbox', key, sealed.slice())),
  );
  return rows.filter((_, i) => opened[i]!.status === 'rejected');
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
