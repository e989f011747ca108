/**
 * A local edit in a workspace of 100,000 tasks: from the verb to the ordered list that shows it. The floor takes the
 * record out of a sorted array and puts it in again, nothing else.
 */
import type { Task } from '@kontor/contract/nouns/task';
import { random } from '@kontor/testkit/seed/random';
import { type Figure, percentile } from './measure.ts';
import { recordCounts } from './options.ts';
import { report } from './report.ts';
import { startWorld } from './world.ts';

const edits = 500;
const warmUp = 50;
/** Rows on a screen. */
const shown = 50;

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byDue = (a: Task, b: Task) => order(a.dueDate ?? '', b.dueDate ?? '') || order(a.id, b.id);

/** The place of a record in a sorted array, or where it would go. */
function placeOf(list: readonly Task[], task: Task): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byDue(list[middle]!, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const figure = (name: string, p: number, ours: number[], floor: number[], target: string): Figure => {
  const [left, right] = [percentile(ours, p), percentile(floor, p)];
  return { name, ours: left, floor: right, ratio: left / right, unit: 'ms', target };
};

const records = recordCounts.at(-1)!;

await report('A local edit', async () => {
  const world = await startWorld(records);
  const desk = await world.actor.onAnotherDevice();
  const workspace = await desk.open(world.workspaceId);
  const { task } = workspace.collections;
  const view = task.view({ compare: byDue });
  let told = 0;
  view.subscribe(() => told++);
  view.window(0, shown);
  const list = [...view.get()];
  const ids = task.all().map(({ id }) => id);
  const chance = random(5);
  const [ours, floor]: [number[], number[]] = [[], []];
  let wrong = 0;
  for (let i = 0; i < edits + warmUp; i++) {
    const id = chance.pick(ids);
    const before = task.get(id)!;
    const dueDate = `2026-${String(chance.int(1, 12)).padStart(2, '0')}-${chance.int(10, 28)}`;
    const start = performance.now();
    workspace.update('task', id, { dueDate });
    view.window(0, shown);
    const mine = performance.now() - start;
    const after = task.get(id)!;
    const floorStart = performance.now();
    list.splice(placeOf(list, before), 1);
    list.splice(placeOf(list, after), 0, after);
    list.slice(0, shown);
    const theirs = performance.now() - floorStart;
    const at = chance.int(0, list.length - 1);
    if (view.window(at, at + 1)[0]?.id !== list[at]!.id) wrong++;
    await workspace.outbox.sent();
    // What the server confirms is a new object: the floor's list follows, outside of the clock.
    await workspace.pull();
    const confirmed = task.get(id)!;
    list[placeOf(list, confirmed)] = confirmed;
    if (i < warmUp) continue;
    ours.push(mine);
    floor.push(theirs);
  }
  await world.stop();
  const count = records.toLocaleString('en');
  return {
    figures: [
      figure(`edit until the list of ${count} is in order, p50`, 50, ours, floor, '<= 0.26 ms'),
      figure('the same, p99', 99, ours, floor, '<= 1 ms'),
    ],
    proofs: [
      `${wrong} of ${edits + warmUp} random places differ from the floor's list; the list was told ${told} times`,
    ],
  };
});
