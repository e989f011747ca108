import { expect, it } from 'vitest';
import type { Row } from '../replica/row.ts';
import { manualClock } from '../replica/testing/manualClock.ts';
import { TextReader } from './textReader.ts';

const recordOf = (id: string) => ({ id }) as Row;

/** Returns a reader whose texts come when they are told to. */
function scene() {
  const { clock, pass } = manualClock();
  const closing = new AbortController();
  const asked: string[] = [];
  const reads = new Map<string, { come: (text: string) => void; fail: () => void; signal: AbortSignal }>();
  const taken: string[] = [];
  const state = { isBusy: false };
  const reader = new TextReader({
    clock,
    signal: closing.signal,
    texts: {
      read: ({ id }, signal) =>
        new Promise((come, refuse) => {
          asked.push(id);
          const comeAs = (text: string) => come({ text, isDamaged: false });
          reads.set(id, { come: comeAs, fail: () => refuse(new Error('offline')), signal });
        }),
    },
    isBusy: () => state.isBusy,
    take: (_id, { record, read }) => taken.push(`${record.id} ${read.text}`),
  });
  const want = (...ids: string[]) => {
    for (const id of ids) reader.add(id, { entity: 'document', record: recordOf(id) });
    reader.go();
  };
  return { reader, pass, closing, asked, reads, taken, state, want };
}

it('reads a few at a time, and says how many are still to come', async () => {
  const { reader, pass, asked, reads, taken, want } = scene();
  want('a', 'b', 'c', 'd');
  expect(asked).toEqual(['a', 'b', 'c']);
  reads.get('b')!.come('Brief');
  await pass(0);
  expect(taken).toEqual(['b Brief']);
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  expect(reader.size).toBe(3);
});

it('one that never comes holds up nobody, and is given up after a while', async () => {
  const { reader, pass, asked, reads, taken, want } = scene();
  want('stuck', 'a', 'b', 'c');
  for (const id of ['a', 'b', 'c']) {
    reads.get(id)!.come(id);
    await pass(0);
  }
  expect(taken).toEqual(['a a', 'b b', 'c c']);
  expect(reader.reading).toBeDefined();
  await pass(60_000);
  expect(reads.get('stuck')!.signal.aborted).toBe(true);
  expect(reader.reading).toBeUndefined();
  expect(reader.size).toBe(1);
  expect(asked.filter((id) => id === 'stuck')).toHaveLength(1);
});

it('tries again what could not be had, less and less often, and at once when others come', async () => {
  const { pass, asked, reads, taken, want } = scene();
  want('a');
  reads.get('a')!.fail();
  await pass(29_000);
  expect(asked).toHaveLength(1);
  await pass(1_000);
  expect(asked).toHaveLength(2);
  reads.get('a')!.fail();
  await pass(59_000);
  expect(asked).toHaveLength(2);
  await pass(1_000);
  reads.get('a')!.come('Akte');
  await pass(0);
  expect(taken).toEqual(['a Akte']);
  want('b');
  reads.get('b')!.fail();
  await pass(30_000);
  expect(asked.filter((id) => id === 'b')).toHaveLength(2);
});

it('leaves what has changed or gone meanwhile, and waits while something else is to be done', async () => {
  const { reader, pass, reads, taken, state, want, asked } = scene();
  want('a');
  reader.drop('a');
  reads.get('a')!.come('old');
  await pass(0);
  expect(taken).toEqual([]);
  state.isBusy = true;
  want('b');
  expect(asked).toEqual(['a']);
  state.isBusy = false;
  reader.go();
  expect(asked).toEqual(['a', 'b']);
});

it('ends with what it belongs to', async () => {
  const { reader, pass, reads, closing, want, asked } = scene();
  want('a', 'b', 'c', 'd');
  closing.abort();
  expect(reads.get('a')!.signal.aborted).toBe(true);
  for (const id of ['a', 'b', 'c']) reads.get(id)!.fail();
  await pass(3_600_000);
  expect(reader.reading).toBeUndefined();
  expect(asked).toEqual(['a', 'b', 'c']);
});

it('waits for nothing that comes no more once it has ended', async () => {
  const { reader, pass, closing, want } = scene();
  want('stuck');
  closing.abort();
  await pass(0);
  expect(reader.reading).toBeUndefined();
});
