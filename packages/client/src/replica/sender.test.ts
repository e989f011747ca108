/** Sends what waits for a key once the key is there, whenever that comes. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { TrustError } from '../vault/trust/trustError.ts';
import { createDevice, openOn } from './testing/client.ts';
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
