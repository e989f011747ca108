/** Reads which part of a workspace a browser has really stored, bypassing the app. */
import type { Page } from '@playwright/test';

/** Where a person's replica lies in the browser. */
export interface ReplicaPlace {
  userId: string;
  workspaceId: string;
}

/** ms to wait for records, or for their index, to be stored. */
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

/**
 * Waits until the index of each of these scopes is stored: it is only once all records are in it. Returns when (ms of the page).
 * @throws Error when they are not there after two minutes
 */
export const storedIndex = (page: Page, place: ReplicaPlace, scopeIds: readonly string[]): Promise<number> =>
  page.evaluate(
    async ({ userId, workspaceId, scopeIds, patience }) => {
      const answer = <T>(of: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          of.onsuccess = () => resolve(of.result);
          of.onerror = () => reject(of.error);
        });
      const db = await answer(indexedDB.open(`kontor-${userId}`));
      try {
        for (const start = performance.now(); ; ) {
          const store = db.transaction('page').objectStore('page');
          const prefix = `${workspaceId}/search/`;
          const keys = await answer(store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
          const kept = new Set(keys.map((key) => String(key).slice(prefix.length).split('/')[0]));
          const missing = scopeIds.filter((id) => !kept.has(id)).length;
          if (missing === 0) return performance.now();
          if (performance.now() - start > patience)
            throw new Error(`the index of ${missing} of ${scopeIds.length} scopes is not stored`);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      } finally {
        db.close();
      }
    },
    { ...place, scopeIds, patience },
  );

/** Deletes what is stored of the index, so that the workspace builds it anew when it opens next. */
export const dropIndex = (page: Page, { userId, workspaceId }: ReplicaPlace): Promise<void> =>
  page.evaluate(
    ([name, prefix]) =>
      new Promise<void>((resolve, reject) => {
        indexedDB.open(name).onsuccess = ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          const transaction = db.transaction('page', 'readwrite');
          transaction.objectStore('page').delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    [`kontor-${userId}`, `${workspaceId}/search/`] as const,
  );
