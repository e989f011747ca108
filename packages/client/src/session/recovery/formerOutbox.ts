/** Acts that wait unsent on a device while their account's password is reset: they lie under the keys of before. */
import type { DeviceStore, DeviceWrite } from '../../device/deviceStore.ts';
import type { Vault } from '../../vault/vault.ts';

type Kept = [key: string, sealed: Uint8Array];

/** What the open account cannot read of the device's outboxes. */
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

/** Seals those of them under the account's own key that the keys of before open: they go out like any others then. */
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
