/** The rules of a customer's records: their writers, their places and the reasons against deleting them. */
import type { Change } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createCustomer,
  createProject,
  createWorkspace,
  enrol,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

type Customer = Awaited<ReturnType<typeof createCustomer>>;

let server: TestServer;
let workspace: TestWorkspace;
let mine: Customer;
let other: TestWorkspace;
let theirs: Customer;
let employee: TestAccount;
let guest: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  [workspace, other] = [await createWorkspace(server), await createWorkspace(server)];
  [mine, theirs] = [await createCustomer(workspace), await createCustomer(other)];
  [employee, guest] = [await createSignedIn(server), await createSignedIn(server)];
  await enrol(workspace, employee);
  await enrol(workspace, guest, { role: 'CUSTOMER' });
});
afterAll(() => server.stop());

const attempt = async (who: TestAccount, ...changes: Change[]) => {
  const { status, body } = await change(who, workspace.id, ...changes);
  return status === 200 ? 'done' : body.code;
};
const update = ({ id, kid }: Customer, version = 2) =>
  recordChange('customer.update', { id, scopeId: id, kid, version });
const fileOf = (customerId: string, more: { id?: string; version?: number } = {}) =>
  recordChange(more.version ? 'customerFile.update' : 'customerFile.create', {
    scopeId: workspace.admins.id,
    kid: workspace.admins.kid,
    refs: { customerId },
    ...more,
  });
const folder = (customerId?: string, place = workspace.staff) =>
  recordChange('document.create', {
    scopeId: place.id,
    ...('kid' in place && { kid: place.kid }),
    refs: { nameTag: random(32), ...(customerId !== undefined && { customerId }) },
  });

describe('a customer', () => {
  it('is not taken on while nothing is paid, though the log is part of it', async () => {
    const owing = await createWorkspace(server);
    const pays = (access: 'readOnly' | 'full') =>
      server.services.db
        .updateTable('subscription')
        .set({ access })
        .where('workspace_id', '=', owing.id)
        .execute();
    await pays('readOnly');
    await expect(createCustomer(owing)).rejects.toThrow('SUBSCRIPTION_EXPIRED');
    await pays('full');
    await createCustomer(owing);
  });

  it('is read by employees, written by admins alone, and nothing to other customers', async () => {
    const kinds = async (who: TestAccount) =>
      (await sync(who, { workspaceId: workspace.id })).answer.scopes.map(({ kind }) => kind);
    expect(await kinds(employee)).toContain('customer');
    expect(await kinds(guest)).toEqual(['personal']);
    expect(await attempt(employee, update(mine))).toBe('PERMISSION_DENIED');
    expect(await attempt(guest, update(mine))).toBe('NOT_FOUND');
    expect(await attempt(employee, fileOf(mine.id, { id: mine.fileId, version: 2 }))).toBe('NOT_FOUND');
    expect(await attempt(workspace.owner, update(mine))).toBe('done');
  });

  it('has the id of its scope, and is nobody else’s', async () => {
    const { id: scopeId, kid } = mine;
    expect(await attempt(workspace.owner, recordChange('customer.create', { scopeId, kid }))).toBe(
      'BAD_INPUT',
    );
    expect(await attempt(workspace.owner, update(theirs))).toBe('NOT_FOUND');
    const inStaff = recordChange('customer.create', { id: workspace.staff.id, scopeId: workspace.staff.id });
    expect(await attempt(workspace.owner, inStaff)).toBe('BAD_INPUT');
  });
});

describe('a file', () => {
  it('names a customer of this workspace, and stays theirs', async () => {
    for (const id of [theirs.id, newId(), workspace.staff.id])
      expect(await attempt(workspace.owner, fileOf(id))).toBe('NOT_FOUND');
    expect(await attempt(workspace.owner, fileOf(workspace.admins.id, { id: mine.fileId, version: 2 }))).toBe(
      'PERMISSION_DENIED',
    );
    expect(await attempt(workspace.owner, fileOf(mine.id, { id: mine.fileId, version: 2 }))).toBe('done');
  });

  it('stays its workspace’s, whatever id another one gives to a file of its own', async () => {
    const { id: scopeId, kid } = other.admins;
    const refs = { customerId: theirs.id };
    const sameId = recordChange('customerFile.create', { scopeId, kid, id: mine.fileId, refs });
    expect((await change(other.owner, other.id, sameId)).status).toBe(200);
    expect(await attempt(workspace.owner, fileOf(mine.id, { id: mine.fileId, version: 3 }))).toBe('done');
  });
});

describe('a document', () => {
  it('of the staff names its customer, one of a project none', async () => {
    expect(await attempt(employee, folder())).toBe('BAD_INPUT');
    for (const id of [theirs.id, newId()]) expect(await attempt(employee, folder(id))).toBe('NOT_FOUND');
    const project = await createProject(workspace);
    const inProject = recordChange('document.create', {
      scopeId: project,
      refs: { nameTag: random(32), customerId: mine.id },
    });
    expect(await attempt(employee, inProject)).toBe('BAD_INPUT');
    expect(await attempt(guest, folder(mine.id))).toBe('NOT_FOUND');
  });

  it('keeps its customer from being deleted', async () => {
    const kept = folder(mine.id);
    expect(await attempt(employee, kept)).toBe('done');
    const gone = recordChange('customer.delete', {
      id: mine.id,
      scopeId: mine.id,
      kid: mine.kid,
      version: 3,
    });
    expect(await attempt(employee, gone)).toBe('PERMISSION_DENIED');
    expect(await attempt(workspace.owner, gone)).toBe('IN_USE');
    const deleted = recordChange('document.delete', { ...kept.args, kid: workspace.staff.kid, version: 2 });
    expect(await attempt(employee, deleted)).toBe('done');
    expect(await attempt(workspace.owner, gone)).toBe('done');
    // From a device that was offline meanwhile.
    expect(await attempt(employee, folder(mine.id))).toBe('NOT_FOUND');
    expect(await attempt(workspace.owner, fileOf(mine.id))).toBe('NOT_FOUND');
  });
});
