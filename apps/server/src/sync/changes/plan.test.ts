import type { Change } from '@kontor/contract/wire/change';
import type { Grant } from '@kontor/contract/wire/scope';
import { describe, expect, it } from 'vitest';
import { recordChange } from '../../testing/workspaces.ts';
import { planBatch } from './plan.ts';

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const batch = (...changes: Change[]) => planBatch({ id: id(99), workspaceId: id(98), changes });
const task = (verb: 'create' | 'update', n: number, scope = 1, refs = {}) =>
  recordChange(`task.${verb}`, { id: id(n), scopeId: id(scope), refs });

/** Runs as `verb:ids`, structural steps by name. */
const stepsOf = (...changes: Change[]) =>
  batch(...changes).steps.map((step) =>
    'run' in step
      ? `${step.run.entity}.${step.run.verb}:${step.run.records.map((record) => Number(record.id.slice(-4)))}`
      : step.structural.name,
  );

describe('a plan', () => {
  it('gathers neighbours of one kind and keeps the order of the rest', () => {
    const project: Change = {
      name: 'scope.create',
      args: { scope: { id: id(7), kind: 'project', access: 'open' } },
    };
    expect(
      stepsOf(task('create', 1), task('create', 2), project, task('create', 3), task('update', 3)),
    ).toEqual(['task.create:1,2', 'scope.create', 'task.create:3', 'task.update:3']);
  });

  it('never writes one record twice in a statement', () => {
    expect(stepsOf(task('update', 1), task('update', 2), task('update', 1), task('update', 2))).toEqual([
      'task.update:1,2',
      'task.update:1,2',
    ]);
    // The same id in another scope is another record.
    expect(stepsOf(task('create', 1, 5), task('create', 1, 6))).toEqual(['task.create:1,1']);
  });

  it('names what must be there, what comes into being, and whom it speaks of', () => {
    const key = {
      type: 'grant',
      scopeId: id(7),
      recipientId: 'admins',
      readers: ['admins', id(51)],
    } as Grant;
    const plan = batch(
      { name: 'scope.create', args: { scope: { id: id(7), kind: 'project', access: 'private' } } },
      { name: 'key.add', args: { key } },
      recordChange('project.create', { id: id(7), scopeId: id(7) }),
      task('create', 1, 8, { assigneeIds: [id(52)] }),
    );
    expect(plan).toMatchObject({
      workspaceId: id(98),
      createsWorkspace: false,
      changesWorkspace: false,
      scopeIds: [id(8)],
      createdIds: [id(7)],
      userIds: [id(51), id(52)],
    });
    expect(batch({ name: 'workspace.update', args: { id: id(98), name: 'x' } }).changesWorkspace).toBe(true);
  });
});
