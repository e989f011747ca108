/** A device that has swept a whole room, without having done so: its pages are made when they are first opened. */
import type { DeviceStore, DeviceTable } from '@kontor/client/device/deviceStore';
import type { MemoryStore } from '@kontor/client/device/memoryStore';
import { hashOf } from '@kontor/client/replica/window/idIndex';
import { pageRevisions, rangeOf } from '@kontor/client/replica/windowPages';
import type { LocalVault } from '@kontor/client/vault/localVault';
import { utf8 } from '@kontor/contract/wire/bytes';
import type { Room } from './room.ts';

export interface Swept {
  room: Room;
  userId: string;
  workspaceId: string;
  vault: Pick<LocalVault, 'sealLocal'>;
  /** The rest of a device that pulled the head. */
  kept: MemoryStore;
}

/** Returns the device; `forget` drops the pages that it made, which a device has on its disk. */
export function sweptDevice({
  room,
  userId,
  workspaceId,
  vault,
  kept,
}: Swept): DeviceStore & { forget(): void } {
  const made = new Map<string, Uint8Array>();
  const pages = `${workspaceId}/window/${room.scope.id}/`;
  const window = `${workspaceId}/window/${room.scope.id}`;
  const ids = `${workspaceId}/ids/${room.scope.id}/`;
  const lastPage = Math.floor(room.revision / pageRevisions);
  const revisionsIn = (page: number) => {
    const { from, to } = rangeOf(page);
    const [first, last] = [Math.max(2, from), Math.min(to, room.revision)];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  };
  const rowOf = (revision: number) => {
    const { plain, refs, entity, ...base } = room.plainOf(revision);
    const place = { createdRevision: revision, updatedAt: room.timeOf(revision), authorId: userId };
    return { entity, row: { ...plain, ...refs, ...base, ...place } };
  };
  const page = async (key: string): Promise<Uint8Array> => {
    const known = made.get(key);
    if (known) return known.slice();
    const text = JSON.stringify(revisionsIn(Number(key.slice(pages.length))).map(rowOf));
    const sealed = await vault.sealLocal('page', key, utf8(text));
    made.set(key, sealed.slice());
    return sealed;
  };
  const author = {
    count: room.size,
    deleted: { before: 0, among: 0, behind: 0 },
    lowest: 1,
    highest: room.size,
  };
  const sum = { authors: { [userId]: { ...author, last: [undefined], open: [], misplaced: [] } }, unread: 0 };
  const covered = [{ from: 0, to: room.revision, sum }];
  const hashes = Array.from({ length: lastPage + 1 }, (_, n) => {
    const own = Uint32Array.from(revisionsIn(n), (revision) => hashOf(room.idOf(revision)));
    return [ids + String(n).padStart(9, '0'), own] as const;
  });
  return {
    get: async <T>(table: DeviceTable, key: string) => {
      if (table === 'page' && key.startsWith(pages)) return (await page(key)) as T;
      if (table === 'state' && key === window) return covered as T;
      return kept.get<T>(table, key);
    },
    keys: (table, prefix) => kept.keys(table, prefix),
    scan: async <T>(table: DeviceTable, prefix: string): Promise<[string, T][]> => {
      if (table !== 'state') return kept.scan<T>(table, prefix);
      if (window.startsWith(prefix)) return [[window, covered as T]];
      if (prefix !== ids) return kept.scan<T>(table, prefix);
      return hashes.map(([key, each]): [string, T] => [key, each as T]);
    },
    write: (changes) => kept.write(changes),
    clear: () => kept.clear(),
    change: (change) => kept.change(change),
    close: () => {},
    forget: () => made.clear(),
  };
}
