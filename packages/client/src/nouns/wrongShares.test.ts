/** Looking for wrong shares: it costs as much as changed since. */
import { expect, it, vi } from 'vitest';
import type { Mutations } from '../replica/mutations.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { createProject } from './project.ts';
import { shareDocuments } from './share.ts';
import { wrongShares } from './wrongShares.ts';

const customerId = '019a0000-0000-7000-8000-0000000000c1';
const oldId = '019a0000-0000-7000-8000-0000000000d1';

it('looks again only at shares whose records are others than before', async () => {
  const replica = await openOn(createDevice(anyAuthor), new ProtocolServer());
  replica.transaction((transaction) => {
    transaction.createScope({ id: customerId, kind: 'customer', access: 'open' });
    replica.create('customer', customerId, { id: customerId, name: 'Alder AG', type: 'COMPANY' });
  });
  const { id } = createProject(replica, { name: 'Roof', type: 'CUSTOMER_PROJECT', customerId });
  const make = (name: string, kind: 'file' | 'folder', parentId?: string) =>
    replica.create('document', id, { name, kind, ...(parentId && { parentId }) }).id;
  const folder = make('F', 'folder');
  const [inside] = [make('in.txt', 'file', folder), make('out.txt', 'file')];
  shareDocuments(replica, [folder], customerId);
  await replica.outbox.sent();
  await replica.pull();
  // As a client wrote it that knew fewer fields: rows as they are kept have none, rows that screens read have their defaults.
  const fields = { kind: 'file', name: 'old.txt', parentId: folder };
  replica.transaction((transaction) => {
    transaction.add({ verb: 'create', entity: 'document', id: oldId, scopeId: id, fields });
  });
  await replica.outbox.sent();
  await replica.pull();
  let isJudged = false;
  const counting: Mutations = {
    ...replica,
    transaction: (work) =>
      replica.transaction((transaction) => {
        const spy = vi.spyOn(transaction.records, 'isUnverified');
        work(transaction);
        isJudged = spy.mock.calls.length > 0;
        spy.mockRestore();
      }),
  };
  const looked = { told: new Map(), sources: new Map() };
  const look = () => [wrongShares(counting, anyAuthor, looked), isJudged];
  expect([look(), look()]).toEqual([
    [[], true],
    [[], false],
  ]);
  replica.update('document', folder, { name: 'G' });
  expect([look(), look()]).toEqual([
    [[], true],
    [[], false],
  ]);
  replica.remove('share', replica.collections.share.where('documentId', folder)[0]!.id);
  expect(look()).toEqual([[inside, oldId], true]);
  await replica.close();
});
