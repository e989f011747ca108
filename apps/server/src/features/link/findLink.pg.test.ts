/** Holds links against clients that write what ours does not: a container without what lies in it, somebody's id again. */
import { createHash } from 'node:crypto';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  expectApplied,
  newId,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { continueDeletions } from '../workspace/removal.ts';

let server: TestServer;
let workspace: TestWorkspace;
let scopeId: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  scopeId = await createProject(workspace);
});
afterAll(() => server.stop());

const day = 86_400_000;
const proof = random(32);
const verifier = createHash('sha256')
  .update(linkVerifierBytes(new Uint8Array(Buffer.from(proof, 'base64url'))))
  .digest('base64url');

async function storePart(of: TestWorkspace): Promise<string> {
  const { body } = await of.owner.client.call<{ url: string; fileKey: string }[]>(
    'GET',
    '/api/s3/pre-signed-url?count=1&sizes=100',
    { headers: { 'x-workspace-id': of.id } },
  );
  const [{ url, fileKey }] = body as [{ url: string; fileKey: string }];
  await fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(100) });
  return fileKey;
}

const write = (
  name: Parameters<typeof recordChange>[0],
  args: Parameters<typeof recordChange>[1],
  of = workspace,
) => expectApplied(change(of.owner, of.id, recordChange(name, args)));

const folder = async (parentId?: string, place = { of: workspace, scopeId }) => {
  const id = newId();
  const refs = { nameTag: random(32), ...(parentId && { parentId }) };
  await write('document.create', { id, scopeId: place.scopeId, refs }, place.of);
  return id;
};

async function makeLink(
  documentId: string,
  id = newId(),
  place = { of: workspace, scopeId },
): Promise<string> {
  const refs = { documentId, makerId: place.of.owner.userId, expiresAt: Date.now() + day, verifier };
  await write(
    'link.create',
    { id, scopeId: place.scopeId, refs: { ...refs, blobs: [await storePart(place.of)] } },
    place.of,
  );
  return id;
}

const call = async (path: string, json?: object) => {
  const answer = await fetch(`${server.url}/api/links/${path}`, {
    method: json ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

it.each(['deleted', 'in the trash'])(
  'hands out nothing of a folder that is %s without what lies in it',
  async (how) => {
    const root = await folder();
    const inner = await folder(root);
    const fileKey = await storePart(workspace);
    await write('document.create', {
      scopeId,
      refs: { nameTag: random(32), parentId: inner, blobs: [fileKey] },
    });
    const linkId = await makeLink(root);
    const { body } = await call(`${linkId}/fetches`, { proof });
    const urls = () => call(`${linkId}/urls`, { ticket: body.ticket, fileKeys: [fileKey] });
    expect((await urls()).status).toBe(200);
    const refs = { nameTag: random(32), parentId: root };
    if (how === 'deleted') await write('document.delete', { id: inner, scopeId, version: 2, refs });
    else {
      const trashEntryId = newId();
      await write('trashEntry.create', { id: trashEntryId, scopeId });
      await write('document.update', { id: inner, scopeId, version: 2, refs: { ...refs, trashEntryId } });
    }
    expect((await urls()).status).toBe(404);
  },
);

it('is not replaced by somebody who makes another under its id, and ends with its workspace', async () => {
  const linkId = await makeLink(await folder());
  server.clock.advance(1_000);
  const other = await createWorkspace(server);
  const place = { of: other, scopeId: await createProject(other) };
  await makeLink(await folder(undefined, place), linkId, place);
  const opened = async () =>
    new URL((await call(`${linkId}/open`, { proof })).body.url!, server.url).pathname;
  expect(await opened()).toContain(workspace.id);
  await call(`${linkId}/fetches`, { proof });
  await expectApplied(
    change(workspace.owner, workspace.id, { name: 'workspace.delete', args: { id: workspace.id } }),
  );
  const uses = () => server.services.db.selectFrom('link_use').selectAll().execute();
  expect((await uses()).map(({ workspace_id }) => workspace_id)).toContain(workspace.id);
  expect((await call(`${linkId}`)).status).toBe(410);
  await continueDeletions(server.services);
  expect((await uses()).map(({ workspace_id }) => workspace_id)).not.toContain(workspace.id);
});

it('is taken back while nothing is paid, and nothing else along with it', async () => {
  const owing = await createWorkspace(server);
  const place = { of: owing, scopeId: await createProject(owing) };
  const documentId = await folder(undefined, place);
  const id = await makeLink(documentId, newId(), place);
  const refs = { documentId, makerId: owing.owner.userId, expiresAt: Date.now() + day, verifier, blobs: [] };
  const link = (verb: 'update' | 'delete') =>
    recordChange(`link.${verb}`, { id, scopeId: place.scopeId, version: 2, refs });
  const task = recordChange('task.create', { scopeId: place.scopeId });
  await server.services.db
    .updateTable('subscription')
    .set({ access: 'readOnly' })
    .where('workspace_id', '=', owing.id)
    .execute();
  for (const refused of [[link('update')], [link('delete'), task]])
    expect((await change(owing.owner, owing.id, ...refused)).body.code).toBe('SUBSCRIPTION_EXPIRED');
  await expectApplied(change(owing.owner, owing.id, link('delete')));
});
