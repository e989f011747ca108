/**
 * Searching as one types: beginnings of words of one to six letters, whole words, words inside of compounds, and typos, in
 * German and English. Beside ours MiniSearch over the same documents (prefixes and typos, every word) and a linear scan,
 * which is also what the answers are held against. All in Node, one thread.
 */
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Document } from '@kontor/search/document';
import type { Query } from '@kontor/search/query';
import { SearchIndex } from '@kontor/search/searchIndex';
import { runNow } from '@kontor/search/slices';
import { scan } from '@kontor/search/testing/scan';
import { documentsOf, mistyped, randomOf, vocabulary } from '@kontor/search/testing/words';
import MiniSearch from 'minisearch';
import { type Figure, growthOf, loneFigure, percentileFigure, type Samples } from './measure.ts';
import { recordCountsOr, sized } from './options.ts';
import { progress, report } from './report.ts';
import { changeTitles } from './searchChanges.ts';

const sizes = recordCountsOr('10000,100000,1000000', '2000');
/** Queries, and those that the scan answers, too. */
const [queries, checked] = [sized(1_000, 100), sized(1_000, 40)];
/** MiniSearch is asked up to here: its index of more does not fit beside ours. */
const mostOfPeer = 100_000;
/** Titles that are changed, and the documents of the largest index in which that is measured. */
const [changes, mostToChange] = [sized(200, 20), 100_000];

interface Kind {
  name: string;
  text: (random: () => number, words: readonly string[]) => string;
}

const pick = (random: () => number, words: readonly string[]) => words[Math.floor(random() * words.length)]!;
const kinds: Kind[] = [
  { name: 'beginnings', text: (random, words) => pick(random, words).slice(0, 1 + Math.floor(random() * 6)) },
  { name: 'two words', text: (random, words) => `${pick(random, words)} ${pick(random, words).slice(0, 3)}` },
  { name: 'inside of words', text: (random, words) => pick(random, words).slice(-6) },
  { name: 'typos', text: (random, words) => mistyped(pick(random, words), random) },
];

interface Built {
  size: number;
  /** Makes the documents anew: a heap full of them would be in the way of what is measured. */
  documents: () => Generator<Document>;
  words: string[];
  index: SearchIndex;
  peer: MiniSearch | undefined;
}

const timed = (work: () => void): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the MB that are held after a garbage collection, buffers included, which V8 frees a little later. */
async function held(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await setTimeout(50);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** Hands documents over in batches. Returns the ms that it took to take them, without those for making them. */
function takeAll(documents: Iterable<Document>, take: (batch: Document[]) => void): number {
  let ms = 0;
  let batch: Document[] = [];
  const hand = () => {
    const full = batch;
    ms += timed(() => take(full));
    batch = [];
  };
  for (const document of documents) if (batch.push(document) === 1_000) hand();
  hand();
  return ms;
}

async function build(size: number, figures: Figure[]): Promise<Built> {
  const words = vocabulary(Math.round(60 * Math.sqrt(size)), randomOf(size));
  const documents = () => documentsOf(size, 26, words, randomOf(size + 1));
  const index = new SearchIndex();
  const before = await held();
  const taking = takeAll(documents(), (batch) => runNow(index.adding(batch)));
  const ms = taking + timed(() => runNow(index.tending()));
  const memory = (await held()) - before;
  const pieces = runNow(index.writing({ tag: '' }));
  const loading = timed(() => {
    const loaded = new SearchIndex();
    for (const piece of pieces) loaded.load(piece);
  });
  let peer: MiniSearch | undefined;
  let [peerMs, peerMemory] = [Number.NaN, Number.NaN];
  if (size <= mostOfPeer) {
    const start = await held();
    peer = new MiniSearch({
      idField: 'key',
      fields: ['title', 'body'],
      searchOptions: { prefix: true, fuzzy: 0.25, combineWith: 'AND', boost: { title: 2 } },
    });
    peerMs = takeAll(documents(), (batch) => peer!.addAll(batch));
    peerMemory = (await held()) - start;
  }
  const name = `${size.toLocaleString('en')} documents`;
  figures.push(
    percentileFigure(`${name}: built`, 50, { ours: [ms], floor: [peerMs] }, { unit: 'ms', target: '' }),
    percentileFigure(
      `${name}: memory`,
      50,
      { ours: [memory], floor: [peerMemory] },
      {
        unit: 'MB',
        target: '<= 25 MB per 100,000',
      },
    ),
    loneFigure(`${name}: read from bytes`, loading, {
      unit: 'ms',
      target: '',
      note: `${(pieces.reduce((sum, { length }) => sum + length, 0) / 2 ** 20).toFixed(1)} MiB`,
    }),
  );
  return { size, documents, words, index, peer };
}

/** Times queries of all kinds in turn, ours and the peer's; returns what the scan contradicts. */
function ask(
  { size, documents, words, index, peer }: Built,
  figures: Figure[],
): { wrong: number; compared: number } {
  const random = randomOf(7);
  const name = `${size.toLocaleString('en')} documents`;
  const scanned = size > sizes[0]! ? [] : [...documents()];
  let [wrong, compared] = [0, 0];
  const all: Samples = { ours: [], floor: [] };
  for (const kind of kinds) {
    const samples: Samples = { ours: [], floor: [] };
    for (let i = 0; i < queries / kinds.length; i++) {
      const query: Query = { text: kind.text(random, words), limit: 20, groups: ['', 'type:0', 'type:1'] };
      samples.ours.push(timed(() => index.query(query)));
      if (peer) samples.floor.push(timed(() => peer.search(query.text).slice(0, 20)));
      if (scanned.length === 0 || compared >= checked) continue;
      compared++;
      if (JSON.stringify(index.query(query).groups) !== JSON.stringify(scan(scanned, query).groups)) wrong++;
    }
    all.ours.push(...samples.ours);
    all.floor.push(...samples.floor);
    if (!peer) samples.floor = [Number.NaN];
    for (const p of [50, 99])
      figures.push(percentileFigure(`${name}: ${kind.name}, p${p}`, p, samples, { unit: 'ms', target: '' }));
  }
  if (!peer) all.floor = [Number.NaN];
  figures.push(
    percentileFigure(`${name}: all, p99`, 99, all, {
      unit: 'ms',
      target: size > 100_000 ? '<= 30 ms' : '<= 6 ms',
      note: `${all.ours.length} queries`,
    }),
  );
  const text = words[0]!.slice(0, 4);
  const ours = timed(() => index.query({ text }));
  const scanning = takeAll(documents(), (batch) => scan(batch, { text }));
  figures.push(
    percentileFigure(
      `${name}: beside a linear scan`,
      50,
      { ours: [ours], floor: [scanning] },
      { unit: 'ms', target: '' },
    ),
  );
  return { wrong, compared };
}

await report('Search as one types, beside MiniSearch', async () => {
  const figures: Figure[] = [];
  const proofs: string[] = [];
  const built: [number, number][] = [];
  for (const size of sizes) {
    progress(`${size} documents`);
    const world = await build(size, figures);
    built.push([size, figures.at(-3)!.ours]);
    const { wrong, compared } = ask(world, figures);
    if (size <= mostToChange) {
      const samples = { ours: await changeTitles(world.documents, size, changes), floor: [Number.NaN] };
      const name = `${size.toLocaleString('en')} documents: a title changed until it is found, p99`;
      const note = 'segments are merged before each; changes gather for 100 ms besides';
      figures.push(percentileFigure(name, 99, samples, { unit: 'ms', target: '<= 900 ms', note }));
    }
    if (wrong > 0)
      throw new Error(`${wrong} of ${compared} queries were answered otherwise than by the scan`);
    if (compared > 0)
      proofs.push(`${compared} seeded queries over ${size} documents: answered as the scan does`);
  }
  if (built.length > 1)
    figures.push(loneFigure('built: growth', growthOf(built), { unit: '', target: '<= 1.05' }));
  return { figures, proofs };
});
