import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  foundingBatch,
  recordChange,
  send,
  sync,
} from '../../testing/workspaces.ts';

let server: TestServer;
let ada: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  ada = await createSignedIn(server);
});
afterAll(() => server.stop());

it('makes a workspace whole, lists it and syncs it', async () => {
  const workspace = await createWorkspace(server, ada);
  const list = await ada.client.call<unknown[]>('GET', '/api/workspaces');
  expect(list.body).toMatchObject([
    { id: workspace.id, role: 'ADMIN', isOwner: true, memberCount: 1, storageUsed: 0 },
  ]);
  const { answer, status } = await sync(ada, { workspaceId: workspace.id });
  expect(status).toBe(200);
  expect(answer.scopes.map(({ kind }) => kind)).toEqual(['admins', 'staff', 'personal']);
  expect(answer.log).toEqual([workspace.genesis]);
  const project = await createProject(workspace);
  const task = recordChange('task.create', { scopeId: project, refs: { assigneeIds: [ada.userId] } });
  const { body } = await change(ada, workspace.id, task);
  expect(body).toEqual({ revisions: { [project]: 2 } });
  const next = await sync(ada, { workspaceId: workspace.id, cursors: {}, logLength: 1 });
  expect(next.answer.scopes.find(({ id }) => id === project)).toMatchObject({
    id: project,
    cursor: 2,
    rows: [{ entity: 'project' }, { entity: 'task', refs: { assigneeIds: [ada.userId] } }],
  });
});

it('keeps nothing of a founding that fails', async () => {
  const { batch } = foundingBatch(ada);
  batch.changes.push({
    name: 'scope.create',
    args: { scope: { id: ada.userId, kind: 'project', access: 'open' } },
  });
  expect((await send(ada, batch)).status).toBe(404);
});
