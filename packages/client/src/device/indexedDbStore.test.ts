/** A store whose connection ends while a page has it open: the browser closes it in the background, or a newer build of the app changes the layout. */
import { type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeviceStore } from './deviceStore.ts';
import { openIndexedDbStore } from './indexedDbStore.ts';

vi.mock('idb', () => ({ openDB: vi.fn() }));

/** A connection to the one database of this test. */
class Connection {
  isClosed = false;
  readonly #values: Map<string, unknown>;
  constructor(values: Map<string, unknown>) {
    this.#values = values;
  }
  async get(_table: string, key: string): Promise<unknown> {
    return this.transaction().objectStore().get(key);
  }
  transaction() {
    if (this.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    const objectStore = () => ({
      get: async (key: string) => this.#values.get(key),
      put: async (value: unknown, key: string) => void this.#values.set(key, value),
    });
    return { objectStore, done: Promise.resolve() };
  }
  close(): void {
    this.isClosed = true;
  }
}

let values: Map<string, unknown>;
let connections: Connection[];
let versions: (number | undefined)[];
let callbacks: OpenDBCallbacks<unknown>;
let store: DeviceStore;
beforeEach(async () => {
  values = new Map();
  [connections, versions] = [[], []];
  vi.mocked(openDB).mockImplementation(async (_name, version, given) => {
    versions.push(version);
    callbacks = given as OpenDBCallbacks<unknown>;
    const connection = new Connection(values);
    connections.push(connection);
    return connection as unknown as IDBPDatabase<unknown>;
  });
  store = await openIndexedDbStore('anna');
});

const write = (value: string) => store.write([{ table: 'outbox', key: 'a', value }]);

it('opens another connection where the browser closed the first one', async () => {
  await write('before');
  connections[0]!.close();
  callbacks.terminated!();
  expect(await store.get('outbox', 'a')).toBe('before');
  await write('after');
  expect([values.get('a'), connections.length]).toEqual(['after', 2]);
});

it('asks once more where it was not told that the connection is closed', async () => {
  connections[0]!.close();
  await Promise.all([write('after'), store.get('outbox', 'a')]);
  expect([values.get('a'), connections.length]).toEqual(['after', 2]);
});

it('lets a newer build change the layout, and goes on with whatever layout there is then', async () => {
  const [first] = connections;
  callbacks.blocking!(versions[0]!, 6, { target: first } as unknown as IDBVersionChangeEvent);
  expect(first!.isClosed).toBe(true);
  await write('after');
  expect(values.get('a')).toBe('after');
  expect(versions.slice(1)).toEqual([undefined]);
});

it('tries anew after a connection that could not be opened', async () => {
  connections[0]!.close();
  vi.mocked(openDB).mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
  await expect(write('refused')).rejects.toThrow('lost');
  await write('after');
  expect(values.get('a')).toBe('after');
});

it('opens nothing any more once it is closed itself', async () => {
  store.close();
  await expect(write('after')).rejects.toMatchObject({ name: 'InvalidStateError' });
  callbacks.terminated!();
  await expect(write('after')).rejects.toMatchObject({ name: 'InvalidStateError' });
  expect([connections.length, connections[0]!.isClosed]).toEqual([1, true]);
});
