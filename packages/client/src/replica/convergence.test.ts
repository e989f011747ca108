/**
 * Two to eight clients, random edits, offline spells, lost answers and restarts: at the end all of them show the same,
 * nothing is left unsent, and each text, number, choice, day and assignee that the server acknowledged is in the result,
 * was built upon, or is kept as a conflict. 300 runs; 5,000 with LONG=1. A failing seed is printed and can be given as SEED.
 */

import { type Task, taskStatus } from '@kontor/contract/nouns/task';
import { random } from '@kontor/contract/testing/random';
import { describe, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

const runs = process.env.LONG ? 5_000 : 300;
const firstSeed = Number(process.env.SEED ?? 1);

type Written = 'title' | 'timeEstimate' | 'status' | 'dueDate';

/** Something that somebody wrote into a field, and all that they had before them there. */
interface Edit {
  taskId: string;
  field: Written | 'assigneeIds';
  before: unknown[];
  after: unknown;
}

class Run {
  readonly server = new ProtocolServer();
  readonly clients: { device: Device; workspace: Replica }[] = [];
  readonly edits: Edit[] = [];
  readonly deleted = new Set<string>();
  readonly #random: () => number;
  #count = 0;

  constructor(seed: number) {
    this.#random = random(seed).next;
    this.server.pageSize = 1 + this.below(20);
  }

  below(n: number): number {
    return Math.floor(this.#random() * n);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  async open(device = createDevice()): Promise<{ device: Device; workspace: Replica }> {
    const client = { device, workspace: await openOn(device, this.server, { hints: this.server.hints }) };
    this.clients.push(client);
    return client;
  }

  async step(): Promise<void> {
    const client = this.pick(this.clients)!;
    const { workspace, device } = client;
    const kind = this.below(24);
    if (kind < 1) device.connection.isOffline = !device.connection.isOffline;
    else if (kind < 2) device.connection.losesAnswers = !device.connection.losesAnswers;
    else if (kind < 3) await this.#restart(client);
    else if (kind < 5) await new Promise((resolve) => setTimeout(resolve, this.below(3)));
    else if (kind < 6) void workspace.pull();
    else this.#edit(workspace, kind);
  }

  async #restart({ device, workspace }: (typeof this.clients)[number]): Promise<void> {
    // What was promised to be kept survives; the process does not end in good order.
    await workspace.outbox.stored();
    await workspace.close();
    this.clients.splice(
      this.clients.findIndex((client) => client.workspace === workspace),
      1,
    );
    await this.open(device);
  }

  #edit(workspace: Replica, kind: number): void {
    const projects = workspace.collections.project.all();
    const project = this.pick(projects);
    const task = this.pick(workspace.collections.task.all() as readonly Task[]);
    const text = `text ${this.#count++}`;
    if (!project) createProject(workspace, { name: text });
    else if (!task || kind < 8) {
      const parent = this.below(3) === 0 && task?.scopeId === project.id ? { parentId: task.id } : {};
      workspace.create('task', project.id, { title: text, ...parent });
    } else if (kind < 15) this.#write(workspace, task, 'title', text);
    else if (kind < 17) this.#write(workspace, task, 'timeEstimate', this.#count);
    else if (kind < 18) {
      if (projects.length < 2) createProject(workspace, { name: text });
      else moveTasks(workspace, [task.id], project.id);
    } else if (kind < 19) this.#remove(workspace, task.id);
    else if (kind < 20) {
      this.edits.push({ taskId: task.id, field: 'assigneeIds', before: [], after: text });
      workspace.update('task', task.id, { assigneeIds: [...task.assigneeIds, text] });
    } else if (kind < 22) {
      const others = taskStatus.filter((status) => status !== task.status);
      this.#write(workspace, task, 'status', this.pick(others)!);
    } else this.#write(workspace, task, 'dueDate', dayOf(this.#count));
  }

  #write(workspace: Replica, task: Task, field: Written, after: string | number): void {
    const kept = workspace.conflictsOf(task).filter((conflict) => conflict.field === field);
    const before = [task[field], ...(field === 'title' ? [] : kept.map((conflict) => conflict.kept[field]))];
    this.edits.push({ taskId: task.id, field, before, after });
    workspace.update('task', task.id, { [field]: after });
  }

  #remove(workspace: Replica, id: string): void {
    this.deleted.add(id);
    for (const inside of workspace.collections.task.where('parentId', id)) this.#remove(workspace, inside.id);
    workspace.remove('task', id);
  }

  /** Has everybody come back, and people settle what was refused. */
  async settle(): Promise<void> {
    for (const { device } of this.clients) device.connection = Object.assign(device.connection, calm);
    for (let quiet = 0, round = 0; quiet < 2; round++) {
      if (round > 200)
        throw new Error(
          `they do not come to rest: ${JSON.stringify(
            this.clients.map(({ workspace }) => [
              workspace.outbox.status.get(),
              workspace.outbox.failed.get(),
              workspace.status.get(),
              workspace.faults.get(),
            ]),
          )}`,
        );
      for (const { workspace } of this.clients) {
        await workspace.pull();
        await workspace.outbox.stored();
        for (const act of workspace.outbox.failed.get()) {
          const isDelete = act.records.every(({ verb }) => verb === 'delete');
          if (act.code === 'GONE') await workspace.outbox.retry(act.id);
          else if (act.code === 'STALE_VERSION' && isDelete) await workspace.outbox.discard(act.id);
          else throw new Error(`refused with ${act.code}: ${JSON.stringify(act)}`);
        }
      }
      const isQuiet = this.clients.every(({ workspace }) => {
        const { pending, failed } = workspace.outbox.status.get();
        return pending + failed === 0;
      });
      quiet = isQuiet ? quiet + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  close(): Promise<unknown> {
    return Promise.all(this.clients.map(({ workspace }) => workspace.close()));
  }
}

const dayOf = (n: number) => new Date(Date.UTC(2030, 0, n)).toISOString().slice(0, 10);

const calm = { isOffline: false, losesAnswers: false };

const shownBy = (workspace: Replica) =>
  JSON.stringify(
    [...workspace.collections.project.all(), ...workspace.collections.task.all()]
      .map((record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))))
      .sort((a, b) => ((a.id as string) < (b.id as string) ? -1 : 1)),
  );

/** Tells whether a task was deleted, or lies in one that was: such a one is hidden, as somebody wanted. */
function isGone(run: Run, taskId: string): boolean {
  const rows = [...run.server.rows.values()].filter((row) => row.entity === 'task');
  for (let id: string | undefined = taskId; id !== undefined; ) {
    const live = rows.find((row) => row.id === id && !row.deleted);
    if (!live) return run.deleted.has(id);
    id = live.refs.parentId as string | undefined;
    if (id === taskId) return false;
  }
  return false;
}

/** Returns all edits that are neither shown in their task, nor kept, nor written over by who had them before them. */
function lostEdits(run: Run): string[] {
  const { collections, conflictsOf } = run.clients[0]!.workspace;
  const builtUpon = new Set(
    run.edits.flatMap(({ taskId, field, before }) => before.map((value) => keyOf(taskId, field, value))),
  );
  const isThere = ({ taskId, field, after }: Edit): boolean => {
    const task = collections.task.get(taskId);
    const all = task ? [task, ...conflictsOf(task).map(({ kept }) => kept as Partial<Task>)] : [];
    return all.some((values) => [values[field]].flat().includes(after as never));
  };
  return run.edits
    .filter((edit) => !isGone(run, edit.taskId) && !isThere(edit))
    .map(({ taskId, field, after }) => keyOf(taskId, field, after))
    .filter((key) => !builtUpon.has(key));
}

const keyOf = (taskId: string, field: string, value: unknown) => `${taskId} ${field}: ${value}`;

async function play(seed: number): Promise<Run> {
  const run = new Run(seed);
  const count = 2 + run.below(7);
  await run.open();
  createProject(run.clients[0]!.workspace, { name: 'P' });
  while (run.clients.length < count) await run.open();
  for (let i = 0; i < 10 + run.below(50); i++) await run.step();
  await run.settle();
  return run;
}

describe('several clients', () => {
  it(
    `come to the same, and lose nothing that was written (${runs} runs)`,
    async () => {
      for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
        const run = await play(seed);
        const shown = run.clients.map(({ workspace }) => shownBy(workspace));
        expect(new Set(shown).size, `seed ${seed}: they differ`).toBe(1);
        expect(lostEdits(run), `seed ${seed}: lost`).toEqual([]);
        const faults = run.clients.flatMap(({ workspace }) => workspace.faults.get());
        expect(faults, `seed ${seed}: faults`).toEqual([]);
        await run.close();
      }
    },
    process.env.LONG ? 3_600_000 : 300_000,
  );

  it('would notice what is lost', async () => {
    const run = await play(firstSeed);
    const { workspace } = run.clients[0]!;
    const project = workspace.collections.project.all()[0]!;
    const task = workspace.create('task', project.id, { title: 'kept' });
    const lost = [
      { field: 'title', after: 'overwritten by nobody' },
      { field: 'status', after: 'DONE' },
      { field: 'dueDate', after: dayOf(1) },
      { field: 'assigneeIds', after: 'somebody' },
    ] as const;
    run.edits.push(...lost.map((edit) => ({ taskId: task.id, before: [], ...edit })));
    expect(lostEdits(run)).toHaveLength(lost.length);
    await run.close();
  });
});
