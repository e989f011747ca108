/** Folders and tasks in each other, far deeper than anybody lays them, as a hostile colleague may. */
import { beforeEach, expect, it } from 'vitest';
import type { Op } from '../replica/entry.ts';
import type { KeptRecord } from '../replica/keptRecord.ts';
import type { Mutations } from '../replica/mutations.ts';
import { RecordSet } from '../replica/recordSet.ts';
import type { Row } from '../replica/row.ts';
import type { Transaction } from '../replica/transaction.ts';
import { circlesIn, moveTree, removeTree, rootsOf } from '../replica/trees.ts';
import { projectShares, revokeDocuments, shareDocuments, sharingOf } from './share.ts';
import { moveTasks } from './task.ts';

const depth = 20_000;
const idOf = (place: number) => `r${place}`;
const top = idOf(0);

let rows: Map<string, Row>;
let ops: Op[];
/** The shares that there are, by their ids. */
let shares: Map<string, Row>;
/** The ids of shares that were removed. */
let removed: string[];

const shareOf = (documentId: string) => `share of ${documentId}`;
const sharesWhere = (key: string, value: string): Row[] =>
  key === 'documentId'
    ? [shares.get(shareOf(value)) ?? []].flat()
    : [...shares.values()].filter((share) => share[key] === value);

const transaction = {
  records: {
    cycles: new Set(),
    containerOf: (id: string) => rows.get(id)?.parentId,
    collections: { share: { where: sharesWhere }, task: { where: () => [] } },
  },
  contentsOf: (id: string) => [idOf(Number(id.slice(1)) + 1)].filter((each) => rows.has(each)),
  after: (id: string) => rows.get(id) ?? shares.get(id),
  before: (_: string, id: string) => rows.get(id),
  row: (_: string, id: string) => rows.get(id),
  entityOf: (id: string) => (rows.has(id) ? 'task' : undefined),
  isDeleted: () => false,
  ops: () => [],
  add: (op: Op) => ops.push(op),
} as unknown as Transaction;
const mutations = {
  transaction: (run: (of: Transaction) => void) => run(transaction),
  create: (_: string, scopeId: string, fields: Row & { documentId: string }) =>
    shares.set(shareOf(fields.documentId), { ...fields, scopeId, id: shareOf(fields.documentId) }),
  update: (_: string, id: string) => ops.push({ id } as Op),
  remove: (_: string, id: string) => shares.delete(id) && removed.push(id),
  move: () => {},
} as unknown as Mutations;

beforeEach(() => {
  [ops, shares, removed] = [[], new Map(), []];
  const places = Array.from({ length: depth }, (_, place) => place);
  const rowOf = (place: number) => ({
    id: idOf(place),
    scopeId: 's',
    kind: 'folder',
    name: 'Folder',
    assigneeIds: ['ben'],
    ...(place > 0 && { parentId: idOf(place - 1) }),
  });
  rows = new Map(places.map((place) => [idOf(place), rowOf(place) as unknown as Row]));
});

it('deletes what lies deepest first, and moves what lies on top first', () => {
  removeTree(transaction, top);
  expect([ops.length, ops[0]?.id, ops.at(-1)?.id]).toEqual([depth, idOf(depth - 1), top]);
  ops = [];
  moveTree(transaction, 'task', top, { scopeId: 't', fields: {} });
  expect([ops.length, ops[0]?.id, ops.at(-1)?.id]).toEqual([depth, top, idOf(depth - 1)]);
});

it('knows which of many lie in no other', () => {
  expect(rootsOf(transaction, [...rows.keys()].slice(5))).toEqual([idOf(5)]);
  expect(rootsOf(transaction, [idOf(depth - 1), idOf(2)])).toEqual([idOf(2)]);
});

it('arranges what a device kept', () => {
  const records = new RecordSet(() => []);
  const kept = [...rows.values()].map((row) => ({ ...row, version: 1, updatedAt: 1, sharesAt: 1 }));
  records.restore(kept.toReversed().map((row) => ({ entity: 'document', row }) as unknown as KeptRecord));
  expect(records.arrange()).toHaveLength(depth);
  expect(records.collections.document.get(idOf(depth - 1))?.parentId).toBe(idOf(depth - 2));
});

it('takes off tasks whoever cannot take them on', () => {
  moveTasks(mutations, [top], 't', () => false);
  expect(ops.length).toBe(depth - 1);
});

it('shares folders with as much of their paths as a share names, and revokes them', () => {
  shareDocuments(mutations, [top], 'customer');
  const lengths = [...shares.values()].map(({ path }) => (path as unknown[]).length);
  expect([lengths.length, lengths[0], lengths[7], lengths.at(-1)]).toEqual([depth, 0, 7, 100]);
  revokeDocuments(mutations, [top], 'customer');
  expect(removed).toEqual([...rows.keys()].map(shareOf));
});

it('knows with whom a folder is shared', () => {
  shareDocuments(mutations, [top], 'customer');
  expect(sharingOf(transaction, mutations, top)).toEqual([
    { documentId: top, customerId: 'customer', isShared: true },
  ]);
});

it.each([
  [{}, 0],
  [{ trashEntryId: 'entry' }, depth],
])('follows a folder that is now %j: takes %i out of sight', (place, count) => {
  shareDocuments(mutations, [top], 'customer');
  const base = rows.get(top)!;
  rows.set(top, { ...base, ...place });
  const op = { verb: 'update', entity: 'document', id: top, scopeId: 's', base, changed: place } as Op;
  projectShares.write([op], transaction, mutations);
  expect([ops, removed.length, shares.size]).toEqual([[], count, depth - count]);
});

it('knows which records lie in themselves, and which only in those', () => {
  const containers: Record<string, string> = { a: 'b', b: 'c', c: 'b', d: 'd', e: 'f' };
  const isInCircle = circlesIn((id) => containers[id]);
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(isInCircle)).toEqual(['b', 'c', 'd']);
});
