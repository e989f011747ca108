/** Sends what waits for a key, or for somebody who confirms the log, once that is there, whenever that comes. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { TrustError } from '../vault/trust/trustError.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

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
