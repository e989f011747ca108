/** Deleting customers, and the reasons against it. */
import { trashDocuments } from '@kontor/client/nouns/trash';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { deleteCustomer } from './actions.ts';

const said = vi.hoisted(() => ({ error: vi.fn(), info: vi.fn(), success: vi.fn(), confirm: vi.fn() }));
vi.mock('../../platform/toasts.tsx', () => ({ toast: said }));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: said.confirm }));

it('names the trash where documents of theirs lie in it', async () => {
  const server = new ProtocolServer();
  const staff = '019a0000-0000-7000-8000-0000000000f1';
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const replica = await openOn(createDevice(), server);
  const id = '019a0000-0000-7000-8000-0000000000c1';
  replica.transaction((transaction) => {
    transaction.createScope({ id, kind: 'customer', access: 'open' });
    replica.create('customer', id, { id, name: 'Haus Ast', type: 'COMPANY' });
  });
  const folder = replica.create('document', staff, { kind: 'folder', name: 'Offers', customerId: id });
  trashDocuments(replica, [folder.id]);
  expect(replica.collections.document.all()).toEqual([]);
  // Until everything is here, nobody knows what they have.
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...replica, loaded }, userId: 'me' } as unknown as OpenWorkspace);
  let isDeleted: boolean | undefined;
  const deleted = deleteCustomer(replica.collections.customer.get(id)!).then((is) => {
    isDeleted = is;
  });
  await Promise.resolve();
  expect([isDeleted, said.error.mock.calls, said.info.mock.calls.length]).toEqual([undefined, [], 1]);
  loaded.set({ scopes: new Set(), heads: true, isComplete: true });
  await deleted;
  expect(isDeleted).toBe(false);
  expect(said.error).toHaveBeenCalledWith(expect.stringContaining('1 entry in the trash'));
  expect(said.confirm).not.toHaveBeenCalled();
  await replica.close();
});
