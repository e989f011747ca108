import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { expect, it } from 'vitest';
import { freshnessOf, leaveSighting, usualSilenceMs } from './sightings.ts';

const [me, anna, staff] = [
  '01a1fdf7-8796-7285-ae38-6f253399bdc2',
  '01a1fdf7-8796-7285-ae38-0f253399bdc2',
  '01a1fdf7-1111-7285-ae38-5f253399bdc2',
];
const day = 86_400_000;

type Word = { userId: string; authorId?: string; seq: number; head: string; seenAt: number };

/** A workspace of two people whose log has three entries: hashes h0 to h2, the last one by `author`, on day 10. */
function workspaceWith(
  words: Word[],
  { author = me, connection = 'current', type = 'role', customerId = null as string | null } = {},
) {
  const written: [string, Record<string, unknown>][] = [];
  const member = (id: string, place: string | null = null) =>
    [id, { userId: id, status: 'ACTIVE', customerId: place }] as const;
  const entries = [0, 1, 2].map((seq) => ({
    seq,
    type: seq === 2 ? type : 'role',
    previousHash: seq === 0 ? '' : `h${seq - 1}`,
    authorId: seq === 2 ? author : me,
    at: seq === 2 ? 10 * day : 0,
  }));
  const own = words.find(({ userId }) => userId === me);
  const workspace = {
    log: { get: () => ({ seq: 2, head: 'h2', members: new Map([member(me, customerId), member(anna)]) }) },
    logEntries: () => entries,
    status: { get: () => ({ connection }) },
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
  return { place: { workspace: workspace as never, userId: me }, written };
}

const word = (userId: string, seenAt: number, more: Partial<Word> = {}): Word => ({
  userId,
  seq: 2,
  head: 'h2',
  seenAt,
  ...more,
});
const read = (words: Word[], now: number, more?: Parameters<typeof workspaceWith>[1]) =>
  freshnessOf(workspaceWith(words, more).place, now);

it('names who confirmed last, and doubts nothing while others do', () => {
  const words = [word(me, 12 * day), word(anna, 11 * day)];
  expect(read(words, 13 * day)).toEqual({ last: { userId: me, at: 12 * day } });
  expect(read(words, 11 * day + usualSilenceMs)).not.toHaveProperty('doubt');
});

it('says when nobody else was heard of for longer than usual, oneself not counted', () => {
  const words = [word(me, 19 * day), word(anna, 11 * day)];
  expect(read(words, 20 * day).doubt).toEqual({ kind: 'silent', userId: anna, at: 11 * day });
  // Whoever wrote into the log was heard of; a device that is offline knows why it hears nothing.
  expect(read([word(anna, 5 * day)], 12 * day, { author: anna })).not.toHaveProperty('doubt');
  expect(read(words, 20 * day, { connection: 'offline' })).not.toHaveProperty('doubt');
  // Nobody ever said anything, since longer than the newest entry.
  expect(read([], 12 * day)).not.toHaveProperty('doubt');
  expect(read([], 14 * day).doubt).toMatchObject({ kind: 'silent', at: 10 * day });
  // A customer reads no sightings.
  expect(read([], 20 * day, { customerId: staff })).not.toHaveProperty('doubt');
});

it('catches a log that is kept back, and another one', () => {
  expect(read([word(anna, 11 * day, { seq: 3, head: 'h3' })], 12 * day).doubt?.kind).toBe('behind');
  expect(read([word(anna, 11 * day, { head: 'x2' })], 12 * day).doubt?.kind).toBe('forked');
  expect(read([word(anna, 11 * day, { seq: 1, head: 'x1' })], 12 * day).doubt?.kind).toBe('forked');
  expect(read([word(anna, 11 * day, { seq: 1, head: 'h1' })], 12 * day)).not.toHaveProperty('doubt');
  // What was seen before a backup was put back may be what that gave up.
  const before = [word(anna, 9 * day, { seq: 7, head: 'h7' })];
  expect(read(before, 11 * day, { type: 'restore' })).not.toHaveProperty('doubt');
});

it('believes nobody in the name of another', () => {
  const forged = [word(anna, 19 * day, { authorId: me })];
  expect(read(forged, 20 * day)).toMatchObject({ last: undefined, doubt: { kind: 'silent' } });
  expect(read([word(anna, 19 * day, { authorId: anna })], 20 * day)).not.toHaveProperty('doubt');
});

it('leaves one a day, and one with each new entry', () => {
  const left = (words: Word[], now: number, more?: Parameters<typeof workspaceWith>[1]) => {
    const { place, written } = workspaceWith(words, more);
    leaveSighting(place, now);
    return written.map(([verb]) => verb);
  };
  expect(left([], day)).toEqual(['create']);
  expect(left([word(me, day)], 2 * day - 1)).toEqual([]);
  expect(left([word(me, day)], 2 * day)).toEqual(['update']);
  expect(left([word(me, day, { seq: 1, head: 'h1' })], day + 1)).toEqual(['update']);
  expect(left([], day, { customerId: staff })).toEqual([]);
});
