import { type DeviceStore, deviceTables } from '../device/deviceStore.ts';
import { forgetMarks } from '../replica/markMemory.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * Removes what a device keeps of a workspace, what was not sent yet and the version marks of its records included. The pin of its
 * log stays, as it does in the account's keys: who is let in again is shown no older log, and no other.
 */
export async function forgetWorkspace(
  { device, vault }: { device: DeviceStore; vault: Pick<Vault, 'memoryName'> },
  workspaceId: string,
): Promise<void> {
  for (const table of deviceTables)
    for (const prefix of [`${workspaceId}/`, `upload/${workspaceId}/`]) {
      const kept = await device.keys(table, prefix);
      await device.write(kept.map((key) => ({ table, key, value: undefined })));
    }
  await forgetMarks({ device, vault }, workspaceId);
}
