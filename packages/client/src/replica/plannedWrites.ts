/** Writes to the device whose values the vault has yet to seal. What is small goes to it in one crossing. */

import type { SealedStore } from '@kontor/crypto/device';
import type { DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';

interface WriteToSeal {
  table: Exclude<SealedStore, 'outbox'>;
  key: string;
  /** Binds the sealed value to its place; see `Vault.sealLocal`. */
  label: string;
  /** Makes the value's bytes, when their turn has come. */
  plain(): Uint8Array;
}

export type PlannedWrite = DeviceWrite | WriteToSeal;

/** Bytes after which a crossing ends, about those of a full page: nothing else waits for long. */
const crossingBytes = 131_072;

/** Returns the writes with their values sealed, in their order. */
export async function sealWrites(
  vault: Pick<Vault, 'sealPieces'>,
  planned: readonly PlannedWrite[],
): Promise<DeviceWrite[]> {
  const writes: DeviceWrite[] = [];
  let waiting: { write: DeviceWrite; label: string; plain: Uint8Array }[] = [];
  let bytes = 0;
  const cross = async () => {
    const pieces = waiting.map(({ write, label, plain }) => ({
      store: write.table as SealedStore,
      label,
      plain,
    }));
    const sealed = pieces.length > 0 ? await vault.sealPieces(pieces) : [];
    for (const [i, { write }] of waiting.entries()) write.value = sealed[i];
    waiting = [];
    bytes = 0;
  };
  for (const each of planned) {
    if (!('plain' in each)) {
      writes.push(each);
      continue;
    }
    const { table, key, label } = each;
    const write: DeviceWrite = { table, key, value: undefined };
    const plain = each.plain();
    writes.push(write);
    waiting.push({ write, label, plain });
    bytes += plain.length;
    if (bytes >= crossingBytes) await cross();
  }
  await cross();
  return writes;
}
