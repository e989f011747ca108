/** The vault's half of author chains: a person's rows in a windowed scope, each signed with its place among them. */
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Founder, founder, rowOf, teach } from '../testing/founder.ts';
import type { ChainLink, PlainRecord } from './plainRecord.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const room: Scope = { id: uuidv7(), kind: 'room', access: 'open' };
let ada: Founder;

beforeAll(async () => {
  ada = await founder();
  await teach(ada.vault, ada, [{ scope: room, keys: [] }]);
});

const message = (words: string, chain: ChainLink, more: Partial<PlainRecord> = {}): PlainRecord => ({
  entity: 'probeMessage',
  id: uuidv7(),
  scopeId: room.id,
  version: 1,
  refs: { userId: ada.userId },
  plain: { words },
  chain,
  ...more,
});

async function sealAndOpen(records: PlainRecord[]) {
  const batch = { created: [], records, access: {}, members: {}, refused: [], privateScopes: [] };
  const sealed = (await ada.vault.sealBatch(ada.workspaceId, batch)).records;
  const rows = records.map(({ chain: _, ...record }, i) => rowOf(record, sealed[i]!.sealed));
  return { sealed, ...(await ada.vault.openPage(ada.workspaceId, { scopes: [], rows })) };
}

it('links the rows of a batch, and the next batch to the last of them', async () => {
  const first = await sealAndOpen([
    message('one', { counter: 1, previous: '' }),
    message('two', { counter: 2, previous: '' }),
  ]);
  const [one, two] = first.opened.map(({ chain }) => chain!);
  expect([one!.counter, two!.counter]).toEqual([1, 2]);
  expect(one!.previous).toBe('');
  expect(two!.previous).toBe(one!.hash);
  // What the sender is told is what every reader sees.
  expect(first.sealed.map(({ chain }) => chain)).toEqual([one, two]);
  const next = await sealAndOpen([message('three', { counter: 3, previous: two!.hash! })]);
  expect(next.opened[0]).toMatchObject({ authorId: ada.userId, chain: { counter: 3, previous: two!.hash } });
});

it('keeps the place of a row that is changed, whose hash the next one does not name', async () => {
  const { opened } = await sealAndOpen([message('changed', { counter: 7, previous: '' }, { version: 2 })]);
  expect(opened[0]!.chain).toEqual({ counter: 7, previous: '' });
});

it('passes on where a row stands, and refuses what is no place', async () => {
  const record = message('here', { counter: 1, previous: '' });
  const [sealed] = await ada.vault.sealRecords(ada.workspaceId, [record]);
  const row = { ...rowOf(record, sealed!), revision: 9 };
  const open = async (createdRevision: number) =>
    ada.vault.openPage(ada.workspaceId, { scopes: [], rows: [{ ...row, createdRevision }] });
  expect((await open(9)).opened).toMatchObject([{ createdRevision: 9 }]);
  for (const place of [0, -1, 1.5, 10, Number.NaN])
    expect((await open(place)).faulty, String(place)).toMatchObject([{ fault: 'malformed' }]);
});
