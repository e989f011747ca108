/** An id is of one record: nobody writes one of another noun under it, on either path, and none under what follows from others. */
import { budgetId } from '@kontor/contract/nouns/budget';
import { effortId } from '@kontor/contract/nouns/effort';
import { signingAnswerId, signingOpeningId } from '@kontor/contract/nouns/signing';
import type { Change } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  newId,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let scopeId: string;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  scopeId = await createProject(workspace);
});
afterAll(() => server.stop());

const say = async (...changes: Change[]) => {
  const { status, body } = await change(workspace.owner, workspace.id, ...changes);
  return status === 200 ? 'done' : `${body.code} ${(body as { message?: string }).message ?? ''}`.trim();
};
const task = (id: string, more: object = {}) => recordChange('task.create', { id, scopeId, ...more });
const comment = (id: string, taskId: string) =>
  recordChange('comment.create', {
    id,
    scopeId,
    refs: { userId: workspace.owner.userId, taskId, notifyIds: [] },
  });
const others = "BAD_INPUT id: another's";

it('refuses a record under the id of one of another noun, whoever comes first, on both paths', async () => {
  const [first, second] = [newId(), newId()];
  expect(await say(task(first))).toBe('done');
  expect(await say(comment(first, first))).toBe(others);
  // What makes a scope takes the slow path.
  const made = newId();
  const slow: Change[] = [
    { name: 'scope.create', args: { scope: { id: made, kind: 'project', access: 'open' } } },
    recordChange('project.create', { id: made, scopeId: made }),
  ];
  expect(await say(...slow, comment(first, first))).toBe(others);
  expect(await say(comment(second, first))).toBe('done');
  expect(await say(task(second))).toBe(others);
  // In one batch, too.
  const both = newId();
  expect(await say(task(both), comment(both, both))).toBe(others);
  expect(await say(task(both))).toBe('done');
});

it('refuses a scope under the id of a record, deleted or not, and of one that is being written', async () => {
  const [id, gone] = [newId(), newId()];
  const under = (of: string, kind: 'project' | 'room' = 'project'): Change[] => [
    { name: 'scope.create', args: { scope: { id: of, kind, access: 'open' } } },
    recordChange(`${kind}.create`, { id: of, scopeId: of }),
  ];
  expect(await say(task(id), task(gone))).toBe('done');
  expect(await say(recordChange('task.delete', { id: gone, scopeId, version: 2 }))).toBe('done');
  for (const each of [id, gone]) {
    expect(await say(...under(each))).toBe(others);
    expect(await say(...under(each, 'room'))).toBe(others);
  }
  expect(await say(task(id, { version: 2 }))).toMatch('STALE_VERSION');
  const rivals = newId();
  const said = await Promise.all([say(...under(rivals)), say(task(rivals))]);
  expect(said.filter((each) => each === 'done')).toHaveLength(1);
});

it('keeps the noun of what was deleted, and lets a record move and its own noun write again', async () => {
  const id = newId();
  const elsewhere = await createProject(workspace);
  const gone = (version: number, at = scopeId) => recordChange('task.delete', { id, scopeId: at, version });
  expect(await say(task(id))).toBe('done');
  expect(await say(task(id, { scopeId: elsewhere, version: 2 }), gone(2))).toBe('done');
  expect(await say(gone(3, elsewhere))).toBe('done');
  const standing = newId();
  expect(await say(task(standing))).toBe('done');
  expect(await say(comment(id, standing))).toBe(others);
  expect(await say(task(id, { version: 3 }))).toBe('done');
});

it('lets nobody write anything else under an id that follows from others', async () => {
  const { userId } = workspace.owner;
  const [taskId, signingId] = [newId(), newId()];
  const following = [
    effortId(taskId, userId),
    budgetId(scopeId),
    signingAnswerId(signingId, userId),
    signingOpeningId(signingId, userId),
  ];
  expect(new Set(following).size).toBe(following.length);
  for (const id of following) {
    expect(await say(task(id))).toBe(others);
    const scope = { id, kind: 'room', access: 'private' } as const;
    expect(await say({ name: 'scope.create', args: { scope } })).toMatch('BAD_INPUT');
  }
  expect(await say(recordChange('effort.create', { id: newId(), scopeId, refs: { taskId } }))).toMatch(
    'BAD_INPUT',
  );
});

it('takes one answer and one opening of a person for a request, under their ids', async () => {
  const { userId } = workspace.owner;
  const signingId = newId();
  const asked = { askerId: userId, signerIds: [userId], notifyIds: [], blobs: [] };
  // The agreement with whoever runs the server is part of every plan.
  const at = { scopeId: workspace.admins.id, kid: workspace.admins.kid };
  expect(await say(recordChange('signing.create', { ...at, id: signingId, refs: asked }))).toBe('done');
  const refs = { signingId, userId };
  for (const name of ['signingAnswer.create', 'signingOpening.create'] as const) {
    const made = (more: object) => recordChange(name, { ...at, refs, ...more });
    expect(await say(made({ id: newId() }))).toMatch('BAD_INPUT');
    expect(await say(made({ id: signingAnswerId(newId(), userId) }))).toMatch('BAD_INPUT');
    expect(await say(made({}))).toBe('done');
    expect(await say(made({}))).toMatch('STALE_VERSION');
  }
});
