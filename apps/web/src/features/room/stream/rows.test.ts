import type { WindowItem } from '@kontor/client/replica/windowView';
import type { Message } from '@kontor/contract/nouns/message';
import { expect, it } from 'vitest';
import { isGone, lastSaidBy, streamRows } from './rows.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;

const said = (id: string, userId: string, at: number, more: Partial<Message> = {}): WindowItem<Message> => ({
  kind: 'record',
  key: id,
  record: {
    id,
    scopeId: 'room',
    version: 1,
    updatedAt: noon + at,
    userId,
    notifyIds: [],
    aboutIds: [],
    blobs: [],
    files: [],
    createdAt: noon + at,
    ...more,
  },
});
const gap = (from: number, to: number): WindowItem<Message> => ({
  kind: 'gap',
  key: `gap ${from}`,
  from,
  to,
});
const short = (items: WindowItem<Message>[], newFrom?: string) =>
  streamRows(items, newFrom).rows.map((row) =>
    row.kind === 'message' ? (row.isFirst ? row.key.toUpperCase() : row.key) : row.kind,
  );

it('groups by day and person, as long as nothing stands between and no more than five minutes pass', () => {
  const items = [
    said('a', 'ada', 0),
    said('b', 'ada', 4 * minute),
    said('c', 'ben', 4 * minute),
    said('d', 'ben', 10 * minute),
    said('e', 'ben', 11 * minute, { replyToId: 'a' }),
    said('f', 'ben', 11 * minute, { event: 'LEAVE' }),
    said('g', 'ben', 24 * 60 * minute),
  ];
  expect(short(items)).toEqual(['day', 'A', 'b', 'C', 'D', 'E', 'F', 'day', 'G']);
});

it('draws the line above what is new, and lets nobody turn back the days', () => {
  const items = [said('a', 'ada', 0), said('b', 'ada', minute), said('c', 'ada', -48 * 60 * minute)];
  expect(short(items, 'b')).toEqual(['day', 'A', 'new', 'B', 'C']);
});

it('begins no day before it came, whatever a message says of when it was written', () => {
  const day = 24 * 60 * minute;
  const ahead = said('b', 'eve', minute, { createdAt: noon + 2_000 * day });
  const items = [said('a', 'ada', 0), ahead, said('c', 'ada', 2 * minute), said('d', 'ada', day)];
  expect(short(items)).toEqual(['day', 'A', 'B', 'C', 'day', 'D']);
});

it('tells what stands behind later ones, by more than clocks differ', () => {
  const items = [said('a', 'ada', 10 * minute), said('b', 'ben', 6 * minute), said('c', 'cem', 0)];
  const late = streamRows(items, undefined).rows.map((row) => row.kind === 'message' && row.isLate);
  expect(late).toEqual([false, false, false, true]);
});

it('calls nobody late for a message whose writer’s clock runs ahead', () => {
  const ahead = said('a', 'ada', 0, { createdAt: noon + 20 * minute });
  const items = [ahead, said('b', 'ben', minute), said('c', 'cem', 2 * minute)];
  expect(streamRows(items, undefined).rows.some((row) => row.kind === 'message' && row.isLate)).toBe(false);
});

it('keeps apart what is missing before everything and in the midst', () => {
  const items = [gap(0, 9), said('a', 'ada', 0), gap(20, 29), said('b', 'ada', 0)];
  expect(streamRows(items, undefined).before).toEqual({ from: 0, to: 9 });
  expect(short(items)).toEqual(['day', 'A', 'gap', 'B']);
  expect(streamRows(items.slice(1), undefined).before).toBeUndefined();
});

it('takes a message that is changed for gone where it is neither here nor in a gap', () => {
  const items = [gap(1, 20), said('a', 'ada', 0, { createdRevision: 21 })];
  expect(isGone({ id: 'a', revision: 21 }, items)).toBe(false);
  expect(isGone({ id: 'b', revision: 7 }, items)).toBe(false);
  expect(isGone({ id: 'b', revision: 22 }, items)).toBe(true);
  expect(isGone({ id: 'b', revision: -1 }, items)).toBe(true);
  expect(isGone({ id: 'b', revision: undefined }, items)).toBe(false);
});

it('finds what somebody said last, unless something behind it may be theirs', () => {
  const items = [
    said('a', 'ada', 0),
    said('b', 'ada', 1),
    said('c', 'ben', 2),
    said('d', 'ada', 3, { event: 'JOIN' }),
  ];
  expect(lastSaidBy('ada', items)?.id).toBe('b');
  expect(lastSaidBy('cem', items)).toBeUndefined();
  expect(lastSaidBy('ada', [...items, gap(5, 9), said('e', 'ben', 10)])).toBeUndefined();
});
