/** Hundreds of entries that were marked as invoiced are taken back at once. */
import { createHours } from '@kontor/client/nouns/workingTime';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { markInvoiced } from './actions.ts';

const success = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { success } }));

const userId = '019a0000-0000-7000-8000-0000000000d1';

it('takes back what was marked together, and nothing else', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer(), { role: 'ADMIN' });
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const marked = () => [...records.collections.invoicedHours.all()].map(({ exportName }) => exportName);
  markInvoiced('October', new Map([[userId, [{ id: 'before' }]]]));
  const entries = Array.from({ length: 3_000 }, (_, n) => ({ id: `e${n}` }));
  markInvoiced('November', new Map([[userId, entries]]));
  expect(new Set(marked())).toEqual(new Set(['October', 'November']));
  success.mock.lastCall![1].run();
  expect(marked()).toEqual(['October']);
  await records.close();
});
