import { type DeviceStore, deviceTables } from '../device/deviceStore.ts';

/** Removes what a device keeps of a workspace, what was not sent yet included. */
export async function forgetWorkspace(device: DeviceStore, workspaceId: string): Promise<void> {
  for (const table of deviceTables)
    for (const prefix of [`${workspaceId}/`, `upload/${workspaceId}/`]) {
      const kept = await device.keys(table, prefix);
      await device.write(kept.map((key) => ({ table, key, value: undefined })));
    }
}
