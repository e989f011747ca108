import type { Vault } from './vault.ts';

/**
 * Opens what the device remembers. Undefined where it does not open: it is another's, or of keys that are gone.
 * @throws what else kept it from being opened, which says nothing about it: the vault was closed, its worker died
 */
export async function openMemory(
  vault: Pick<Vault, 'openLocal'>,
  label: string,
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> {
  try {
    return await vault.openLocal('memory', label, sealed);
  } catch (error) {
    if ((error as Error).name === 'CryptoError') return undefined;
    throw error;
  }
}
