/** A device whose clock was ahead, and is set right between two pages: what is done later stays later. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Entry } from './entry.ts';
import { nextEntry } from './sender.ts';
import { createDevice, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

// A page that was just loaded knows nothing of the ids of the one before.
vi.mock('uuid', async (original) => {
  const { v7, ...rest } = await original<typeof import('uuid')>();
  return { ...rest, v7: (options?: object) => v7({ msecs: Date.now(), ...options }) };
});

const hour = 3_600_000;
const now = Date.now.bind(Date);
let ahead = 0;
beforeEach(() => {
  ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
});
afterEach(() => vi.restoreAllMocks());

type Page = Awaited<ReturnType<typeof openOn>>;

const scopeId = '019a0000-0000-7000-8000-00000000000b';
const title = (page: Page, id: string) => page.collections.task.get(id)?.title;

it.each([
  {
    name: 'a change of what was made',
    first: (page: Page) => page.create('task', scopeId, { title: 'made' }).id,
    second: (page: Page, id: string) => page.update('task', id, { title: 'changed' }),
    expected: 'changed',
  },
  {
    name: 'the deletion of what was made',
    first: (page: Page) => page.create('task', scopeId, { title: 'made' }).id,
    second: (page: Page, id: string) => page.remove('task', id),
    expected: undefined,
  },
  {
    name: 'the later of two changes',
    first: (page: Page) => {
      const { id } = page.collections.task.all()[0]!;
      page.update('task', id, { title: 'first' });
      return id;
    },
    second: (page: Page, id: string) => page.update('task', id, { title: 'second' }),
    expected: 'second',
  },
])('keeps $name behind what was done before', async ({ first, second, expected }) => {
  const server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  let page = await openOn(device, server);
  await page.pull();
  page.create('task', scopeId, { title: 'there' });
  await page.outbox.sent();
  await page.pull();
  device.connection.isOffline = true;
  ahead = hour;
  const id = first(page);
  await page.close();
  ahead = 0;
  page = await openOn(device, server);
  second(page, id);
  expect(title(page, id)).toBe(expected);
  await page.close();
  device.connection.isOffline = false;
  page = await openOn(device, server);
  await page.outbox.sent();
  expect(page.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  await page.close();
  const other = await openOn(createDevice(), server);
  await other.pull();
  expect(title(other, id)).toBe(expected);
  await other.close();
});

it('sends what makes a record before what changes it, in whatever order they were kept', () => {
  const base = { id: 'task', scopeId, version: 0, updatedAt: 0 };
  const entry = (id: string, op: object): Entry => ({
    id,
    at: 0,
    userId: '',
    structural: [],
    state: 'pending',
    ops: [{ entity: 'task', id: 'task', scopeId, ...op } as never],
  });
  const made = entry('2', { verb: 'create', fields: {} });
  for (const changed of [
    { verb: 'update', base, changed: {} },
    { verb: 'delete', base },
  ] as const) {
    const entries = [entry('1', changed), made];
    expect(nextEntry(entries)?.id).toBe('2');
    expect(nextEntry(entries, new Set(['2']))).toBeUndefined();
    expect(nextEntry([entries[0]!, { ...made, state: 'acked' }])).toBeUndefined();
  }
});
