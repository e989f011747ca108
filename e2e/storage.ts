/** Everything that a page's origin keeps in the browser, as a script of that origin can see it. */
import { expect, type Page } from '@playwright/test';

export interface StorageDump {
  /** Every byte string and text in it, in hex; text as UTF-8. */
  values: string[];
  /** Names of the places that hold something, e.g. `indexedDB kontor-1/account`. */
  places: string[];
  /** Keys of WebCrypto, which no script can read, yet use. */
  cryptoKeys: number;
}

/** Reads IndexedDB, caches, both storages and the cookies that scripts may not see. */
export async function dumpStorage(page: Page): Promise<StorageDump> {
  const dump = await page.evaluate(readInPage);
  for (const { name, value } of await page.context().cookies()) {
    dump.places.push(`cookie ${name}`);
    dump.values.push(Buffer.from(value).toString('hex'));
  }
  return dump;
}

/** Counts the rows of a table of the page's device. */
export const countRows = (page: Page, table: string): Promise<number> =>
  page.evaluate(async (table) => {
    const { name } = (await indexedDB.databases()).find((each) => each.name!.startsWith('kontor-'))!;
    return new Promise<number>((resolve) => {
      indexedDB.open(name!).onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        const request = database.transaction(table).objectStore(table).count();
        request.onsuccess = () => {
          database.close();
          resolve(request.result);
        };
      };
    });
  }, table);

/** Returns the keys of the rows of a table of the page's device that begin with a text, and the bytes of each. */
export const readRows = (
  page: Page,
  table: string,
  beginning: string,
): Promise<[key: string, size: number][]> =>
  page.evaluate(
    async ([table, beginning]) => {
      const { name } = (await indexedDB.databases()).find((each) => each.name!.startsWith('kontor-'))!;
      return new Promise<[string, number][]>((resolve) => {
        indexedDB.open(name!).onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const rows: [string, number][] = [];
          const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
          const request = database.transaction(table).objectStore(table).openCursor(range);
          request.onsuccess = () => {
            const cursor = request.result;
            if (cursor) {
              rows.push([String(cursor.key), (cursor.value as Uint8Array).byteLength]);
              cursor.continue();
              return;
            }
            database.close();
            resolve(rows);
          };
        };
      });
    },
    [table, beginning] as const,
  );

/** Waits until the page's device keeps records of a scope, and that the authors of all of them were verified. */
export const isBelieved = (page: Page, scopeId: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (id) => {
        const { name } = (await indexedDB.databases()).find((each) => each.name!.startsWith('kontor-'))!;
        return new Promise<boolean>((resolve) => {
          indexedDB.open(name!).onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            const pages: { isBelieved?: true }[][] = [];
            const request = database.transaction('state').objectStore('state').openCursor();
            request.onsuccess = () => {
              const cursor = request.result;
              if (cursor) {
                const isPage = String(cursor.key).endsWith(`/pages/${id}`);
                if (isPage) pages.push((cursor.value as { pieces: { isBelieved?: true }[] }).pieces);
                cursor.continue();
                return;
              }
              database.close();
              const pieces = pages.flat();
              resolve(pieces.length > 0 && pieces.every((piece) => piece.isBelieved));
            };
          };
        });
      }, scopeId),
    )
    .toBe(true);

async function readInPage(): Promise<StorageDump> {
  const values: string[] = [];
  const places = new Set<string>();
  let cryptoKeys = 0;
  const reading: Promise<void>[] = [];
  const take = (place: string, value: unknown): void => {
    places.add(place);
    if (value instanceof CryptoKey) cryptoKeys++;
    else if (typeof value === 'string') take(place, new TextEncoder().encode(value));
    else if (value instanceof Blob) reading.push(value.arrayBuffer().then((bytes) => take(place, bytes)));
    else if (value instanceof ArrayBuffer) take(place, new Uint8Array(value));
    else if (value instanceof Uint8Array)
      values.push([...value].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) take(place, part);
  };
  const settle = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await settle(indexedDB.open(name!));
    for (const table of database.objectStoreNames)
      for (const value of await settle(database.transaction(table).objectStore(table).getAll()))
        take(`indexedDB ${name}/${table}`, value);
    database.close();
  }
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) take(`cache ${name}`, url);
  for (const [kind, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const key of Object.keys(storage)) take(`${kind} ${key}`, storage.getItem(key));
  await Promise.all(reading);
  return { values, places: [...places], cryptoKeys };
}
