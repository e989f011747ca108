/** Drafts on a device, as a tab of a test opens them. */
import type { MemoryStore } from '@kontor/client/device/memoryStore';
import { clearVault } from '@kontor/client/replica/testing/clearVault';
import { KeptDrafts } from '@kontor/client/session/keptDrafts';

/** Opens what a device keeps of drafts, as a page that loads there does. */
export const openDrafts = (device: MemoryStore): Promise<KeptDrafts> =>
  KeptDrafts.open({ device, vault: clearVault() });
