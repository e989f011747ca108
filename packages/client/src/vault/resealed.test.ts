/** Every ref of every noun, changed under its author's name: what it lies in may change, and what follows from that. */
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Refs } from '@kontor/crypto/recordContext';
import { expect, it } from 'vitest';
import { saysTheSame } from './resealed.ts';

const refValue = (kind: string, n: number) =>
  ({ refs: [`a${n}`], blobs: [`b${n}`], flag: n === 1, number: n, instant: n })[kind] ?? `c${n}`;

it.each(entityNames)('%s: lets a record lie elsewhere, and name nothing else', (name) => {
  const entity = entityOf(name);
  const before: Refs = Object.fromEntries(
    Object.entries(entity.refs).map(([key, { kind }]) => [key, refValue(kind, 1)]),
  );
  const may = (after: Refs, isThere = true) => saysTheSame(entity, before, after, () => isThere);
  expect(may(before)).toBe(true);
  const free: string[] = [];
  for (const [key, { kind }] of Object.entries(entity.refs)) {
    const { [key]: _, ...without } = before;
    const isFree = may({ ...before, [key]: refValue(kind, 2) });
    expect(may(without), `without ${key}`).toBe(isFree);
    if (isFree) free.push(key);
    else if (kind === 'refs') expect(may(without, false), key).toBe(entity.refs[key]!.target === 'user');
  }
  const places = Object.keys(entity.refs).filter(
    (key) =>
      entity.within.includes(key) ||
      key === entity.about ||
      ['blobs', 'nameTag'].includes(entity.refs[key]!.kind),
  );
  expect(free).toEqual(places);
});

it('leaves most refs as their author signed them', () => {
  const may = (name: 'comment' | 'task', key: string) =>
    saysTheSame(entityOf(name), { [key]: 'a' }, { [key]: 'b' }, () => true);
  expect([may('comment', 'taskId'), may('task', 'parentId')]).toEqual([true, true]);
  expect([may('comment', 'userId'), may('comment', 'notifyIds'), may('task', 'assigneeIds')]).toEqual([
    ...[false, false, false],
  ]);
});
