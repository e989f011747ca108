/** Starts a server with one person, one workspace and as many tasks as a bench wants, imported over the real wire. */
import { createProject } from '@kontor/client/nouns/project';
import { limits } from '@kontor/contract/wire/protocol';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { type RunningServer, type ServerOptions, startServer } from '@kontor/testkit/server';
import { atEnd } from './cleanUp.ts';
import { progress } from './report.ts';
import { copyTasks, sendRecords, taskBatches } from './taskRows.ts';

export interface World {
  server: RunningServer;
  actor: Actor;
  workspaceId: string;
  /** In the order in which they were made, which is the order in which a pull brings them. */
  projectIds: string[];
  /** Number of records in the workspace: the tasks, and whatever they need around them. */
  recordCount: number;
  /** Seconds that importing the tasks took. */
  importSeconds: number;
  /** A text in the title of one task and nowhere else. */
  canary: string;
  stop(): Promise<void>;
}

/** Number of tasks in the last project, whose list a browser paints. */
const lastProjectTasks = 50;

export interface WorldOptions extends ServerOptions {
  /** Number of tasks in each project; by default the projects have at most a thousand each, plus one of fifty. */
  projectSizes?: readonly number[];
  /** Puts the tasks straight into the database instead of sending them. */
  isCopied?: boolean;
}

/**
 * Starts a server and fills it. The first task of each project is open and assigned to the person, so that what is
 * assigned to them is complete only with all projects.
 */
export async function startWorld(records: number, options: WorldOptions = {}): Promise<World> {
  const server = await startServer({
    waitsForDisk: true,
    ...options,
    // More people than a trial has seats.
    env: { BILLING: 'none', ...options.env },
  });
  const stop = atEnd(() => server.stop());
  return { ...(await fill(server, options.projectSizes ?? sizesOf(records), options.isCopied)), stop };
}

function sizesOf(records: number): number[] {
  const sizes: number[] = [];
  for (let left = records - lastProjectTasks; left > 0; left -= limits.changesPerBatch)
    sizes.push(Math.min(left, limits.changesPerBatch));
  return [...sizes, lastProjectTasks];
}

export interface Founded {
  workspaceId: string;
  projectIds: string[];
  /** Records that are there with it. */
  others: number;
}

/** Founds a workspace with so many projects and nothing in them. */
export async function found(actor: Actor, projects: number): Promise<Founded> {
  const workspaceId = await actor.createWorkspace();
  const workspace = await actor.open(workspaceId);
  const projectIds = Array.from(
    { length: projects },
    (_, i) => createProject(workspace, { name: `Projekt ${i + 1}` }).id,
  );
  await workspace.outbox.sent();
  await workspace.pull();
  const { profile, ...collections } = workspace.collections;
  const others = Object.values(collections).reduce((sum, { size }) => sum + size, 0);
  await workspace.close();
  return { workspaceId, projectIds, others };
}

async function fill(
  server: RunningServer,
  sizes: readonly number[],
  isCopied = false,
): Promise<Omit<World, 'stop'>> {
  const actor = await createActor(server.url);
  const { workspaceId, projectIds, others } = await found(actor, sizes.length);
  const canary = `Kanarienvogel ${crypto.randomUUID()}`;
  const start = performance.now();
  for (const [i, count] of sizes.entries()) {
    const userId = actor.session.user!.id;
    const batches = taskBatches(userId, projectIds[i]!, count, i === 0 ? canary : undefined);
    if (isCopied) await copyTasks(server.dataPath, actor, workspaceId, batches);
    else await sendRecords(actor, workspaceId, batches);
  }
  const seconds = (performance.now() - start) / 1000;
  const records = sizes.reduce((sum, count) => sum + count, 0);
  progress(`imported ${records} records in ${seconds.toFixed(1)} s (${Math.round(records / seconds)}/s)`);
  return {
    server,
    actor,
    workspaceId,
    projectIds,
    recordCount: records + others,
    importSeconds: seconds,
    canary,
  };
}
