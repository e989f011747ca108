/** A device that was away and comes back, beside one that stayed and changed something. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { World } from './world.ts';

/** Changes that it missed. */
export const changes = 100;

export interface Away {
  /** Measures the ms that it needs for what it missed, once its connection is back. */
  catchUp(): Promise<number>;
  close(): Promise<void>;
}

let round = 0;

/** Starts both devices of the world's person, with everything of the workspace. */
export async function startAway({ actor, workspaceId, projectIds }: World): Promise<Away> {
  let isUp = true;
  const phone = await actor.onAnotherDevice({
    wrap: (inner) => (input, init) => (isUp ? inner(input, init) : Promise.reject(new TypeError('cut'))),
  });
  const desk = await actor.onAnotherDevice();
  const [here, away] = [await desk.open(workspaceId), await phone.open(workspaceId)];
  const edit = (workspace: Workspace, title: string) => {
    const tasks = workspace.collections.task.where('scopeId', projectIds[0]!).slice(0, changes);
    workspace.transaction(() => {
      for (const { id } of tasks) workspace.update('task', id, { title });
    });
    return tasks;
  };
  return {
    catchUp: async () => {
      isUp = false;
      const title = `Runde ${round++}`;
      const tasks = edit(here, title);
      await here.outbox.sent();
      await here.pull();
      // The hint was heard and could not be followed: the device counts as offline by now.
      await away.pull();
      isUp = true;
      const start = performance.now();
      await away.pull();
      const ms = performance.now() - start;
      const arrived = tasks.filter(({ id }) => away.collections.task.get(id)?.title === title);
      if (arrived.length !== changes) throw new Error(`${arrived.length} of ${changes} changes arrived`);
      return ms;
    },
    close: async () => {
      await Promise.all([here.close(), away.close()]);
    },
  };
}
