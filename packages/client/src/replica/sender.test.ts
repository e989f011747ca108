/** Sends what waits for a key, or for somebody who confirms the log, once that is there, whenever that comes. */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { TrustError } from '../vault/trust/trustError.ts';
import { clearVault } from './testing/clearVault.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer, ServerError } from './testing/protocolServer.ts';

it('looks again for a key that comes while it is looked for', async () => {
  const server = new ProtocolServer();
  const scopeId = uuidv7();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  let looks = 0;
  const ada = await openOn(createDevice(), server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (...args) => {
        looks++;
        // It came behind the pull that asked for it, and before the sender heard that it is missing still.
        if (looks === 2) await ada.pull();
        if (looks <= 2) throw new TrustError('missing-key', 'not yet');
        return vault.sealBatch(...args);
      },
    }),
  });
  await ada.pull();
  ada.create('task', scopeId, { title: 'Salaries' });
  await ada.outbox.sent();
  expect(looks).toBe(3);
  expect(ada.outbox.failed.get()).toEqual([]);
  await ada.close();
});

it('looks again for a key where the look for it failed for want of a connection', async () => {
  const server = new ProtocolServer();
  const scopeId = uuidv7();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  let looks = 0;
  const ada = await openOn(device, server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (...args) => {
        looks++;
        // It came behind the pull that found the connection back.
        if (looks <= 2) throw new TrustError('missing-key', 'not yet');
        return vault.sealBatch(...args);
      },
    }),
  });
  await ada.pull();
  device.connection.isOffline = true;
  ada.create('task', scopeId, { title: 'Salaries' });
  await until(() => ada.outbox.status.get().waiting === 1);
  device.connection.isOffline = false;
  await ada.outbox.sent();
  expect(looks).toBe(3);
  expect(ada.outbox.failed.get()).toEqual([]);
  await ada.close();
});

it('lets what nobody may write into an unconfirmed workspace wait, and sends it once that is confirmed', async () => {
  const server = new ProtocolServer();
  const scopeId = uuidv7();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  let isConfirmed = false;
  const ada = await openOn(createDevice(), server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (...args) => {
        if (!isConfirmed) throw new TrustError('unconfirmed-log');
        return vault.sealBatch(...args);
      },
    }),
  });
  await ada.pull();
  const ids = ['Plans', 'Permit'].map((title) => ada.create('task', scopeId, { title }).id);
  await until(() => ada.outbox.status.get().waiting === 2);
  expect(ada.outbox.failed.get()).toEqual([]);
  isConfirmed = true;
  await ada.pull();
  await ada.outbox.sent();
  for (const id of ids) expect(server.rows.has(`${scopeId} ${id}`)).toBe(true);
  await ada.close();
});

it('asks once for the keys of several acts that wait', async () => {
  const server = new ProtocolServer();
  const scopeId = uuidv7();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const ada = await openOn(device, server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: () => Promise.reject(new TrustError('missing-key', 'not yet')),
    }),
  });
  await ada.pull();
  for (const title of ['Plans', 'Permit']) ada.create('task', scopeId, { title });
  await until(() => ada.outbox.status.get().waiting === 2);
  const asked = device.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(device.requests.length).toBe(asked);
  await ada.close();
});

it('sends the batches of one transaction in their order, though a later one has its key already', async () => {
  const server = new ProtocolServer();
  const [plans, permit] = [uuidv7(), uuidv7()];
  for (const id of [plans, permit]) server.addScope({ id, kind: 'project', access: 'open' });
  let hasKey = false;
  const ada = await openOn(createDevice(), server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (workspaceId, batch) => {
        if (!hasKey && batch.records.some(({ scopeId }) => scopeId === plans))
          throw new TrustError('missing-key', 'not yet');
        return vault.sealBatch(workspaceId, batch);
      },
    }),
  });
  await ada.pull();
  ada.transaction(() => {
    for (let i = 0; i < 600; i++) ada.create('task', plans, { title: `Plan ${i}` });
    for (let i = 0; i < 600; i++) ada.create('task', permit, { title: `Permit ${i}` });
  });
  const { id: other } = ada.create('task', permit, { title: 'Other' });
  await until(() => server.rows.has(`${permit} ${other}`));
  expect(server.rows.size).toBe(1);
  hasKey = true;
  await ada.pull();
  await ada.outbox.sent();
  expect(server.rows.size).toBe(1201);
  await ada.close();
});

it('refuses the rest of a transaction of which a batch was refused just before this device was closed', async () => {
  const server = new ProtocolServer();
  const scopeId = uuidv7();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const ada = await openOn(device, server);
  await ada.pull();
  const ids: string[] = [];
  ada.transaction(() => {
    for (let i = 0; i < 600; i++) ids.push(ada.create('task', scopeId, { title: `${i}` }).id);
  });
  server.onApply = ({ changes }) => {
    if (changes.some(({ args }) => 'id' in args && args.id === ids[0]))
      throw new ServerError('PERMISSION_DENIED');
  };
  await ada.outbox.sent();
  const refused = ada.outbox.failed.get()[0]!.id;
  await ada.close();
  // That the others are refused with it was not stored.
  const vault = clearVault();
  for (const [key, sealed] of await device.store.scan<Uint8Array>('outbox', '')) {
    const { code: _, ...entry } = JSON.parse(fromUtf8(await vault.openLocal('outbox', key, sealed)));
    if (entry.id === refused) continue;
    const value = await vault.sealLocal('outbox', key, utf8(JSON.stringify({ ...entry, state: 'pending' })));
    await device.store.write([{ table: 'outbox', key, value }]);
  }
  const again = await openOn(device, server);
  await again.outbox.sent();
  expect(again.outbox.failed.get().map(({ records }) => records.length)).toEqual([ids.length]);
  expect(server.rows.size).toBe(0);
  await again.close();
});
