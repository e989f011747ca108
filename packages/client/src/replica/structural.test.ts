/** Structural values in the replica, in fields that tasks do not have: screens treat them like any other field. */

import type { Entity } from '@kontor/contract/entity/entity';
import { valuesOfEveryKind } from '@kontor/contract/testing/refValues';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { Replica } from './replica.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

vi.mock('@kontor/contract/nouns/task', async (load) => {
  const real = await load<typeof import('@kontor/contract/nouns/task')>();
  const { parentId, assigneeIds } = real.task.refs;
  const planted: Entity = { ...real.task, refs: { parentId, assigneeIds, ...valuesOfEveryKind } };
  return { ...real, task: planted };
});

let server: ProtocolServer;
const open: Replica[] = [];
beforeEach(() => {
  server = new ProtocolServer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((workspace) => workspace.close()));
});

async function client(): Promise<Replica> {
  const workspace = await openOn(createDevice(), server, { hints: server.hints });
  open.push(workspace);
  return workspace;
}

const shown = (workspace: Replica, id: string) =>
  workspace.collections.task.get(id) as Record<string, unknown> | undefined;
const change = (workspace: Replica, id: string, changes: object) => workspace.update('task', id, changes);
const stored = (id: string) => [...server.rows.values()].find((row) => row.id === id)!.refs;

it('are written with their fallbacks, change, merge and are emptied', async () => {
  const [anna, ben] = [await client(), await client()];
  const project = createProject(anna, { name: 'Website' });
  const given = { title: 'Paint', plantedFlag: true, plantedDay: '2026-03-01' };
  const { id } = anna.create('task', project.id, given);
  const fresh = { ...given, plantedNumber: 0, plantedChoice: 'LOW' };
  expect(shown(anna, id)).toMatchObject(fresh);
  await until(() => shown(ben, id)?.title === 'Paint');
  expect(shown(ben, id)).toMatchObject(fresh);
  expect(stored(id)).toEqual({
    plantedFlag: true,
    plantedDay: '2026-03-01',
    plantedNumber: 0,
    plantedChoice: 'LOW',
  });

  change(anna, id, { plantedNumber: 0.5 });
  change(ben, id, { plantedFlag: false, plantedDay: undefined });
  await until(() => shown(anna, id)?.plantedFlag === false && shown(ben, id)?.plantedNumber === 0.5);
  expect(shown(anna, id)).toMatchObject({ plantedNumber: 0.5, plantedFlag: false });
  expect(shown(anna, id)?.plantedDay).toBeUndefined();
  await Promise.all([anna.outbox.sent(), ben.outbox.sent()]);
  expect(stored(id)).toEqual({ plantedNumber: 0.5, plantedFlag: false, plantedChoice: 'LOW' });
});

it('read as their fallback where a record is of before them, or says something newer', async () => {
  const anna = await client();
  const project = createProject(anna, { name: 'Website' });
  const { id } = anna.create('task', project.id, { title: 'Paint' });
  change(anna, id, { plantedNumber: undefined, plantedFlag: undefined, plantedChoice: 'URGENT' });
  await anna.outbox.sent();
  expect(stored(id)).toEqual({ plantedChoice: 'URGENT' });
  const ben = await client();
  await until(() => shown(ben, id) !== undefined);
  expect(shown(ben, id)).toMatchObject({ plantedNumber: 0, plantedFlag: false, plantedChoice: 'LOW' });
  // What a newer client said stays, whoever writes next.
  change(ben, id, { title: 'Paint the wall' });
  await ben.outbox.sent();
  expect(stored(id)).toEqual({ plantedChoice: 'URGENT' });
});
