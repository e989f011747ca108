/** The process ends at each write of the device's store in turn: what was promised to be kept arrives, once. */

import { describe, expect, it } from 'vitest';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { MemoryStore } from '../device/memoryStore.ts';
import { createProject } from '../nouns/project.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

/** A store whose process dies at a write: that one and all later ones never happen, nor end. */
class DyingStore implements DeviceStore {
  readonly #inner: MemoryStore;
  readonly #onDeath: () => void;
  #left: number;

  constructor(inner: MemoryStore, writes: number, onDeath: () => void) {
    this.#inner = inner;
    this.#left = writes;
    this.#onDeath = onDeath;
  }

  get<T>(table: Parameters<DeviceStore['get']>[0], key: string): Promise<T | undefined> {
    return this.#inner.get(table, key);
  }
  keys(table: Parameters<DeviceStore['keys']>[0], prefix: string): Promise<string[]> {
    return this.#inner.keys(table, prefix);
  }
  scan<T>(table: Parameters<DeviceStore['scan']>[0], prefix: string): Promise<[string, T][]> {
    return this.#inner.scan(table, prefix);
  }
  write(changes: DeviceWrite[]): Promise<void> {
    if (this.#left-- > 0) return this.#inner.write(changes);
    this.#onDeath();
    return new Promise(() => {});
  }
  async clear(): Promise<void> {}
  async change(): Promise<boolean> {
    return false;
  }
  close(): void {}
}

describe('an outbox through crashes', () => {
  it('loses nothing that was kept and writes nothing twice, wherever it stops', async () => {
    let isOver = false;
    for (let writes = 0; !isOver; writes++) {
      expect(writes, 'the scenario ends at some point').toBeLessThan(200);
      const server = new ProtocolServer();
      const memory = new MemoryStore();
      const device = createDevice();
      let died = () => {};
      const death = new Promise<void>((resolve) => {
        died = resolve;
      });
      device.store = new DyingStore(memory, writes, () => {
        device.connection.isOffline = true;
        died();
      });
      const kept = new Map<string, string>();
      const first = await openOn(device, server, { hints: server.hints });
      const scenario = async () => {
        const project = createProject(first, { name: 'P' });
        await first.outbox.stored();
        for (let n = 0; n < 4; n++) {
          const task = first.create('task', project.id, { title: `new ${n}` });
          await first.outbox.stored();
          kept.set(task.id, `new ${n}`);
          if (n % 2 === 0) await first.outbox.sent();
          first.update('task', task.id, { title: `changed ${n}` });
          await first.outbox.stored();
          kept.set(task.id, `changed ${n}`);
        }
        await first.outbox.sent();
        await first.pull();
        await first.close();
        return true;
      };
      isOver = (await Promise.race([scenario(), death])) === true;
      const again = { ...device, store: memory, connection: { isOffline: false, losesAnswers: false } };
      const second = await openOn(again, server, { hints: server.hints });
      await second.outbox.sent();
      await second.pull();
      for (const [id, title] of kept) expect(second.collections.task.get(id)?.title, `${writes}`).toBe(title);
      for (const task of second.collections.task.all()) {
        expect(second.conflictsOf(task)).toEqual([]);
        expect(task.version).toBeLessThanOrEqual(2);
      }
      expect(second.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
      await second.close();
      expect(await memory.scan('outbox', '')).toEqual([]);
    }
  });

  it('goes on showing and sending when the device takes nothing more, and says so', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    device.store.write = () => Promise.reject(new Error('QuotaExceededError'));
    const workspace = await openOn(device, server, { hints: server.hints });
    const project = createProject(workspace, { name: 'P' });
    await expect(workspace.outbox.stored()).rejects.toThrow('QuotaExceededError');
    await workspace.outbox.sent();
    await until(() => workspace.faults.get().some(({ kind }) => kind === 'not-kept'));
    expect(server.rows.size).toBe(1);
    expect(workspace.collections.project.get(project.id)?.name).toBe('P');
    await workspace.close();
  });
});
