import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { observable } from '../observable.ts';
import { freshnessOf, leaveSighting, leaveSightings } from './sightings.ts';

const [me, anna, staff] = [
  '01a1fdf7-8796-7285-ae38-6f253399bdc2',
  '01a1fdf7-8796-7285-ae38-0f253399bdc2',
  '01a1fdf7-1111-7285-ae38-5f253399bdc2',
];
const day = 86_400_000;
/** ms: silences that alarm nobody, and the longest that can be usual. */
const [quietMs, longestQuietMs] = [3 * day, 28 * day];

type Word = { userId: string; authorId?: string; head: string; seenAt: number; earlier: number[] };

/** Returns a workspace of two people: Anna came on day 10; `author` wrote the newest entry, h2, on day 12. */
function workspaceWith(
  words: Word[],
  { author = me, connection = 'current', customerId = null as string | null, faulty = [] as string[] } = {},
) {
  const written: [string, Record<string, unknown>][] = [];
  const member = (id: string, place: string | null = null) =>
    [id, { userId: id, status: 'ACTIVE', customerId: place }] as const;
  const entries = [
    { type: 'genesis', authorId: me, at: 0, payload: { owner: { userId: me } } },
    { type: 'add', authorId: me, at: 10 * day, payload: { cert: { userId: anna } } },
    { type: 'rotate', authorId: author, at: 12 * day, payload: {} },
  ];
  const own = words.find(({ userId }) => userId === me);
  const workspace = {
    log: { get: () => ({ head: 'h2', members: new Map([member(me, customerId), member(anna)]) }) },
    logEntries: () => entries,
    status: observable({ connection }),
    loaded: observable({ isComplete: true }),
    confirmed: observable<boolean | undefined>(true),
    isWritable: () => true,
    faults: observable(faulty.map((id) => ({ id }))),
    scopeOf: () => staff,
    collections: {
      sighting: {
        all: () => words,
        get: (id: string) => (id === customerUserId(me, staff) ? own : undefined),
      },
    },
    create: (_noun: string, _scope: string, fields: Record<string, unknown>) =>
      written.push(['create', fields]),
    update: (_noun: string, _id: string, fields: Record<string, unknown>) => written.push(['update', fields]),
  };
  return { workspace, place: { workspace: workspace as never, userId: me }, written };
}

const word = (userId: string, seenAt: number, more: Partial<Word> = {}): Word => ({
  userId,
  head: 'h2',
  seenAt,
  earlier: [],
  ...more,
});
const read = (words: Word[], now: number, more?: Parameters<typeof workspaceWith>[1]) =>
  freshnessOf(workspaceWith(words, more).place, now);

it('names who confirmed last, the others first, and doubts nothing while they do', () => {
  const words = [word(me, 12 * day), word(anna, 11 * day)];
  expect(read(words, 13 * day)).toEqual({ last: { userId: anna, at: 11 * day } });
  expect(read([word(me, 12 * day)], 12 * day).last).toEqual({ userId: me, at: 12 * day });
  expect(read(words, 11 * day + quietMs)).not.toHaveProperty('silence');
});

it('says when nobody else was heard of for longer than usual, oneself not counted', () => {
  const words = [word(me, 19 * day), word(anna, 11 * day)];
  expect(read(words, 20 * day).silence).toEqual({ userId: anna, at: 11 * day });
  // Whoever wrote into the log was heard of; a device that is offline knows why it hears nothing.
  expect(read([word(anna, 11 * day)], 15 * day)).toHaveProperty('silence');
  expect(read([word(anna, 11 * day)], 15 * day, { author: anna })).not.toHaveProperty('silence');
  expect(read(words, 20 * day, { connection: 'offline' })).not.toHaveProperty('silence');
  // Nobody ever said anything; what one writes oneself is no sign of others.
  expect(read([], 13 * day)).not.toHaveProperty('silence');
  expect(read([], 14 * day).silence).toEqual({ userId: '', at: 10 * day });
  // A customer reads no sightings.
  expect(read([], 20 * day, { customerId: staff })).not.toHaveProperty('silence');
});

it('learns where silences are longer', () => {
  const weekly = [word(anna, 21 * day, { earlier: [7 * day, 14 * day] })];
  expect(read(weekly, 31 * day)).not.toHaveProperty('silence');
  expect(read(weekly, 32 * day)).toHaveProperty('silence');
  // Not from one's own absence.
  const own = [word(me, 21 * day, { earlier: [day] }), word(anna, 21 * day)];
  expect(read(own, 21 * day + quietMs + 1)).toHaveProperty('silence');
});

it('believes nobody in the name of another, nor from the future', () => {
  const forged = [word(anna, 19 * day, { authorId: me })];
  expect(read(forged, 20 * day)).toMatchObject({ last: undefined, silence: { userId: '' } });
  expect(read([word(anna, 19 * day, { authorId: anna })], 20 * day)).not.toHaveProperty('silence');
  expect(read([word(anna, 900 * day)], 20 * day)).toHaveProperty('silence');
});

it('is not put off by moments that cannot have been, nor by who is gone', () => {
  const silence = (words: Word[], now: number) => read(words, now).silence;
  // The control: the longest silence that counts.
  const rare = word(anna, 40 * day, { earlier: [10 * day] });
  expect(silence([rare], 40 * day + longestQuietMs)).toBeUndefined();
  expect(silence([rare], 40 * day + longestQuietMs + 1)).toEqual({ userId: anna, at: 40 * day });
  for (const at of [-900 * day, 900 * day])
    expect(silence([word(anna, 19 * day, { earlier: [at] })], 19 * day + quietMs + 1)).toBeDefined();
  const removed = word(staff, 20 * day, { earlier: [day] });
  expect(silence([word(anna, 13 * day), removed], 13 * day + quietMs + 1)).toEqual({
    userId: anna,
    at: 13 * day,
  });
  expect(silence([removed], 20 * day)).toEqual({ userId: '', at: 10 * day });
});

it('leaves a sighting again where the last one was left by a clock that was ahead, and remembers nothing of that', () => {
  const ahead = word(me, 900 * day, { earlier: [11 * day, 800 * day] });
  const { place, written } = workspaceWith([ahead]);
  leaveSighting(place, 13 * day);
  expect(written).toEqual([['update', { userId: me, head: 'h2', seenAt: 13 * day, earlier: [11 * day] }]]);
  const { place: next, written: later } = workspaceWith([word(me, 13 * day, { earlier: [900 * day] })]);
  leaveSighting(next, 14 * day);
  expect(later).toMatchObject([['update', { seenAt: 14 * day, earlier: [13 * day] }]]);
});

it('hears nobody in an entry of the far future', () => {
  const { workspace, place } = workspaceWith([], { author: anna });
  workspace.logEntries().at(-1)!.at = 900 * day;
  expect(freshnessOf(place, 14 * day).silence).toEqual({ userId: '', at: 10 * day });
});

it('leaves one a day, and one with each new entry', () => {
  const left = (words: Word[], now: number, more?: Parameters<typeof workspaceWith>[1]) => {
    const { place, written } = workspaceWith(words, more);
    leaveSighting(place, now);
    return written;
  };
  expect(left([], day)).toMatchObject([['create', { head: 'h2', seenAt: day, earlier: [] }]]);
  expect(left([word(me, day)], 2 * day - 1)).toEqual([]);
  expect(left([word(me, day)], 2 * day)).toMatchObject([['update', { earlier: [day] }]]);
  expect(left([], day, { customerId: staff })).toEqual([]);
  expect(left([], day, { faulty: [customerUserId(me, staff)] })).toEqual([]);
  // Two entries on one day are one moment, and only the newest moments are remembered.
  const again = word(me, day + 5, { head: 'h1', earlier: [day] });
  expect(left([again], day + 9)).toMatchObject([['update', { seenAt: day + 9, earlier: [day] }]]);
  const many = Array.from({ length: 10 }, (_, i) => i * day);
  const [[, fields] = []] = left([word(me, 10 * day, { earlier: many })], 11 * day);
  expect(fields?.earlier).toEqual([...many.slice(1), 10 * day]);
});

beforeEach(() => void vi.useFakeTimers({ now: 20 * day }));
afterEach(() => void vi.useRealTimers());

it('leaves none where the workspace is not confirmed or not up to date, and none after it was closed', () => {
  const { workspace, place, written } = workspaceWith([]);
  workspace.confirmed.set(false);
  const stop = leaveSightings(place);
  vi.advanceTimersByTime(60_000);
  workspace.confirmed.set(true);
  workspace.status.set({ connection: 'offline' });
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([]);
  workspace.status.set({ connection: 'current' });
  vi.advanceTimersByTime(60_000);
  expect(written).toHaveLength(1);
  stop();
  vi.advanceTimersByTime(day);
  expect(written).toHaveLength(1);
});
