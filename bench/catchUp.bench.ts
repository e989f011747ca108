/** Catching up after 100 changes, in a large workspace against a small one: it must cost what changed, not what is there. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import { compare, figureOf } from './measure.ts';
import { recordCounts, runs } from './options.ts';
import { report } from './report.ts';
import { startWorld, type World } from './world.ts';

const changes = 100;

interface Pair {
  world: World;
  here: Workspace;
  away: Workspace;
  /** Cuts or restores the line of the device that is away. */
  line(isUp: boolean): void;
}

async function open(records: number): Promise<Pair> {
  const world = await startWorld(records);
  let isUp = true;
  const away = await world.actor.onAnotherDevice({
    wrap: (inner) => (input, init) => (isUp ? inner(input, init) : Promise.reject(new TypeError('cut'))),
  });
  const desk = await world.actor.onAnotherDevice();
  return {
    world,
    here: await desk.open(world.workspaceId),
    away: await away.open(world.workspaceId),
    line: (up) => {
      isUp = up;
    },
  };
}

let round = 0;

/** ms that the device which was away needs, once its line is back. */
async function catchUp({ world, here, away, line }: Pair): Promise<number> {
  line(false);
  const title = `Runde ${round++}`;
  const tasks = here.collections.task.where('scopeId', world.projectIds[0]!).slice(0, changes);
  here.transaction(() => {
    for (const { id } of tasks) here.update('task', id, { title });
  });
  await here.outbox.sent();
  await here.pull();
  // The hint was heard and could not be followed: the device counts as offline by now.
  await away.pull();
  line(true);
  const start = performance.now();
  await away.pull();
  const ms = performance.now() - start;
  const missing = tasks.filter(({ id }) => away.collections.task.get(id)?.title !== title).length;
  if (missing > 0) throw new Error(`${missing} changes did not arrive`);
  return ms;
}

const [small, large] = [1_000, recordCounts.at(-1)!];

await report('Catching up', async () => {
  const [few, many] = [await open(small), await open(large)];
  const times = await compare(
    () => catchUp(many),
    () => catchUp(few),
    Math.max(runs, 15),
  );
  await few.world.stop();
  await many.world.stop();
  const name = `${changes} changes at ${large.toLocaleString('en')} against ${small.toLocaleString('en')}`;
  return {
    figures: [figureOf(name, times, { unit: 'ms', target: '<= 1.1 x' })],
    proofs: [`all ${changes} changes were there each time`],
  };
});
