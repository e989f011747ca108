/** Many writers and readers at once. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordVerbs } from '@kontor/contract/wire/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptChanges, newLink } from '../../testing/invitations.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  expectApplied,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const apply = (...changes: Parameters<typeof change>[2][]) =>
  change(workspace.owner, workspace.id, ...changes);
const newTask = (scopeId: string) => recordChange('task.create', { scopeId });
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Counts the connections that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await server.services.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

describe('writers', () => {
  it('of one version: one wins', async () => {
    const project = await createProject(workspace);
    const task = newTask(project);
    await apply(task);
    const answers = await Promise.all(
      times(8, () => apply(recordChange('task.update', { ...task.args, version: 2 }))),
    );
    // Bytes are the same in all of them, so a loser cannot tell: give each its own.
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { id } = task.args;
    const race = await Promise.all(
      times(8, () => apply(recordChange('task.update', { scopeId: project, id, version: 3 }))),
    );
    expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of race)
      if (status !== 200)
        expect(body).toMatchObject({ code: 'STALE_VERSION', data: { stale: [{ id, version: 3 }] } });
  });

  it('of two scopes in opposite orders never wait for each other', async () => {
    const [a, b] = [await createProject(workspace), await createProject(workspace)];
    const answers = await Promise.all(
      times(60, (at) => (at % 2 ? apply(newTask(a), newTask(b)) : apply(newTask(b), newTask(a)))),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(60, () => 200));
    const { rows } = await server.services.pool.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows[0]!.deadlocks).toBe(0);
    const revisions = answers.map(({ body }) => body.revisions[a]);
    expect(new Set(revisions).size).toBe(60);
  });

  it('of one name: exactly one folder', async () => {
    const project = await createProject(workspace);
    const refs = { nameTag: random(32) };
    const answers = await Promise.all(
      times(12, () => apply(recordChange('document.create', { scopeId: project, refs }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('NAME_TAKEN');
  });

  it('of one new scope: one makes it', async () => {
    const id = newId();
    const answers = await Promise.all(
      times(6, () =>
        apply(
          { name: 'scope.create', args: { scope: { id, kind: 'project', access: 'open' } } },
          recordChange('project.create', { id, scopeId: id }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('take their turn at a scope, and readers see revisions in order', async () => {
    const project = await createProject(workspace);
    const revisionSeen = async () =>
      (await sync(workspace.owner, { workspaceId: workspace.id })).answer.scopes.find(
        ({ id }) => id === project,
      )!.cursor;
    const slow = await server.services.pool.connect();
    await slow.query('BEGIN');
    await slow.query('UPDATE scope SET revision = revision + 1 WHERE id = $1', [project]);
    let isDone = false;
    const second = apply(newTask(project)).finally(() => {
      isDone = true;
    });
    await expect.poll(waitingForLocks).toBe(1);
    expect([isDone, await revisionSeen()]).toEqual([false, 1]);
    await slow.query('COMMIT');
    slow.release();
    expect((await second).body.revisions).toEqual({ [project]: 3 });
    expect(await revisionSeen()).toBe(3);
  });
});

describe('writers of a workspace whose scope somebody holds', () => {
  /** Holds a scope until what is to happen meanwhile has happened. */
  const whileHeld = async (scopeId: string, meanwhile: () => Promise<unknown>) => {
    const slow = await server.services.pool.connect();
    try {
      await slow.query('BEGIN');
      await slow.query('SELECT FROM scope WHERE id = $1 FOR UPDATE', [scopeId]);
      await meanwhile();
    } finally {
      await slow.query('ROLLBACK');
      slow.release();
    }
  };
  let elsewhere: TestWorkspace;
  let there: string;
  beforeAll(async () => {
    elsewhere = await createWorkspace(server);
    there = await createProject(elsewhere);
  });
  const writesElsewhere = () => expectApplied(change(elsewhere.owner, elsewhere.id, newTask(there)));

  it('do not hold up another one, however many they are and whatever they write', async () => {
    const project = await createProject(workspace);
    const folder = () => recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });
    const many = () => times(21, () => newTask(project));
    let waiting: Promise<unknown> = Promise.resolve();
    await whileHeld(project, async () => {
      const small = times(30, () => expectApplied(apply(newTask(project))));
      const slow = times(30, () => expectApplied(apply(folder())));
      const large = times(30, () => expectApplied(apply(...many())));
      waiting = Promise.all([...small, ...slow, ...large]);
      await sleep(300);
      await writesElsewhere();
      await writesElsewhere();
    });
    await waiting;
  });

  it('take few connections, however many nouns they write', async () => {
    const other = await createWorkspace(server);
    const held = [await createProject(workspace), await createProject(other)] as const;
    const { userId } = other.owner;
    const ofTask = { taskId: newId(), userId };
    const lease = { documentId: newId(), holderId: userId };
    const nouns = { task: {}, comment: ofTask, taskEdit: ofTask, trashEntry: {}, lease } as const;
    const writes = (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((noun) =>
      recordVerbs.map((verb) =>
        recordChange(`${noun}.${verb}`, {
          scopeId: held[1],
          version: verb === 'create' ? 1 : 2,
          refs: nouns[noun],
        }),
      ),
    );
    const waiting: Promise<unknown>[] = [];
    await whileHeld(held[0], () =>
      whileHeld(held[1], async () => {
        // Those of the second come together, while the first's have taken all rounds.
        waiting.push(...times(4, () => apply(newTask(held[0]))));
        waiting.push(...writes.map((one) => change(other.owner, other.id, one)));
        await sleep(600);
        const count = await waitingForLocks();
        // Six rounds, and a batch of each account on the slow path.
        expect(count).toBeLessThanOrEqual(8);
        expect(count).toBeGreaterThan(2);
        await writesElsewhere();
      }),
    );
    await Promise.all(waiting);
  });

  it('are its members: strangers wait for nothing of it', async () => {
    const project = await createProject(workspace);
    await whileHeld(project, async () => {
      const { owner } = elsewhere;
      const asStranger = (...changes: Parameters<typeof change>[2][]) =>
        change(owner, workspace.id, ...changes);
      const answers = await Promise.all([
        asStranger(newTask(project)),
        asStranger(recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } })),
        asStranger(...times(21, () => newTask(project))),
      ]);
      expect(answers.map(({ body }) => body.code)).toEqual(times(3, () => 'NOT_FOUND'));
      await writesElsewhere();
    });
  });

  it('are its members: whoever says that they found it, or were invited, waits for nothing of it', async () => {
    const project = await createProject(workspace);
    const { owner } = elsewhere;
    const facts = { name: 'Theirs', color: '#0b5c63', logo: '' };
    const founding = { name: 'workspace.create', args: { id: workspace.id, ...facts } } as const;
    const acceptance = await acceptChanges(workspace, owner, newLink());
    await whileHeld(project, () =>
      whileHeld(workspace.staff.id, async () => {
        const answers = await Promise.all([
          change(owner, workspace.id, founding, newTask(project)),
          change(owner, workspace.id, ...acceptance),
        ]);
        expect(answers.map(({ body }) => body.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
      }),
    );
  });
});

/** A reader: the version that it knows of each record, and its cursors. */
class Reader {
  readonly versions = new Map<string, number>();
  readonly cursors: Record<string, number> = {};
  pulls = 0;

  async pull(workspaceId: string): Promise<void> {
    const { answer } = await sync(workspace.owner, { workspaceId, cursors: this.cursors });
    this.pulls++;
    for (const { id, cursor, rows } of answer.scopes) {
      const before = this.cursors[id] ?? 0;
      expect(cursor).toBeGreaterThanOrEqual(before);
      for (const row of rows) {
        expect(row.revision).toBeGreaterThan(before);
        expect(row.revision).toBeLessThanOrEqual(cursor);
        this.versions.set(row.id, row.version);
      }
      this.cursors[id] = cursor;
    }
  }
}

describe('a reader under writers', () => {
  it('never misses a row', async () => {
    const tenant = await createWorkspace(server, workspace.owner);
    const projects = await Promise.all(times(3, () => createProject(tenant)));
    const truth = new Map<string, number>();
    let isWriting = true;
    const write = async () => {
      const own: { id: string; scopeId: string; version: number }[] = [];
      for (let round = 0; round < 40; round++) {
        const changes = times(randomInt(1, 6), () => {
          const known = own.length > 0 && randomInt(2) ? own[randomInt(own.length)] : undefined;
          if (!known) return newTask(projects[randomInt(3)]!);
          return recordChange('task.update', {
            id: known.id,
            scopeId: known.scopeId,
            version: known.version + 1,
          });
        });
        const distinct = [...new Map(changes.map((one) => [one.args.id, one])).values()];
        await expectApplied(change(tenant.owner, tenant.id, ...distinct));
        for (const { args } of distinct) {
          truth.set(args.id, args.version);
          const known = own.find(({ id }) => id === args.id);
          if (known) known.version = args.version;
          else own.push({ ...args });
        }
      }
    };
    const [first, second] = [new Reader(), new Reader()];
    const read = async (reader: Reader) => {
      while (isWriting) {
        await reader.pull(tenant.id);
        await sleep(randomInt(4));
      }
      await reader.pull(tenant.id);
    };
    const readers = [read(first), read(second)];
    await Promise.all(times(6, write));
    isWriting = false;
    await Promise.all(readers);
    expect(first.pulls).toBeGreaterThan(5);
    for (const reader of [first, second]) expect(missed(reader, truth)).toEqual([]);
  });

  it('would be caught missing one, had it passed a revision too early', async () => {
    const tenant = await createWorkspace(server, workspace.owner);
    const project = await createProject(tenant);
    const reader = new Reader();
    await reader.pull(tenant.id);
    const task = newTask(project);
    const { revisions } = await expectApplied(change(tenant.owner, tenant.id, task));
    reader.cursors[project] = revisions[project]!;
    await reader.pull(tenant.id);
    expect(missed(reader, new Map([[task.args.id, 1]]))).toEqual([task.args.id]);
  });
});

/** Returns the records whose current version a reader lacks. */
const missed = ({ versions }: Reader, truth: ReadonlyMap<string, number>) =>
  [...truth].filter(([id, version]) => versions.get(id) !== version).map(([id]) => id);
