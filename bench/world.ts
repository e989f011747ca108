/** A running server with one person, one workspace and as many tasks as a bench wants, imported over the real wire. */

import { syncTransport } from '@kontor/client/http/syncTransport';
import { createProject } from '@kontor/client/nouns/project';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Change } from '@kontor/contract/wire/change';
import { limits } from '@kontor/contract/wire/protocol';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type RunningServer, type ServerOptions, startServer } from '@kontor/testkit/server';
import { v7 as uuidv7 } from 'uuid';
import { taskFields } from './records.ts';
import { progress } from './report.ts';

export interface World {
  server: RunningServer;
  actor: Actor;
  workspaceId: string;
  /** In the order in which they were made, which is the order in which a pull brings them. */
  projectIds: string[];
  /** In the title of one task, and nowhere else. */
  canary: string;
  stop(): Promise<void>;
}

/** Tasks of the last project, whose list a browser paints. */
export const lastProjectTasks = 50;

/** Starts a server and fills it: projects of at most a thousand tasks, the last one of fifty. */
export async function startWorld(records: number, options?: ServerOptions): Promise<World> {
  const server = await startServer({ waitsForDisk: true, ...options });
  const actor = await createActor(server.url);
  const workspaceId = await actor.createWorkspace();
  const workspace = await actor.open(workspaceId);
  const sizes: number[] = [];
  for (let left = records - lastProjectTasks; left > 0; left -= limits.changesPerBatch)
    sizes.push(Math.min(left, limits.changesPerBatch));
  sizes.push(lastProjectTasks);
  const projectIds = sizes.map((_, i) => createProject(workspace, { name: `Projekt ${i + 1}` }).id);
  await workspace.outbox.sent();
  await workspace.pull();
  await workspace.close();
  const canary = `Kanarienvogel ${crypto.randomUUID()}`;
  const start = performance.now();
  for (const [i, count] of sizes.entries())
    await importTasks(actor, workspaceId, projectIds[i]!, count, i === 0 ? canary : undefined);
  const seconds = (performance.now() - start) / 1000;
  progress(`imported ${records} records in ${seconds.toFixed(1)} s (${Math.round(records / seconds)}/s)`);
  return { server, actor, workspaceId, projectIds, canary, stop: () => server.stop() };
}

/** Seals tasks and sends them as one batch; the first one's title is the canary, where there is one. */
async function importTasks(
  actor: Actor,
  workspaceId: string,
  scopeId: string,
  count: number,
  canary?: string,
) {
  const { http, vault } = actor.device;
  const tasks = taskFields(count, actor.session.user!.id, Number.parseInt(scopeId.slice(-6), 16)).map(
    (fields) => ({
      entity: 'task',
      id: uuidv7(),
      scopeId,
      version: 1,
      refs: {},
      plain: fields,
    }),
  );
  if (canary) tasks[0]!.plain.title = canary;
  const sealed = await vault.sealRecords(workspaceId, tasks);
  const changes = tasks.map(({ id, version, refs }, i): Change => {
    return { name: 'task.create', args: { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) } };
  });
  await syncTransport(http.forWorkspace(workspaceId)).apply({ id: uuidv7(), workspaceId, changes });
}
