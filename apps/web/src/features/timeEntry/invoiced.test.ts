/** The question before what was invoiced is changed. */
import { expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { mayChange } from './invoiced.ts';

vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: vi.fn(async () => false) }));

const invoices = [{ exportName: 'RE 1', entries: [{ id: 'whole' }, { id: 'part', days: ['2026-10-31'] }] }];
const where = (_: string, id: string) =>
  invoices.filter(({ entries }) => entries.some((each) => each.id === id));
provideWorkspace({ records: { collections: { invoicedHours: { where } } } } as never);

/** Returns what is asked before entries are changed. */
async function asked(...ids: string[]): Promise<string | undefined> {
  vi.mocked(confirm).mockClear();
  const may = await mayChange(ids);
  const body = vi.mocked(confirm).mock.calls[0]?.[0].body;
  expect(may).toBe(body === undefined);
  return body as string | undefined;
}

it('says of an entry of which some days were invoiced that the others are billed again', async () => {
  expect(await asked('open')).toBe(undefined);
  expect(await asked('whole')).toBe(
    'Invoiced with “RE 1”. The invoice stays as it was sent. Time that you add to the entry will be on no invoice.',
  );
  expect(await asked('part')).toMatch(/goes onto the next invoice\. The invoice stays as it was sent\.$/);
  expect(await asked('whole', 'part')).toMatch(
    /^Invoiced with “RE 1”\. Of it only .*31.* is marked: what lies on other days goes onto the next invoice\. The/,
  );
});
