/** Scripts in which the server lies about records to somebody at work. Over all entities: `records.e2e.ts`. */
import { randomUUID } from 'node:crypto';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { SyncAnswer, SyncScope } from '@kontor/contract/wire/sync';
import { decodeSync } from '@kontor/contract/wire/sync';
import { onSync, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, type Scene, type View } from './scene.ts';
import type { Script } from './script.ts';

const notOpened = /could not be verified and (was|were) not opened/;
const oldState = 'The server served an older state. It was refused.';

type Scope = SyncScope<SealedRecord>;

/** Changes one scope of an answer, where the answer has it. */
const onScope = (scopeId: string, change: (scope: Scope) => Scope): Rewrite =>
  onSync((answer: SyncAnswer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) => (scope.id === scopeId ? change(scope) : scope)),
  }));

/** Writes tasks on the honest device, in one act. */
async function write({ workspace, projectId }: Scene, tasks: { id: string; title: string }[]): Promise<void> {
  workspace.transaction(() => {
    for (const task of tasks) workspace.create('task', projectId, task);
  });
  await workspace.outbox.sent();
}

/**
 * Returns a script on tasks that are new: honest ones arrive, attacked ones are refused and come with an
 * honest answer.
 */
function onNewTasks(
  id: string,
  title: string,
  change: (rows: SealedRecord[], ids: readonly [string, string]) => SealedRecord[],
): Script {
  let tasks: { id: string; title: string }[] = [];
  const two = (scene: Scene) => [randomUUID(), randomUUID()].map((id) => ({ id, title: scene.title() }));
  return {
    id,
    title,
    refusal: notOpened,
    honest: async (scene) => {
      const { page } = scene.member;
      const honest = two(scene);
      await write(scene, honest);
      for (const task of honest) await isShown(page, task.title);
      return page;
    },
    attack: async (scene) => {
      tasks = two(scene);
      return onScope(scene.projectId, (scope) => ({
        ...scope,
        rows: change(scope.rows, [tasks[0]!.id, tasks[1]!.id]),
      }));
    },
    suffer: async (scene) => {
      await write(scene, tasks);
      return scene.member.page;
    },
    also: async (_, page) => {
      for (const task of tasks) await isAbsent(page, task.title);
    },
    afterwards: async (_, page) => {
      await page.reload();
      for (const task of tasks) await isShown(page, task.title);
      await isAbsent(page, notOpened);
    },
  };
}

/** Returns the row of a record as the proxy saw it pass, at one version. */
function passed({ site }: Scene, recordId: string, version: number): SealedRecord {
  for (const answer of site.proxy.pulled) {
    const { scopes } = decodeSync(new Uint8Array(answer));
    const row = scopes
      .flatMap(({ rows }) => rows)
      .find((row) => row.id === recordId && row.version === version);
    if (row) return { ...row, sealed: row.sealed.slice() };
  }
  throw new Error(`version ${version} of ${recordId} did not pass`);
}

/**
 * Returns a script on one task: the browser saw its newest state; then its first row comes once more, beside
 * what is new.
 */
function onOldRow(
  id: string,
  title: string,
  moveOn: (scene: Scene, task: { id: string; title: string }) => Promise<void>,
  holds: (page: View, scene: Scene, task: { id: string; title: string }) => Promise<void>,
): Script {
  let task = { id: '', title: '' };
  return {
    id,
    title,
    refusal: oldState,
    honest: async (scene) => {
      const { page } = scene.member;
      await scene.turnPage();
      task = { id: randomUUID(), title: scene.title() };
      await write(scene, [task]);
      await isShown(page, task.title);
      await moveOn(scene, task);
      await holds(page, scene, task);
      return page;
    },
    attack: async (scene) => {
      const old = passed(scene, task.id, 1);
      return onScope(scene.projectId, (scope) => ({
        ...scope,
        rows: [...scope.rows, { ...old, revision: scope.cursor }],
      }));
    },
    suffer: async (scene) => {
      const news = { id: randomUUID(), title: scene.title() };
      await write(scene, [news]);
      await isShown(scene.member.page, news.title);
      return scene.member.page;
    },
    also: (scene, page) => holds(page, scene, task),
    afterwards: async (scene, page) => {
      await page.reload();
      await isShown(page, scene.workspace.collections.task.all().at(-1)!.title);
      await holds(page, scene, task);
    },
  };
}

export const recordScripts: Script[] = [
  onNewTasks('M08', 'two records are served in each other’s place', (rows, [a, b]) => {
    const [first, second] = [a, b].map((id) => rows.find((row) => row.id === id));
    return rows.map((row) => {
      const other = row === first ? second : row === second ? first : undefined;
      return other ? { ...row, sealed: other.sealed } : row;
    });
  }),
  onNewTasks('M09', 'a task is served as a document, another at a lower version', (rows, [a, b]) =>
    rows.map((row) => {
      if (row.id === a) return { ...row, entity: 'document' };
      return row.id === b ? { ...row, version: row.version - 1 } : row;
    }),
  ),
  onNewTasks('M10', 'tasks are served as subtasks of each other', (rows, [a, b]) =>
    rows.map((row) => {
      if (row.id === a) return { ...row, refs: { ...row.refs, parentId: b } };
      return row.id === b ? { ...row, refs: { ...row.refs, parentId: a } } : row;
    }),
  ),
  onOldRow(
    'M15',
    'an old version of a record is served',
    async ({ workspace }, task) => {
      workspace.update('task', task.id, { title: `Newer ${task.title}` });
      await workspace.outbox.sent();
    },
    (page, _, task) => isShown(page, `Newer ${task.title}`),
  ),
  (() => {
    let before: Scope | undefined;
    let task = { id: '', title: '' };
    return {
      id: 'M16',
      title: 'a whole older list of a scope is served',
      refusal: oldState,
      honest: async (scene: Scene) => {
        const { page } = scene.member;
        await scene.turnPage();
        task = { id: randomUUID(), title: scene.title() };
        await write(scene, [task]);
        await isShown(page, task.title);
        before = (await scene.everything()).scopes.find(({ id }) => id === scene.projectId);
        scene.workspace.update('task', task.id, { title: `Newer ${task.title}` });
        await scene.workspace.outbox.sent();
        await isShown(page, `Newer ${task.title}`);
        await page.reload();
        await isShown(page, `Newer ${task.title}`);
        return page;
      },
      attack: async (scene: Scene) =>
        onSync((answer) => ({
          ...answer,
          scopes: [...answer.scopes.filter(({ id }) => id !== scene.projectId), before!],
        })),
      suffer: async (scene: Scene) => {
        await scene.member.page.reload();
        return scene.member.page;
      },
      also: async (_: Scene, page: View) => {
        await isShown(page, `Newer ${task.title}`);
        await isAbsent(page, new RegExp(`^${task.title}$`));
      },
    } satisfies Script;
  })(),
  onOldRow(
    'M18',
    'a deleted item is served again',
    async ({ workspace }, task) => {
      workspace.remove('task', task.id);
      await workspace.outbox.sent();
    },
    (page, _, task) => isAbsent(page, task.title),
  ),
];
