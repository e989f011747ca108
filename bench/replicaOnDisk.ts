/** Reads which part of a workspace a browser has really stored, bypassing the app. */
import type { Page } from '@playwright/test';

/** Where a person's replica lies in the browser. */
export interface ReplicaPlace {
  userId: string;
  workspaceId: string;
}

/** ms to wait for records to be stored. */
const patience = 120_000;

/**
 * Waits until the stored pages hold at least `atLeast` records. Returns their count and when (ms of the page).
 * @throws Error when they are not there after two minutes
 */
export const storedRecords = (
  page: Page,
  place: ReplicaPlace,
  atLeast = 0,
): Promise<{ count: number; at: number }> =>
  page.evaluate(
    async ({ userId, workspaceId, atLeast, patience }) => {
      const answer = <T>(of: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          of.onsuccess = () => resolve(of.result);
          of.onerror = () => reject(of.error);
        });
      const db = await answer(indexedDB.open(`kontor-${userId}`));
      try {
        for (const start = performance.now(); ; ) {
          const store = db.transaction('state').objectStore('state');
          const prefix = `${workspaceId}/pages/`;
          const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
          const manifests = (await answer(store.getAll(range))) as { pieces: { count: number }[] }[];
          const pieces = manifests.flatMap((manifest) => manifest.pieces);
          const count = pieces.reduce((sum, piece) => sum + piece.count, 0);
          if (count >= atLeast) return { count, at: performance.now() };
          if (performance.now() - start > patience)
            throw new Error(`${count} of ${atLeast} records are stored`);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      } finally {
        db.close();
      }
    },
    { ...place, atLeast, patience },
  );
