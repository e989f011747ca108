import type { Hit } from '@kontor/search/query';
import { expect, it } from 'vitest';
import { cutShort, groupsOf } from './groups.ts';

const hit = (key: string, level = 0, time = 0): Hit => ({ key, level, time });
const group = (noun: string, count: number, ...hits: Hit[]) => ({ tag: `noun:${noun}`, count, hits });
/** Shows a file as whom it is about, and nothing of what is called `lost`. */
const reading = {
  lineOf: (_noun: unknown, { key }: Hit) =>
    key.startsWith('lost') ? undefined : { id: key.replace(/^file-/, '') },
  isBehind: (_noun: unknown, { key }: Hit) => key.startsWith('old'),
};

it('counts a customer and their file once', () => {
  const groups = [group('customer', 1, hit('a')), group('customerFile', 1, hit('file-a'))];
  expect(groupsOf({ groups }, ['customers'], reading)).toEqual([
    { kind: 'customers', count: 1, lines: [{ id: 'a' }] },
  ]);
});

it('does not count what has no line, and counts what was not asked for', () => {
  const members = [hit('a'), hit('lost-b'), hit('c')];
  expect(groupsOf({ groups: [group('member', 3, ...members)] }, ['users'], reading)[0]!.count).toBe(2);
  expect(groupsOf({ groups: [group('task', 40, hit('a'), hit('lost-b'))] }, ['tasks'], reading)).toEqual([
    { kind: 'tasks', count: 39, lines: [{ id: 'a' }] },
  ]);
  expect(groupsOf({ groups: [group('task', 1, hit('lost-a'))] }, ['tasks'], reading)).toEqual([]);
});

it('orders the hits of several nouns by level, what is archived behind, then the newest', () => {
  const groups = [
    group('message', 3, hit('m1', 2, 1), hit('old-m2', 2, 9), hit('m3', 3, 8)),
    group('room', 2, hit('r1', 0, 1), hit('r2', 2, 5)),
  ];
  const [{ lines } = { lines: [] }] = groupsOf({ groups }, ['chat'], reading);
  expect(lines.map(({ id }) => id)).toEqual(['r1', 'r2', 'm1', 'old-m2', 'm3']);
});

it('asks again for people and customers of whom there are more', () => {
  const groups = [group('customer', 9, hit('a')), group('member', 1, hit('b')), group('task', 9, hit('c'))];
  expect(cutShort({ groups })).toEqual(['noun:customer']);
});
