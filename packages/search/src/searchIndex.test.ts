import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Document } from './document.ts';
import { Lexicon } from './lexicon.ts';
import type { Query } from './query.ts';
import { SearchIndex } from './searchIndex.ts';
import { runNow } from './slices.ts';
import { scan } from './testing/scan.ts';
import { documentsOf, mistyped, randomOf, vocabulary } from './testing/words.ts';

const keyOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const document = (n: number, title: string, body = '', more: Partial<Document> = {}): Document => ({
  key: keyOf(n),
  version: 1,
  time: n,
  title,
  body,
  tags: [],
  ...more,
});
const found = (index: SearchIndex, text: string, more: Partial<Query> = {}) =>
  index.query({ text, ...more }).groups[0]!.hits.map(({ key }) => Number.parseInt(key.slice(-12), 16));

function indexOf(...documents: Document[]): SearchIndex {
  const index = new SearchIndex();
  for (const each of documents) index.add(each);
  return index;
}

describe('what is found', () => {
  it('titles before bodies, beginnings before what is inside, typos last', () => {
    const index = indexOf(
      document(1, 'Schlussrechnung'),
      document(2, 'Rechnung'),
      document(3, 'Brief', 'die Rechnung liegt bei'),
      document(4, 'Brief', 'mit Teilrechnung'),
      document(5, 'Rehcnung'),
      document(6, 'Termin'),
    );
    expect(found(index, 'rechnung')).toEqual([2, 1, 3, 4, 5]);
  });

  it('the misspelt half of a compound', () => {
    const index = indexOf(document(1, 'Schlussrechnungsprüfung'), document(2, 'Angebot'));
    expect(found(index, 'rechnugn')).toEqual([1]);
    expect(found(index, 'pruefnug')).toEqual([1]);
  });

  it('the misspelt last part of a compound, from four letters', () => {
    const index = indexOf(document(1, 'Dachstuhl'), document(2, 'Kaltmiete'), document(3, 'Steuerrechts'));
    const all = ['sthul', 'mieet', 'mite', 'rehct', 'stl'].map((text) => found(index, text));
    expect(all).toEqual([[1], [2], [2], [], []]);
  });

  it('numbers as they were typed, whatever they stand in', () => {
    const index = indexOf(document(1, 'RE-1042'), document(2, 'RE-1043 Dach'), document(3, 'A1042'));
    const all = ['1042', '1402', '1043 dahc', 'a1043'].map((text) => found(index, text));
    expect(all).toEqual([[1, 3], [], [2], [3, 2]]);
  });

  it('umlauts however they are written', () => {
    const index = indexOf(document(1, 'Müller'), document(2, 'Mueller'), document(3, 'Muller'));
    for (const text of ['müller', 'mueller']) expect(found(index, text)).toEqual([3, 2, 1]);
    const streets = indexOf(document(1, 'Hauptstraße'), document(2, 'HAUPTSTRASSE'));
    for (const text of ['straße', 'strasse', 'hauptstraß']) expect(found(streets, text)).toEqual([2, 1]);
  });

  it('every word, wherever it stands; what is put away behind', () => {
    const index = indexOf(
      document(1, 'Dach', 'Abnahme'),
      document(2, 'Dach Abnahme', '', { tags: ['past'] }),
      document(3, 'Dach', 'Abnahme', { tags: ['past'] }),
    );
    expect(found(index, 'abnahme dach', { behind: ['past'] })).toEqual([2, 1, 3]);
    expect(found(index, 'abnahme keller')).toEqual([]);
  });

  it('by tags and times, by groups and with counts; the newest where nothing was typed', () => {
    const index = indexOf(
      document(1, 'Dach', '', { tags: ['type:task', 'in:a'] }),
      document(2, 'Dach', '', { tags: ['type:task', 'in:b'] }),
      document(3, 'Dach', '', { tags: ['type:file', 'in:a'] }),
    );
    expect(found(index, 'dach', { tagged: [['in:a'], ['type:task', 'type:file']] })).toEqual([3, 1]);
    expect(found(index, '', { from: 2, to: 3 })).toEqual([2]);
    expect(found(index, '', { limit: 2 })).toEqual([3, 2]);
    const { groups, facets, count } = index.query({
      text: 'da',
      groups: ['type:task', 'type:none'],
      limit: 1,
      facets: ['in:'],
    });
    expect(groups.map(({ count, hits }) => [count, hits.length])).toEqual([
      [2, 1],
      [0, 0],
    ]);
    expect([...facets]).toEqual([
      ['in:a', 2],
      ['in:b', 1],
    ]);
    expect(count).toBe(3);
  });
});

it('ranks all that there is without moving it for each hit, the oldest first as well', () => {
  const count = 5_000;
  const index = indexOf(...Array.from({ length: count }, (_, n) => document(n, 'Dach', '', { time: -n })));
  index.query({ text: '' });
  let steps = 0;
  const { splice, sort } = Array.prototype;
  const asked = (limit: number) => {
    steps = 0;
    vi.spyOn(Array.prototype, 'splice').mockImplementation(function (this: unknown[], at, ...rest) {
      steps += this.length - at;
      return splice.call(this, at, ...(rest as [number]));
    });
    vi.spyOn(Array.prototype, 'sort').mockImplementation(function (this: unknown[], order) {
      return sort.call(this, (a, b) => {
        steps++;
        return order!(a, b);
      });
    });
    try {
      return found(index, 'dach', { limit });
    } finally {
      vi.restoreAllMocks();
    }
  };
  for (const limit of [Number.POSITIVE_INFINITY, 100]) {
    expect(asked(limit)).toEqual(Array.from({ length: Math.min(limit, count) }, (_, n) => n));
    expect(steps).toBeLessThan(count * Math.log2(count));
  }
});

it('tells the keys of all documents save those with some tags', () => {
  const index = indexOf(
    document(1, '', '', { tags: ['in:a'] }),
    document(2, '', '', { tags: ['in:b', 'type:x'] }),
    document(3, ''),
  );
  const keys = (...except: string[]) => [...index.keys(except)].sort();
  expect(keys()).toEqual([1, 2, 3].map(keyOf));
  expect(keys('type:x', 'in:a', 'in:none')).toEqual([keyOf(3)]);
  index.remove(keyOf(3));
  expect(keys('in:b')).toEqual([keyOf(1)]);
});

it('keeps the body of a document that comes without one, with what its old title shared with it', () => {
  for (const isFrozen of [false, true]) {
    const index = indexOf(document(1, 'Angebot Schiefer', 'Eindeckung in Schiefer', { bodyVersion: 7 }));
    if (isFrozen) index.query({ text: '' });
    for (const title of ['Angebot', 'Auftrag']) {
      const { body: _, ...named } = document(1, title, '', { version: 2, tags: ['in:a'] });
      index.add(named);
    }
    expect(['schiefer', 'eindeck', 'auftrag', 'angebot'].map((text) => found(index, text))).toEqual([
      [1],
      [1],
      [1],
      [],
    ]);
    expect(index.find(keyOf(1))).toMatchObject({ version: 2, bodyVersion: 7 });
  }
  const index = indexOf(document(1, 'Dach'));
  index.remove(keyOf(1));
  const { body: _, ...named } = document(1, 'Dachlatte');
  index.add(named);
  expect(index.find(keyOf(1))).toMatchObject({ bodyVersion: 0 });
});

it('refuses keys and tags that it could not keep', () => {
  const index = new SearchIndex();
  expect(() => index.add(document(1, '', '', { key: 'x' }))).toThrow(RangeError);
  expect(() => index.add(document(1, '', '', { tags: ['a\nb'] }))).toThrow(RangeError);
  expect(index.size).toBe(0);
});

describe('bytes', () => {
  const random = randomOf(3);
  const index = indexOf(...documentsOf(200, 20, vocabulary(300, random), random));
  const [bytes] = runNow(index.writing({ tag: 'in:7' }));

  it('hold what has the tag, and go on from any place in a buffer', () => {
    for (const shift of [0, 1]) {
      const copy = new Uint8Array(bytes!.length + shift);
      copy.set(bytes!, shift);
      const read = new SearchIndex();
      read.load(copy.subarray(shift));
      expect(read.size).toBe(4);
      expect(read.query({ text: 're', limit: 9 })).toEqual(
        index.query({ text: 're', limit: 9, tagged: [['in:7']] }),
      );
    }
  });

  it('of tags between which a document went may come in any order', () => {
    const moved = (tag: string, time: number) => document(1, 'Dach', '', { time, tags: [tag] });
    const stays = document(2, 'Dachlatte', '', { time: 1, tags: ['a'] });
    const index = new SearchIndex();
    const write = (tag: string, ...keys: string[]) => runNow(index.writing({ tag, keys }));
    for (const each of [moved('a', 1), stays]) index.add(each);
    const before = write('a', keyOf(1), keyOf(2));
    index.add(moved('b', 2));
    const [left, came] = [write('a', keyOf(1)), write('b', keyOf(1))];
    for (const pieces of [
      [...before, ...left, ...came],
      [...came, ...before, ...left],
    ]) {
      const read = new SearchIndex();
      for (const piece of pieces) read.load(piece.slice(), came.includes(piece) ? 'b' : 'a');
      expect(found(read, 'dach').sort()).toEqual([1, 2]);
      expect(read.query({ text: 'dach', tagged: [['b']] }).count).toBe(1);
      expect(read.find(keyOf(1))?.time).toBe(2);
    }
  });

  it('are refused when they are damaged in their form, and the index stays as it was', () => {
    const read = new SearchIndex();
    read.add(document(1, 'Dach'));
    const damaged = [
      bytes!.slice(0, -8),
      bytes!.slice(8),
      new Uint8Array(40),
      new Uint8Array([...bytes!, ...bytes!]),
    ];
    for (const each of damaged) expect(() => read.load(each)).toThrow(RangeError);
    expect(found(read, 'dach')).toEqual([1]);
  });

  it('with any bit turned never make a query throw', () => {
    for (let at = 0; at < bytes!.length; at += 3) {
      const copy = bytes!.slice();
      copy[at]! ^= 0x10;
      const read = new SearchIndex();
      try {
        read.load(copy);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        continue;
      }
      for (const text of ['re', 'rechnugn']) read.query({ text, facets: [''] });
    }
  });
});

/** Few words, so that documents share them, and every way of finding is met. */
const words = [
  'rechnung',
  'schlussrechnung',
  'rechnugn',
  'rech',
  'müller',
  'mueller',
  'maß',
  'masse',
  'an',
  'bau',
  '1042',
  'a1043',
];
const texts = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' '));
const queries = fc.record({
  text: fc.oneof(
    texts,
    fc.constantFrom('rechnu', 'nung', 'rehcnung', 'schlussrechung', 'a', 'muel', '1043', 'a1042', 'xyz', ''),
  ),
  tagged: fc.constantFrom([], [['in:0']], [['in:0', 'in:1'], ['type:1']]),
  from: fc.constantFrom(Number.NEGATIVE_INFINITY, 5),
  to: fc.constantFrom(Number.POSITIVE_INFINITY, 9),
  behind: fc.constantFrom(['type:1'], ['in:0', 'in:1'], []),
  groups: fc.constantFrom([''], ['type:0', 'type:1', 'none']),
  limit: fc.constantFrom(0, 1, 3, 100),
  facets: fc.constantFrom([], ['in:'], ['']),
});
const numbers = fc.integer({ min: 0, max: 60 });
type Step =
  | { kind: 'add'; n: number; title: string; body: string; time: number }
  | { kind: 'bulk'; n: number; title: string }
  | { kind: 'rename'; n: number; title: string }
  | { kind: 'remove'; n: number }
  | { kind: 'removeTagged'; tag: string }
  | { kind: 'tend'; meanwhile: number }
  | { kind: 'reload' }
  | { kind: 'delta'; ns: number[] }
  | { kind: 'query'; query: Query };
const steps = fc.array<Step>(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        n: numbers,
        title: texts,
        body: texts,
        time: fc.integer({ min: 0, max: 12 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('bulk' as const), n: numbers, title: texts }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), n: numbers, title: texts }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), n: numbers }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('removeTagged' as const),
        tag: fc.constantFrom('in:0', 'in:1'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('tend' as const), meanwhile: numbers }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('delta' as const),
        ns: fc.uniqueArray(numbers, { maxLength: 9 }),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('query' as const), query: queries }) },
  ),
  { maxLength: 40 },
);

/** The index under test, beside a plain map. */
class Run {
  index = new SearchIndex();
  readonly documents = new Map<string, Document>();
  /** A second index that learns of changes by deltas alone. */
  readonly other = new SearchIndex();
  readonly unsent = new Set<string>();

  put(each: Document, added = each): void {
    this.index.add(added);
    this.documents.set(each.key, each);
    this.unsent.add(each.key);
  }

  drop(key: string): void {
    this.index.remove(key);
    this.documents.delete(key);
    this.unsent.add(key);
  }

  do(step: Step): void {
    switch (step.kind) {
      case 'add':
        this.put(tagged(step.n, step.title, step.body, step.time));
        break;
      case 'bulk':
        for (let n = step.n; n < step.n + 30; n++) this.put(tagged(n, step.title, 'bau', n % 12));
        this.index.query({ text: '' });
        break;
      case 'rename': {
        const { body: _, bodyVersion: __, ...named } = tagged(step.n, step.title, '', step.n % 7);
        const { body = '', bodyVersion = 0 } = this.documents.get(named.key) ?? {};
        this.put({ ...named, body, bodyVersion }, named);
        break;
      }
      case 'remove':
        this.drop(keyOf(step.n));
        break;
      case 'removeTagged':
        this.index.removeTagged(step.tag);
        for (const [key, { tags }] of this.documents) if (tags.includes(step.tag)) this.drop(key);
        break;
      case 'tend': {
        // Each query makes a segment of what waits, so that there is something to merge.
        for (let n = 0; n < 5; n++) {
          this.put(tagged(step.meanwhile + n, 'bau', 'masse', n));
          this.index.query({ text: '' });
        }
        const work = this.index.tending();
        work.next();
        this.drop(keyOf(step.meanwhile));
        this.put(tagged(step.meanwhile + 1, 'an rechnung', '', 7));
        work.next();
        this.drop(keyOf(step.meanwhile + 2));
        runNow(work);
        break;
      }
      case 'reload': {
        const pieces = ['in:0', 'in:1', 'in:2'].flatMap((tag) => runNow(this.index.writing({ tag })));
        this.index = new SearchIndex();
        for (const piece of pieces) this.index.load(piece);
        break;
      }
      case 'delta':
        this.sync([...this.unsent, ...step.ns.map(keyOf)]);
        break;
      case 'query':
        expect(this.index.query(step.query)).toEqual(scan(this.documents.values(), step.query));
    }
  }

  /** Hands over some of what changed. */
  sync(keys: readonly string[]): void {
    for (const piece of runNow(this.index.writing({ tag: '', keys }))) this.other.load(piece);
    for (const key of keys) this.unsent.delete(key);
  }
}

const tagged = (n: number, title: string, body: string, time: number) =>
  document(n, title, body, {
    time,
    version: n,
    bodyVersion: body.length,
    tags: [`in:${n % 3}`, `type:${n % 2}`],
  });

it('answers as a linear scan does, after any sequence of changes', () => {
  fc.assert(
    fc.property(steps, queries, (list, query) => {
      const run = new Run();
      for (const step of list) run.do(step);
      const expected = scan(run.documents.values(), query);
      expect(run.index.query(query)).toEqual(expected);
      expect(run.index.size).toBe(run.documents.size);
      expect([...run.index.keys()].sort()).toEqual([...run.documents.keys()].sort());
      for (const [key, { version, bodyVersion, time }] of run.documents)
        expect(run.index.find(key)).toMatchObject({ version, bodyVersion, time });
      run.sync([...run.unsent]);
      expect([...run.other.keys()].sort()).toEqual([...run.documents.keys()].sort());
      expect(run.other.query(query)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it('forgets words that went with their documents, and loses no other meanwhile', () => {
  const random = randomOf(5);
  const [gone, stays] = [vocabulary(600, random), vocabulary(900, random).slice(600)];
  const kept = [...documentsOf(40, 26, stays, random)];
  const index = indexOf(...documentsOf(400, 26, gone, random));
  index.query({ text: '' });
  index.removeTagged('in:0');
  for (let n = 1; n < 50; n++) index.removeTagged(`in:${n}`);
  for (const each of kept) {
    index.add(each);
    index.query({ text: '' });
  }
  const isAsScanned = (after: string) => {
    for (const word of stays.slice(0, 40))
      for (const text of [word.slice(-5), mistyped(word, random)])
        expect(index.query({ text }), `${text} ${after}`).toEqual(scan(kept, { text }));
  };
  for (const _ of index.tending()) isAsScanned('meanwhile');
  isAsScanned('at the end');
});

it('misses nothing of what a scan finds, with and without typos', () => {
  const random = randomOf(13);
  const words = vocabulary(2_000, random);
  const documents = [...documentsOf(1_000, 26, words, random)];
  const index = indexOf(...documents);
  runNow(index.tending());
  const pick = () => words[Math.floor(random() * words.length)]!;
  for (let i = 0; i < 60; i++) {
    const word = pick();
    const text = [
      word,
      word.slice(0, 1 + Math.floor(random() * 4)),
      word.slice(-6),
      mistyped(word, random),
      `${pick().slice(0, 3)} ${mistyped(word, random)}`,
    ][i % 5]!;
    expect(index.query({ text, limit: 20 }), text).toEqual(scan(documents, { text, limit: 20 }));
  }
});

it('does little in one step, however many documents come: no more words than the head has, and those of one document', () => {
  const index = new SearchIndex();
  const perDocument = 50;
  const documents = Array.from({ length: 1_000 }, (_, n) =>
    document(n, '', Array.from({ length: perDocument }, (_, i) => `w${n * perDocument + i}`).join(' ')),
  );
  const numbered = vi.spyOn(Lexicon.prototype, 'numberOf');
  let most = 0;
  for (const work of [index.adding(documents), index.tending()])
    for (let isDone: boolean | undefined = false; !isDone; ) {
      numbered.mockClear();
      isDone = work.next().done;
      most = Math.max(most, numbered.mock.calls.length);
    }
  numbered.mockRestore();
  expect(most).toBeGreaterThan(1_000);
  expect(most).toBeLessThanOrEqual(4_096 + perDocument);
  expect(index.size).toBe(documents.length);
});
