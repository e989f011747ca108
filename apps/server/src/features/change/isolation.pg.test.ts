/** Ids outside one's scopes are not found, in the same words as ids that do not exist at all. */
import type { Batch, Change } from '@kontor/contract/wire/change';
import type { ErrorCode } from '@kontor/contract/wire/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { grant, random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  send,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

interface Tenant extends TestWorkspace {
  project: string;
  task: string;
  document: string;
}

let server: TestServer;
let mine: Tenant;
let theirs: Tenant;
let employee: TestAccount;
let customer: TestAccount;

async function createTenant(): Promise<Tenant> {
  const workspace = await createWorkspace(server);
  const project = await createProject(workspace);
  const task = recordChange('task.create', { scopeId: project });
  const document = recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });
  await expectApplied(change(workspace.owner, workspace.id, task, document));
  return { ...workspace, project, task: task.args.id, document: document.args.id };
}

beforeAll(async () => {
  server = await startTestServer();
  [mine, theirs] = [await createTenant(), await createTenant()];
  [employee, customer] = [await createSignedIn(server), await createSignedIn(server)];
  await enrol(mine, employee);
  await enrol(mine, customer, { role: 'CUSTOMER' });
});
afterAll(() => server.stop());

/** Makes changes that work with my ids, new ones at each call. */
const changesOf = ({ id, owner, signer, admins, staff, project, task, document }: Tenant): Change[] => [
  { name: 'workspace.update', args: { id, name: 'Renamed' } },
  { name: 'scope.create', args: { scope: { id: newId(), kind: 'project', access: 'open' } } },
  {
    name: 'key.add',
    args: {
      key: grant(signer, { scopeId: staff.id, generation: 1, kid: staff.kid, recipientId: owner.userId }),
    },
  },
  recordChange('task.create', { scopeId: project, refs: { parentId: task, assigneeIds: [owner.userId] } }),
  recordChange('task.update', { scopeId: project, id: task, version: 2 }),
  recordChange('task.delete', { scopeId: project, id: task, version: 2 }),
  recordChange('document.create', {
    scopeId: project,
    refs: { nameTag: random(32), parentId: document, taskId: task },
  }),
  recordChange('document.update', {
    scopeId: project,
    id: document,
    version: 2,
    refs: { nameTag: random(32) },
  }),
  recordChange('project.update', { scopeId: project, id: project, version: 2 }),
  recordChange('business.update', { scopeId: admins.id, id, version: 2, kid: admins.kid }),
  recordChange('member.update', {
    id: owner.userId,
    scopeId: staff.id,
    version: 2,
    kid: staff.kid,
    refs: { userId: owner.userId },
  }),
];

/** Yields every way to put one of their ids, or nobody's id, in the place of one of mine. */
function* substitutions(
  json: string,
  own: Tenant,
  other: Tenant,
): Generator<[theirs: string, nobodys: string]> {
  const pairs: [string, string][] = [
    [own.id, other.id],
    [own.owner.userId, other.owner.userId],
    [own.admins.id, other.admins.id],
    [own.staff.id, other.staff.id],
    [own.project, other.project],
    [own.task, other.task],
    [own.document, other.document],
  ];
  for (const [from, to] of pairs) {
    for (let at = json.indexOf(from); at >= 0; at = json.indexOf(from, at + 1)) {
      const swap = (id: string) => json.slice(0, at) + id + json.slice(at + from.length);
      yield [swap(to), swap(newId())];
    }
  }
}

const outcome = async (json: string) => {
  const { status, body } = await send(mine.owner, JSON.parse(json) as Batch, { 'x-workspace-id': mine.id });
  return { status, code: body.code, message: body.message };
};

describe("another tenant's ids", () => {
  it('do nothing anywhere, and look like ids of nobody', async () => {
    const before = await snapshot(theirs);
    let count = 0;
    for (const { name } of changesOf(mine)) {
      // Each attempt is refused, so the same change can be tried with each substitution.
      const fresh = changesOf(mine).find((change) => change.name === name)!;
      const json = JSON.stringify({ id: newId(), workspaceId: mine.id, changes: [fresh] });
      for (const [foreign, missing] of substitutions(json, mine, theirs)) {
        const answer = await outcome(foreign);
        expect(answer, foreign).toEqual(await outcome(missing));
        expect(answer.status, foreign).toBeGreaterThanOrEqual(400);
        count++;
      }
    }
    expect(count).toBeGreaterThan(25);
    expect(await snapshot(theirs)).toEqual(before);
  });

  it('are refused for being theirs: each change works with its own', async () => {
    const tenant = await createTenant();
    for (const own of changesOf(tenant).filter(({ name }) => name !== 'task.delete')) {
      const heads =
        own.name === 'scope.create'
          ? [recordChange('project.create', { id: own.args.scope.id, scopeId: own.args.scope.id })]
          : [];
      const { status, body } = await change(tenant.owner, tenant.id, own, ...heads);
      expect(status, `${own.name} ${JSON.stringify(body)}`).toBe(200);
    }
  });

  it('open nothing in a workspace that is not mine', async () => {
    for (const id of [theirs.id, newId()]) {
      const written = await change(mine.owner, id, recordChange('task.create', { scopeId: theirs.project }));
      expect(written).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(await sync(mine.owner, { workspaceId: id })).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND' },
      });
    }
    const cursors = { [theirs.project]: 0, [theirs.staff.id]: 0, [theirs.owner.userId]: 0 };
    const { answer } = await sync(mine.owner, { workspaceId: mine.id, cursors });
    expect(answer.gone.sort()).toEqual(Object.keys(cursors).sort());
    const ids = new Set(answer.scopes.map(({ id }) => id));
    expect(ids.isDisjointFrom(new Set(Object.keys(cursors)))).toBe(true);
  });
});

/** Returns everything that a tenant holds. */
async function snapshot(tenant: Tenant) {
  const { answer } = await sync(tenant.owner, { workspaceId: tenant.id });
  return answer;
}

describe('inside a workspace', () => {
  const attempt = async (who: TestAccount, change: Change): Promise<ErrorCode | 'done'> => {
    const { status, body } = await send(who, { id: newId(), workspaceId: mine.id, changes: [change] });
    return status === 200 ? 'done' : body.code;
  };
  const newTask = () => recordChange('task.create', { scopeId: mine.project });

  it('roles end where the contract says', async () => {
    const business = recordChange('business.update', {
      id: mine.id,
      scopeId: mine.admins.id,
      kid: mine.admins.kid,
      version: 2,
    });
    expect(await attempt(employee, newTask())).toBe('done');
    expect(await attempt(employee, business)).toBe('NOT_FOUND');
    expect(
      await attempt(
        employee,
        recordChange('project.delete', { id: mine.project, scopeId: mine.project, version: 2 }),
      ),
    ).toBe('PERMISSION_DENIED');
    expect(await attempt(employee, { name: 'workspace.update', args: { id: mine.id, name: 'Mine' } })).toBe(
      'PERMISSION_DENIED',
    );
    expect(await attempt(employee, { name: 'workspace.delete', args: { id: mine.id } })).toBe('NOT_OWNER');
    expect(await attempt(customer, newTask())).toBe('NOT_FOUND');
    const { answer } = await sync(employee, { workspaceId: mine.id });
    expect(answer.scopes.map(({ kind }) => kind)).toEqual(['staff', 'project', 'personal']);
    expect((await sync(customer, { workspaceId: mine.id })).answer.scopes.map(({ kind }) => kind)).toEqual([
      'personal',
    ]);
  });

  it('nobody who is not active does anything', async () => {
    const former = await createSignedIn(server);
    for (const status of ['LOCKED', 'INACTIVE']) {
      await enrol(mine, former, { role: 'ADMIN', status });
      expect(await attempt(former, newTask())).toBe('NOT_FOUND');
      expect(await attempt(former, { name: 'workspace.update', args: { id: mine.id, name: 'Mine' } })).toBe(
        'PERMISSION_DENIED',
      );
    }
    expect((await sync(former, { workspaceId: mine.id })).error.code).toBe('PERMISSION_DENIED');
    // Somebody LOCKED reads the log, by which they are to be unlocked, and nothing else of the workspace.
    await enrol(mine, former, { role: 'ADMIN', status: 'LOCKED' });
    const { answer } = await sync(former, { workspaceId: mine.id });
    expect([answer.scopes.map(({ kind }) => kind), answer.log.length]).toEqual([['personal'], 1]);
  });

  it("a directory entry is its person's, whomever a change names", async () => {
    const { staff } = mine;
    const entry = recordChange('member.create', {
      id: employee.userId,
      scopeId: staff.id,
      kid: staff.kid,
      refs: { userId: employee.userId },
    });
    const under = (id: string) => ({ ...entry, args: { ...entry.args, id } });
    expect(await attempt(employee, under(newId()))).toBe('PERMISSION_DENIED');
    expect(await attempt(employee, entry)).toBe('done');
    const bosses = mine.batch.changes.find(({ name }) => name === 'member.create') as typeof entry;
    const update = (id: string, userId: string) =>
      recordChange('member.update', { id, scopeId: staff.id, kid: staff.kid, version: 2, refs: { userId } });
    expect(await attempt(employee, update(bosses.args.id, mine.owner.userId))).toBe('PERMISSION_DENIED');
    expect(await attempt(employee, update(bosses.args.id, employee.userId))).toBe('PERMISSION_DENIED');
    expect(await attempt(employee, update(entry.args.id, employee.userId))).toBe('done');
  });
});
