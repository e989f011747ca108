/** The order in which a folder that is shared and what comes into it then are sent: what comes into it is shared with it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ProtocolServer, ServerError } from '../replica/testing/protocolServer.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { moveDocuments } from './document.ts';
import { createProject } from './project.ts';
import { shareDocuments } from './share.ts';

const customerId = '019a0000-0000-7000-8000-0000000000c1';
let server: ProtocolServer;
const device = createDevice();
let ada: Replica;
let ben: Replica;
let hasKey: boolean;

const openBen = () =>
  openOn(device, server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (workspaceId, batch) => {
        if (!hasKey && batch.records.some(({ scopeId }) => scopeId === customerId))
          throw new TrustError('missing-key', 'not yet');
        return vault.sealBatch(workspaceId, batch);
      },
    }),
  });

/** Ben shares a folder without a connection, then moves a file into it and makes another there. */
beforeEach(async () => {
  hasKey = true;
  server = new ProtocolServer();
  server.addScope({ id: customerId, kind: 'customer', access: 'open' });
  Object.assign(device, createDevice());
  ada = await openOn(createDevice(), server);
  ben = await openBen();
  const projectId = createProject(ada, { name: 'Roof' }).id;
  const [folder, plan] = (['folder', 'file'] as const).map(
    (kind) => ada.create('document', projectId, { kind, name: kind === 'file' ? 'plan.txt' : 'F' }).id,
  );
  await ada.outbox.sent();
  await ben.pull();
  device.connection.isOffline = true;
  shareDocuments(ben, [folder!], customerId);
  moveDocuments(ben, [plan!], { scopeId: projectId, parentId: folder! });
  ben.create('document', projectId, { kind: 'file', name: 'new.txt', parentId: folder! });
});
afterEach(() => Promise.all([ada.close(), ben.close()]));

async function online(): Promise<void> {
  device.connection.isOffline = false;
  await ben.pull();
  await ben.outbox.sent();
  await ada.pull();
}

const namesIn = (entity: 'share' | 'document') =>
  (ada.collections[entity].all() as readonly { name: string }[]).map(({ name }) => name).sort();

const meanwhile: [string, () => unknown][] = [
  ['at once', () => {}],
  [
    'though a colleague writes there meanwhile',
    () => ada.create('document', customerId, { kind: 'file', name: 'c.txt' }),
  ],
  [
    'after a restart',
    async () => {
      await ben.close();
      ben = await openBen();
    },
  ],
  [
    'once the customer’s key comes',
    async () => {
      hasKey = false;
      await until(() => ben.outbox.status.get().waiting === 1);
      device.connection.isOffline = false;
      await ben.pull();
      await until(() => ben.outbox.status.get().waiting === 1);
      hasKey = true;
    },
  ],
];

it.each(meanwhile)('sends them in order, %s', async (_, act) => {
  await act();
  await ada.outbox.sent();
  await online();
  expect(namesIn('share')).toEqual(['F', 'new.txt', 'plan.txt']);
  expect(ben.outbox.failed.get()).toEqual([]);
});

it('moves them, and shares nothing, where it is refused to share the folder', async () => {
  server.onApply = ({ changes }) => {
    if (changes.every(({ name }) => name === 'share.create')) throw new ServerError('PERMISSION_DENIED');
  };
  await online();
  expect(namesIn('document')).toEqual(['F', 'new.txt', 'plan.txt']);
  expect(namesIn('share')).toEqual([]);
  expect(ben.outbox.failed.get()).toHaveLength(1);
});
