import type { Document } from '@kontor/search/document';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchEngine } from './searchEngine.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const document = (n: number, tag: string): Document => ({
  key: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  version: 1,
  time: n,
  title: 'Dach',
  body: '',
  tags: [tag],
});
const documents = Array.from({ length: 40 }, (_, n) =>
  document(n, n < 20 ? 'scopeId:kept' : 'scopeId:walked'),
);

/** Resolves with an engine that read all of the documents, and was asked for none. */
async function restarted(): Promise<SearchEngine> {
  const before = new SearchEngine();
  await before.put(documents);
  const engine = new SearchEngine();
  for (const piece of await before.write({ tag: '' })) await engine.load('', piece);
  return engine;
}

it('names what is found with typos only where nothing is found without', async () => {
  const engine = new SearchEngine();
  const titled = (n: number, title: string) => ({ ...document(n, 'noun:customer'), title });
  const [almost, exact] = [titled(2, 'Auer KG'), titled(1, 'Bauer GmbH')];
  await engine.put([almost, exact]);
  expect(await engine.keys({ text: 'bauer' })).toEqual([exact.key]);
  expect(await engine.keys({ text: 'bauerr' })).toEqual([exact.key]);
  expect(await engine.keys({ text: 'kauer' })).toEqual([almost.key, exact.key]);
  expect((await engine.query({ text: 'bauer' })).count).toBe(2);
});

it('drops what nobody asked for, save what has a tag', async () => {
  const engine = await restarted();
  const asked = documents[25]!;
  await engine.differing({ keys: [asked.key], versions: [1], times: [asked.time] });
  expect(await engine.dropUnseen(['scopeId:kept'])).toBe(19);
  const { groups } = await engine.query({ text: 'dach', limit: 40 });
  expect(groups[0]!.hits.map(({ time }) => time)).toEqual([
    25,
    ...Array.from({ length: 20 }, (_, n) => 19 - n),
  ]);
});

it('answers while it looks for what nobody asked for', async () => {
  const engine = await restarted();
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 10;
    return time;
  });
  await engine.differing({
    keys: documents.map(({ key }) => key),
    versions: documents.map(() => 1),
    times: documents.map((each) => each.time),
  });
  const ended: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<void>((resolve) => {
    port1.onmessage = async () => {
      await engine.query({ text: 'dach' });
      ended.push('query');
      port1.close();
      resolve();
    };
  });
  port2.postMessage(undefined);
  const dropped = engine.dropUnseen([]).then((count) => {
    ended.push('dropUnseen');
    return count;
  });
  await answered;
  expect(await dropped).toBe(0);
  expect(ended).toEqual(['query', 'dropUnseen']);
});

it('keeps what is asked for while it looks', async () => {
  const engine = await restarted();
  const dropping = engine.dropUnseen([]);
  await engine.differing({ keys: documents.map(({ key }) => key), versions: [], times: [] });
  expect(await dropping).toBe(0);
});
