/**
 * Nouns that nobody ships, written by their owner, a colleague and an admin, on the fast path and the slow path: the
 * server's behaviour follows from their descriptions.
 */
import { probes } from '@kontor/contract/testing/probeNouns';
import type { RecordChange } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeHandlers } from '../../changeHandlers.ts';
import { fitsFastPath } from '../../sync/changes/describedRule.ts';
import { planBatch } from '../../sync/changes/plan.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { createTables } from '../../testing/probeTables.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

let server: TestServer;
let workspace: TestWorkspace;
let [ada, ben]: TestAccount[] = [];
let [project, other, task] = ['', '', ''];

beforeAll(async () => {
  server = await startTestServer();
  await createTables(server, Object.keys(probes));
  workspace = await createWorkspace(server);
  [ada, ben] = [await createSignedIn(server), await createSignedIn(server)];
  for (const each of [ada, ben]) await enrol(workspace, each);
  [project, other] = [await createProject(workspace), await createProject(workspace)];
  const made = recordChange('task.create', { scopeId: project });
  await expectApplied(change(workspace.owner, workspace.id, made));
  task = made.args.id;
});
afterAll(() => server.stop());

type Args = Parameters<typeof recordChange>[1];
const probe = (name: string, args: Args) => recordChange(name as 'task.create', args);
const entry = (verb: string, id: string, owner: TestAccount, version = 1, scopeId = project) =>
  probe(`probeEntry.${verb}`, { id, scopeId, version, refs: { taskId: task, userId: owner.userId } });

/** Sends changes; for the slow path adds a record of another noun, since the fast path takes one noun at a time. */
async function sendBy(who: TestAccount, path: 'fast' | 'slow', ...changes: RecordChange[]): Promise<string> {
  const more = path === 'slow' ? [recordChange('task.create', { scopeId: project })] : [];
  const { status, body } = await change(who, workspace.id, ...changes, ...more);
  return status === 200 ? 'done' : String(body.code);
}

/** Returns the owner and version of an entry by the table. */
async function standing(id: string): Promise<unknown[]> {
  const { rows } = await server.services.pool.query(
    'SELECT user_id, version, deleted FROM probe_entry WHERE id = $1 ORDER BY deleted',
    [id],
  );
  return rows.map((row) => [row.user_id, row.version, ...(row.deleted ? ['deleted'] : [])]);
}

describe.each(['fast', 'slow'] as const)("what is somebody's, on the %s path", (path) => {
  const attempt = (who: TestAccount, ...changes: RecordChange[]) => sendBy(who, path, ...changes);

  it('is written by them, and by nobody who names themselves its owner', async () => {
    const id = newId();
    expect(await attempt(ada!, entry('create', id, ada!))).toBe('done');
    for (const named of [ada!, ben!])
      for (const verb of ['update', 'delete'])
        expect(await attempt(ben!, entry(verb, id, named, 2)), verb).toBe('PERMISSION_DENIED');
    expect(await standing(id)).toEqual([[ada!.userId, 1]]);
    expect(await attempt(ada!, entry('update', id, ada!, 2))).toBe('done');
    expect(await attempt(ada!, entry('delete', id, ada!, 3))).toBe('done');
  });

  it('is made for oneself, for somebody else by an admin', async () => {
    const id = newId();
    expect(await attempt(ben!, entry('create', id, ada!))).toBe('PERMISSION_DENIED');
    expect(await attempt(workspace.owner, entry('create', id, ada!))).toBe('done');
    expect(await standing(id)).toEqual([[ada!.userId, 1]]);
  });

  it('is handed to somebody else by nobody', async () => {
    const id = newId();
    await attempt(ada!, entry('create', id, ada!));
    expect(await attempt(ada!, entry('update', id, ben!, 2))).toBe('PERMISSION_DENIED');
    expect(await attempt(workspace.owner, entry('update', id, ben!, 2))).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, entry('update', id, ben!, 2))).toBe('PERMISSION_DENIED');
    expect(await attempt(ada!, entry('update', id, ada!, 2))).toBe('done');
  });

  it('is not made anew over its tombstone by somebody else', async () => {
    const id = newId();
    await attempt(ada!, entry('create', id, ada!));
    await attempt(ada!, entry('delete', id, ada!, 2));
    expect(await attempt(ben!, entry('create', id, ben!, 3))).toBe('PERMISSION_DENIED');
    expect(await standing(id)).toEqual([[ada!.userId, 2, 'deleted']]);
    expect(await attempt(ada!, entry('create', id, ada!, 3))).toBe('done');
  });

  it('is not outranked from another scope, and moves with its owner', async () => {
    const id = newId();
    const there = (verb: string, owner: TestAccount, version: number) =>
      probe(`probeVote.${verb}`, { id, scopeId: other, version, refs: { userId: owner.userId } });
    expect(await attempt(ada!, entry('create', id, ada!))).toBe('done');
    const task2 = recordChange('task.create', { scopeId: other });
    expect(await attempt(ada!, task2)).toBe('done');
    const moved = (owner: TestAccount) =>
      probe('probeEntry.create', {
        id,
        scopeId: other,
        version: 2,
        refs: { taskId: task2.args.id, userId: owner.userId },
      });
    const taken = moved(ben!);
    expect(await attempt(ben!, taken)).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, taken, entry('delete', id, ben!, 2))).toBe('PERMISSION_DENIED');
    // A tombstone of another noun does not count as one of this noun.
    await attempt(ben!, there('create', ben!, 1));
    expect(await attempt(ben!, taken, there('delete', ben!, 2))).toBe('PERMISSION_DENIED');
    expect(await attempt(ada!, moved(ada!), entry('delete', id, ada!, 2))).toBe('done');
    expect(await standing(id)).toEqual([
      [ada!.userId, 2],
      [ada!.userId, 2, 'deleted'],
    ]);
  });

  it('goes with what it lies in, when a colleague deletes or moves that, and stays its owner’s', async () => {
    const holder = recordChange('task.create', { scopeId: project });
    const taskId = holder.args.id;
    const [entryId, apart] = [newId(), newId()];
    const at = (
      verb: string,
      { owner = ada!, ...args }: { version: number; scopeId?: string; id?: string; owner?: TestAccount },
    ) =>
      probe(`probeEntry.${verb}`, {
        id: entryId,
        scopeId: project,
        ...args,
        refs: { taskId: args.id === apart ? task : taskId, userId: owner.userId },
      });
    const holderAt = (verb: string, scopeId: string, version: number) =>
      recordChange(`task.${verb}` as 'task.create', { id: taskId, scopeId, version });
    await attempt(ada!, holder);
    await attempt(ada!, at('create', { version: 1 }));
    await attempt(ada!, at('create', { version: 1, id: apart }));

    const gone = [at('delete', { version: 2 }), holderAt('delete', project, 2)];
    // A task elsewhere, or what lies in another one, is not what it lies in.
    expect(await attempt(ben!, gone[0]!)).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, at('delete', { version: 2, id: apart }), gone[1]!)).toBe('PERMISSION_DENIED');
    const elsewhere = [holderAt('create', other, 1), holderAt('delete', other, 2)];
    expect(await attempt(ben!, gone[0]!, ...elsewhere)).toBe('PERMISSION_DENIED');

    const there = holderAt('create', other, 2);
    const moved = (owner: TestAccount) => at('create', { version: 2, scopeId: other, owner });
    expect(await attempt(ben!, ...gone, there, moved(ben!))).toBe('PERMISSION_DENIED');
    // Nor is it taken off what stays, or goes on elsewhere.
    expect(await attempt(ben!, ...gone, holderAt('create', project, 3))).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, ...gone, there)).toBe('PERMISSION_DENIED');
    const changed = moved(ada!);
    changed.args.refs = { ...changed.args.refs, minutes: 5 };
    expect(await attempt(ben!, ...gone, there, changed)).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, ...gone, there, moved(ada!))).toBe('done');
    expect(await standing(entryId)).toEqual([
      [ada!.userId, 2],
      [ada!.userId, 2, 'deleted'],
    ]);

    // What its owner deleted is deleted once more by nobody else, nor brought back.
    expect(await attempt(ada!, at('delete', { version: 3, scopeId: other }))).toBe('done');
    const back = (version: number) => [
      at('delete', { version, scopeId: other }),
      holderAt('delete', other, 3),
      holderAt('create', project, 3),
    ];
    expect(await attempt(ben!, ...back(4))).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, ...back(4), at('create', { version: 4 }))).toBe('PERMISSION_DENIED');
    expect(await attempt(ben!, at('create', { version: 4 }), ...back(4).toReversed())).toBe(
      'PERMISSION_DENIED',
    );
    // Who does not know of it yet is told.
    expect(await attempt(ben!, ...back(3))).toBe('STALE_VERSION');
  });

  it('keeps its version', async () => {
    const id = newId();
    await attempt(ada!, entry('create', id, ada!));
    expect(await attempt(ada!, entry('update', id, ada!, 3))).toBe('STALE_VERSION');
    expect(await attempt(ada!, entry('update', newId(), ada!, 2))).toBe('NOT_FOUND');
  });

  it('lies in something of its own scope', async () => {
    expect(await attempt(ada!, entry('create', newId(), ada!, 1, other))).toBe('NOT_FOUND');
  });
});

it("takes the fast path for what is one's own", () => {
  const fits = (name: string, owner: TestAccount, verb = 'update') => {
    const changes = [probe(`${name}.${verb}`, entry(verb, newId(), owner, 2).args)];
    const [step] = planBatch({ id: newId(), workspaceId: workspace.id, changes }).steps;
    return 'run' in step! && fitsFastPath(changeHandlers, step.run, ada!.userId);
  };
  expect(fits('probeEntry', ada!)).toBe(true);
  expect(fits('probeMessage', ada!)).toBe(true);
  expect(fits('probeEntry', ben!)).toBe(false);
  expect(fits('probeEntry', ada!, 'create')).toBe(false);
  expect(fits('probeRoom', ada!)).toBe(false);
});

it('takes the fast path for what is new and names no blobs', () => {
  const fits = (verb: string, blobs: string[], version = 1) => {
    const refs = { userId: ada!.userId, notifyIds: [], blobs };
    const args = { scopeId: project, id: newId(), version, refs, sealed: 'AAAA' };
    const changes = [probe(`message.${verb}`, args)];
    const [step] = planBatch({ id: newId(), workspaceId: workspace.id, changes }).steps;
    return 'run' in step! && fitsFastPath(changeHandlers, step.run, ada!.userId);
  };
  expect(fits('create', [])).toBe(true);
  expect(fits('create', ['blob'])).toBe(false);
  // What stands may name some, which are let go.
  expect(fits('update', [], 2)).toBe(false);
  expect(fits('delete', [], 2)).toBe(false);
});

describe.each(['fast', 'slow'] as const)('what is unique, on the %s path', (path) => {
  it('is refused a second time with the error of its description, however it comes about', async () => {
    const vote = (verb: string, id: string, version: number, refs: Args['refs']) =>
      probe(`probeVote.${verb}`, { id, scopeId: project, version, refs: { userId: ada!.userId, ...refs } });
    const [first, second] = [newId(), newId()];
    expect(await sendBy(ben!, path, vote('create', first, 1, {}))).toBe('done');
    const { status, body } = await change(ben!, workspace.id, vote('create', second, 1, {}));
    expect([status, body.code, body.data]).toEqual([409, 'NAME_TAKEN', { scopeId: project, id: second }]);
    expect(await sendBy(ben!, path, vote('create', second, 1, { taskId: task }))).toBe('done');
    expect(await sendBy(ben!, path, vote('update', second, 2, {}))).toBe('NAME_TAKEN');
    expect(await sendBy(ben!, path, vote('delete', first, 2, {}))).toBe('done');
    expect(await sendBy(ben!, path, vote('update', second, 2, {}))).toBe('done');
    expect(await sendBy(ben!, path, vote('create', first, 3, {}))).toBe('NAME_TAKEN');
    expect(await sendBy(ben!, path, vote('delete', second, 3, {}))).toBe('done');
  });
});

it('holds a head to its scope, and takes what lives in a windowed one', async () => {
  const roomId = newId();
  const room = (id: string) => probe('probeRoom.create', { id, scopeId: roomId });
  const scope = {
    name: 'scope.create',
    args: { scope: { id: roomId, kind: 'room', access: 'open' } },
  } as const;
  await expectApplied(change(ada!, workspace.id, scope, room(roomId)));
  expect(await sendBy(ada!, 'fast', room(newId()))).toBe('BAD_INPUT');
  const message = (owner: TestAccount) =>
    probe('probeMessage.create', { scopeId: roomId, refs: { userId: owner.userId } });
  expect(await sendBy(ada!, 'fast', message(ada!))).toBe('done');
  expect(await sendBy(ada!, 'fast', message(ben!))).toBe('PERMISSION_DENIED');
  expect(await sendBy(ada!, 'fast', recordChange('task.create', { scopeId: roomId }))).toBe('BAD_INPUT');
  const { answer } = await sync(ben!, { workspaceId: workspace.id });
  const rows = answer.scopes.find(({ id }) => id === roomId)?.rows ?? [];
  expect(rows.map(({ entity }) => entity).sort()).toEqual(['probeMessage', 'probeRoom']);
});
