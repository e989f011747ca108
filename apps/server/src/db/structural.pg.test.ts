/**
 * Structural values on their whole way through the server, in columns that tasks do not have: what a description names
 * is taken, stored and sent again, exactly, since the seal is bound to it.
 */

import { type Entity, entity } from '@kontor/contract/entity/entity';
import type { RefValue } from '@kontor/contract/entity/ref';
import { valuesOfEveryKind } from '@kontor/contract/testing/refValues';
import type { Change } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { random, seal } from '../testing/sealed.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  expectApplied,
  recordChange,
  sync,
  type TestWorkspace,
} from '../testing/workspaces.ts';
import { refColumns } from './columns.ts';

vi.mock('@kontor/contract/nouns/task', async (load) => {
  const real = await load<typeof import('@kontor/contract/nouns/task')>();
  const planted: Entity = { ...real.task, refs: { ...real.task.refs, ...valuesOfEveryKind } };
  return { ...real, task: planted };
});

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
beforeAll(async () => {
  server = await startTestServer();
  const rights = { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' } as const;
  const planted = entity('task', { scopes: ['project'], rights, refs: valuesOfEveryKind, sealed: {} });
  for (const { column, sqlType, isNullable } of refColumns(planted)) {
    expect(isNullable).toBe(true);
    await server.alter(`ALTER TABLE task ADD COLUMN ${column} ${sqlType}`);
  }
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

const full = {
  plantedNumber: 0.1 + 0.2,
  plantedHours: 0,
  plantedFlag: false,
  plantedChoice: 'HIGH',
  plantedDay: '2026-03-01',
  plantedMoment: 1_760_000_000_001,
};

const apply = (...changes: Change[]) => change(workspace.owner, workspace.id, ...changes);
const newTask = (refs: Record<string, RefValue>) => recordChange('task.create', { scopeId: project, refs });
const refsOf = async (id: string) => {
  const { answer } = await sync(workspace.owner, { workspaceId: workspace.id });
  return answer.scopes.flatMap(({ rows }) => rows).find((row) => row.id === id)?.refs;
};

it.each<[string, Record<string, RefValue>]>([
  ['of every kind', full],
  ['none at all', {}],
  [
    'the largest and smallest',
    { plantedNumber: 1.7976931348623157e308, plantedHours: 5e-324, plantedDay: '9999-12-31' },
  ],
  ['with a sign', { plantedNumber: -1e21, plantedMoment: -8.64e15, plantedDay: '0001-01-01' }],
])('come back as they were sent: %s', async (_, refs) => {
  const task = newTask(refs);
  await expectApplied(apply(task));
  expect(await refsOf(task.args.id)).toEqual(refs);
});

it('change, and are taken away', async () => {
  // Two kinds of changes in one batch take the slow path.
  const [task, other] = [newTask(full), newTask(full)];
  await expectApplied(apply(task, other));
  const next = (of: typeof task, refs: Record<string, RefValue>) =>
    recordChange('task.update', { ...of.args, version: 2, sealed: seal(random(16)), refs });
  await expectApplied(
    apply(next(task, { plantedFlag: true }), newTask({}), next(other, { ...full, plantedHours: 2 })),
  );
  expect(await refsOf(task.args.id)).toEqual({ plantedFlag: true });
  expect(await refsOf(other.args.id)).toEqual({ ...full, plantedHours: 2 });
  const { rows } = await server.services.pool.query(
    'SELECT planted_day, planted_flag FROM task WHERE id = $1',
    [other.args.id],
  );
  expect(rows).toEqual([{ planted_day: full.plantedDay, planted_flag: false }]);
});

it.each<[string, Record<string, unknown>]>([
  ['a number as text', { plantedNumber: '1' }],
  ['a flag as number', { plantedFlag: 1 }],
  ['a list', { plantedNumber: [1] }],
  ['another word than those listed', { plantedChoice: 'URGENT' }],
  ['no day', { plantedDay: '2026-02-30' }],
  ['the year 0', { plantedDay: '0000-01-01' }],
  ['part of a millisecond', { plantedMoment: 1.5 }],
  ['a moment that no date holds', { plantedMoment: 8.64e15 + 1 }],
  ['a field that nobody named', { colour: 1 }],
])('are refused where they are %s', async (_, refs) => {
  const { status, body } = await apply(newTask(refs as Record<string, RefValue>));
  expect([status, body.code]).toEqual([400, 'BAD_INPUT']);
});
