/** The floor of opening a room: the same answer opened, shown and sealed for the device, and nothing else. */
import type { MemoryStore } from '@kontor/client/device/memoryStore';
import type { LocalVault } from '@kontor/client/vault/localVault';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { utf8 } from '@kontor/contract/wire/bytes';

/** Returns the texts that it would show. @throws Error where a row does not open */
export async function openRows(
  { vault, store, workspaceId }: { vault: LocalVault; store: MemoryStore; workspaceId: string },
  rows: SealedRecord[],
): Promise<unknown[]> {
  const { opened, faulty } = await vault.openPage(workspaceId, { scopes: [], rows });
  if (faulty.length > 0) throw new Error(`${faulty.length} rows did not open`);
  const page = await vault.sealLocal('page', 'floor', utf8(JSON.stringify(opened)));
  await store.write([{ table: 'page', key: 'floor', value: page }]);
  return opened.sort((a, b) => a.revision - b.revision).map(({ plain }) => plain?.words);
}
