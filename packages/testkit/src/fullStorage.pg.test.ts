/** Plays a full storage: what somebody writes meanwhile stays with them until there is room. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';

const dataPath = mkdtempSync(join(tmpdir(), 'kontor-full-'));
const start = (limit: number, port?: number) =>
  startServer({ dataPath, env: { STORAGE_LIMIT_BYTES: String(limit) }, ...(port && { port }) });

let server: RunningServer;
let ada: Actor;
beforeAll(async () => {
  server = await start(40_000);
  ada = await createActor(server.url, { firstName: 'Ada' });
});
afterAll(async () => {
  await ada.session.signOut({ discard: true }).catch(() => {});
  await server.stop();
  rmSync(dataPath, { recursive: true, force: true });
});

it('is refused by name, and goes out once there is room', async () => {
  const id = await ada.createWorkspace();
  const workspace = await ada.open(id);
  const projectId = createProject(workspace, { name: 'Dachstuhl' }).id;
  await workspace.outbox.sent();
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(50_000) }] }];
  const description = { type: 'doc' as const, content };
  const { id: taskId } = workspace.create('task', projectId, { title: 'Aufmaß', description });
  await workspace.outbox.sent();
  const [act] = workspace.outbox.failed.get();
  expect(act).toMatchObject({ code: 'OVER_QUOTA' });
  expect(workspace.collections.task.get(taskId)?.title).toBe('Aufmaß');

  await server.stop();
  server = await start(400_000, server.port);
  await workspace.outbox.retry(act!.id);
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
  const elsewhere = await (await ada.onAnotherDevice()).open(id);
  await elsewhere.pull();
  expect(elsewhere.collections.task.get(taskId)?.title).toBe('Aufmaß');
});
