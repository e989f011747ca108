/** Scopes that come to a device which once had everything are told apart from those that it begins with. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { LateScopes } from '../vault/plainRecord.ts';
import type { ReplicaVault } from './engineParts.ts';
import { aloneTab } from './tabs.ts';
import { createDevice, openOn } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('are named to the vault with the log that the device had then, also after a restart', async () => {
  const server = new ProtocolServer();
  const log = [logEntry(0, 'genesis')];
  let told: (LateScopes | undefined)[] = [];
  const wrap = (vault: ReplicaVault): ReplicaVault => ({
    ...vault,
    openPage: (workspaceId, page) => {
      told.push(page.late);
      return vault.openPage(workspaceId, page);
    },
  });
  const shown = () => {
    const all = told.flatMap((late) => (late && late.ids.length > 0 ? [late] : []));
    told = [];
    return all;
  };
  const writer = await openWithLog({ server, log }, createDevice());
  const project = () => createProject(writer, { name: 'Villa' }).id;
  project();
  await writer.outbox.sent();

  const device = createDevice();
  const open = () => openWithLog({ server, log }, device, { tabs: aloneTab(), wrap });
  let reader = await open();
  await reader.pull();
  expect(shown()).toEqual([]);
  for (let round = 0; round < 2; round++) {
    const id = project();
    await writer.outbox.sent();
    await reader.pull();
    expect(shown()).toEqual([{ seq: 0, ids: [id] }]);
    await reader.pull();
    expect(shown()).toEqual([]);
    await reader.close();
    reader = await open();
  }
  await Promise.all([writer.close(), reader.close()]);
});

it('are passed over where the vault refuses them, and what lies behind them comes', async () => {
  const server = new ProtocolServer();
  const writer = await openOn(createDevice(), server);
  const [refused, taken] = ['Villa', 'Lodge'].map((name) => createProject(writer, { name }).id);
  const tasks = [refused, taken].map((id) =>
    Array.from({ length: 5 }, () => writer.create('task', id!, { title: 'new' }).id),
  );
  await writer.outbox.sent();
  server.pageSize = 2;
  const told: string[][] = [];
  const device = createDevice();
  const reader = await openOn(device, server, {
    vault: (inner) => ({
      ...inner,
      openPage: async (workspaceId, page) => {
        told.push(page.scopes.map(({ scope }) => scope.id));
        if (told.length > 20) throw new Error('asks for ever');
        const rows = page.rows.filter(({ scopeId }) => scopeId !== refused);
        const opened = await inner.openPage(workspaceId, { ...page, rows });
        const faults = page.scopes.flatMap(({ scope: { id } }) =>
          id === refused ? [{ scopeId: id, fault: 'unknown-scope' as const, detail: '' }] : [],
        );
        return { ...opened, faults };
      },
    }),
  });
  await reader.pull();
  expect(reader.status.get()).toMatchObject({ connection: 'current' });
  expect(tasks.map((ids) => ids.filter((id) => reader.collections.task.get(id)).length)).toEqual([0, 5]);
  expect(reader.scopes.get().has(refused!)).toBe(false);
  // The next pull asks for it anew: the log may name it by then.
  told.length = 0;
  await reader.pull();
  expect(told).toEqual([[refused]]);
  await Promise.all([writer.close(), reader.close()]);
});

it('are asked for from their beginning once a later page brings the entry that names them', async () => {
  const server = new ProtocolServer();
  const log = [logEntry(0, 'genesis')];
  const writer = await openWithLog({ server, log }, createDevice());
  const { id } = createProject(writer, { name: 'Villa' });
  for (let i = 0; i < 3; i++) writer.create('task', id, { title: 'new' });
  await writer.outbox.sent();
  server.pageSize = 1;
  let answers = 0;
  server.onSync = (answer) => {
    // The last page of all that was refused.
    if (++answers === 4) log.push(logEntry(1, 'genesis'));
    return answer;
  };
  let rowsBefore = 0;
  const late: string[] = [];
  const wrap = (vault: ReplicaVault): ReplicaVault => ({
    ...vault,
    openPage: async (workspaceId, page) => {
      late.push(...(page.late?.ids ?? []));
      if (log.length > 1) return vault.openPage(workspaceId, page);
      rowsBefore += page.rows.length;
      const opened = await vault.openPage(workspaceId, { ...page, rows: [] });
      const faults = page.scopes.map(({ scope }) => ({
        scopeId: scope.id,
        fault: 'unknown-scope' as const,
        detail: '',
      }));
      return { ...opened, faults };
    },
  });
  const reader = await openWithLog({ server, log }, createDevice(), { wrap });
  await reader.pull();
  expect(rowsBefore).toBe(1);
  // Within the same pull: the next would say that it came late.
  expect(late).toEqual([]);
  expect([reader.collections.project.size, reader.collections.task.size]).toEqual([1, 3]);
  await Promise.all([writer.close(), reader.close()]);
});

it('are not told apart by a device that was closed before it had everything', async () => {
  const server = new ProtocolServer();
  const log = [logEntry(0, 'genesis')];
  const writer = await openWithLog({ server, log }, createDevice());
  for (const name of ['Villa', 'Lodge', 'Cabin', 'Tower']) createProject(writer, { name });
  await writer.outbox.sent();
  server.pageSize = 1;

  const device = createDevice();
  const { store } = device;
  const { promise: written, resolve: goOn } = Promise.withResolvers<void>();
  device.store = {
    get: (table, key) => store.get(table, key),
    keys: (table, prefix) => store.keys(table, prefix),
    scan: (table, prefix) => store.scan(table, prefix),
    write: (writes) => written.then(() => store.write(writes)),
    clear: (keep) => store.clear(keep),
    change: (change) => store.change(change),
    close: () => store.close(),
  };
  device.connection.isOffline = true;
  const late: string[] = [];
  const wrap = (vault: ReplicaVault): ReplicaVault => ({
    ...vault,
    openPage: (workspaceId, page) => {
      late.push(...(page.late?.ids ?? []));
      return vault.openPage(workspaceId, page);
    },
  });
  const open = () => openWithLog({ server, log }, device, { tabs: aloneTab(), wrap });
  let reader = await open();
  let closed: Promise<void> | undefined;
  let answers = 0;
  server.onSync = (answer) => {
    if (++answers === 4) closed = reader.close();
    // A page ends before the scopes that there is no room for.
    return { ...answer, scopes: answer.scopes.filter(({ rows }) => rows.length > 0) };
  };
  device.connection.isOffline = false;
  await reader.pull();
  goOn();
  await closed;
  reader = await open();
  await reader.pull();
  expect(reader.collections.project.size).toBe(4);
  expect(late).toEqual([]);
  await Promise.all([writer.close(), reader.close()]);
});
