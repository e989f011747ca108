/** A document and the stored parts that it names. */
import type { Presigned } from '@kontor/contract/wire/blob';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

/** Uploads a part and returns its key. */
async function upload(of: TestWorkspace = workspace): Promise<string> {
  const { body } = await of.owner.client.call<Presigned[]>(
    'GET',
    '/api/s3/pre-signed-url?count=1&sizes=1000',
    {
      headers: { 'x-workspace-id': of.id },
    },
  );
  const { url, fileKey } = body[0]!;
  const put = await fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(1_000) });
  expect(put.status).toBe(200);
  return fileKey;
}

const stateOf = async (fileKey: string) => {
  const { rows } = await server.services.pool.query('SELECT state FROM blob WHERE file_key = $1', [fileKey]);
  return rows[0]?.state;
};

const file = (blobs: string[]) =>
  recordChange('document.create', { scopeId: project, refs: { nameTag: random(32), blobs } });

it('holds its parts for as long as it names them', async () => {
  const [old, fresh] = [await upload(), await upload()];
  const document = file([old]);
  expect((await change(workspace.owner, workspace.id, document)).status).toBe(200);
  expect(await stateOf(old)).toBe('referenced');
  const next = recordChange('document.update', {
    ...document.args,
    version: 2,
    refs: { ...document.args.refs, blobs: [fresh] },
  });
  expect((await change(workspace.owner, workspace.id, next)).status).toBe(200);
  expect([await stateOf(old), await stateOf(fresh)]).toEqual(['released', 'referenced']);
  const gone = recordChange('document.delete', { ...next.args, version: 3 });
  expect((await change(workspace.owner, workspace.id, gone)).status).toBe(200);
  expect(await stateOf(fresh)).toBe('released');
});

it('takes nothing of a refused batch, and no part of another workspace', async () => {
  const fileKey = await upload();
  const stale = recordChange('task.update', { scopeId: project, version: 2 });
  expect((await change(workspace.owner, workspace.id, file([fileKey]), stale)).status).toBe(404);
  expect(await stateOf(fileKey)).toBe('stored');
  const other = await createWorkspace(server);
  const theirs = await upload(other);
  expect((await change(workspace.owner, workspace.id, file([theirs]))).body.code).toBe('BLOB_MISSING');
  expect((await change(workspace.owner, workspace.id, file([fileKey]))).status).toBe(200);
});

it('counts in what its workspace stores', async () => {
  const tenant = await createWorkspace(server);
  const scopeId = await createProject(tenant);
  const fileKey = await upload(tenant);
  const document = recordChange('document.create', {
    scopeId,
    refs: { nameTag: random(32), blobs: [fileKey] },
  });
  expect((await change(tenant.owner, tenant.id, document)).status).toBe(200);
  const { body } = await tenant.owner.client.call<{ storageUsed: number }[]>('GET', '/api/workspaces');
  // The file, and what the few records take up.
  expect(body[0]!.storageUsed).toBeGreaterThan(1_000);
  expect(body[0]!.storageUsed).toBeLessThan(10_000);
});

it('moves into a project for who reads both alone, with its parts', async () => {
  const [employee, stranger] = [await createSignedIn(server), await createSignedIn(server)];
  await enrol(workspace, employee);
  const [open, closed] = [await createProject(workspace), await createProject(workspace)];
  await server.services.pool.query(`UPDATE scope SET access = 'private' WHERE id = $1`, [closed]);
  const fileKey = await upload();
  const document = file([fileKey]);
  expect((await change(workspace.owner, workspace.id, document)).status).toBe(200);
  const move = (from: string, to: string, version: number) => {
    const args = { ...document.args, version };
    return [
      recordChange('document.create', { ...args, scopeId: to }),
      recordChange('document.delete', { ...args, scopeId: from }),
    ];
  };
  const codeOf = async (by: typeof employee, from: string, to: string, version: number) => {
    const { status, body } = await change(by, workspace.id, ...move(from, to, version));
    return status === 200 ? 'moved' : body.code;
  };
  expect(await codeOf(employee, project, closed, 2)).toBe('NOT_FOUND');
  expect(await codeOf(stranger, project, open, 2)).toBe('NOT_FOUND');
  expect(await codeOf(employee, project, open, 2)).toBe('moved');
  expect(await codeOf(employee, open, closed, 3)).toBe('NOT_FOUND');
  const { rows } = await server.services.pool.query(
    'SELECT scope_id FROM document WHERE id = $1 AND NOT deleted',
    [document.args.id],
  );
  expect(rows).toEqual([{ scope_id: open }]);
  expect(await stateOf(fileKey)).toBe('referenced');
});
