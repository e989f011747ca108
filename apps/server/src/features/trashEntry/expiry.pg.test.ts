/** Tests which parts the trash lets go of after 30 days, and which it must not. */
import type { Entity } from '@kontor/contract/entity/entity';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Presigned } from '@kontor/contract/wire/blob';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { expireTrash } from './expiry.ts';

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

/** Uploads parts; returns their keys. Fails as the server does where there is no room. */
async function upload(count = 1): Promise<string[]> {
  const sizes = Array(count).fill(1_000).join(',');
  const { body } = await workspace.owner.client.call<Presigned[]>(
    'GET',
    `/api/s3/pre-signed-url?count=${count}&sizes=${sizes}`,
    { headers: { 'x-workspace-id': workspace.id } },
  );
  for (const { url } of body)
    await fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(1_000) });
  return body.map(({ fileKey }) => fileKey);
}

const write = async (...changes: Parameters<typeof change>[2][]) => {
  const { status, body } = await change(workspace.owner, workspace.id, ...changes);
  expect(body).toMatchObject({});
  expect(status).toBe(200);
};
const states = async (fileKeys: string[]) => {
  const { rows } = await server.services.pool.query(
    'SELECT file_key, state FROM blob WHERE file_key = ANY ($1)',
    [fileKeys],
  );
  return fileKeys.map((key) => rows.find((row) => row.file_key === key)?.state);
};
const document = (refs: object) =>
  recordChange('document.create', { scopeId: project, refs: { nameTag: random(32), blobs: [], ...refs } });
const entry = () => recordChange('trashEntry.create', { scopeId: project, refs: {} });
const version = (documentId: string, blobs: string[]) =>
  recordChange('fileVersion.create', { scopeId: project, refs: { documentId, blobs } });
const link = (documentId: string, blobs: string[]) => {
  const { userId: makerId } = workspace.owner;
  const refs = { documentId, blobs, makerId, verifier: random(32), expiresAt: Date.now() + 86_400_000 };
  return recordChange('link.create', { scopeId: project, refs });
};

/** Moves the time at which an entry was written, as the server keeps it. */
const age = (id: string, days: number) =>
  server.services.pool.query(
    `UPDATE trash_entry SET created_at = now() - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );

it('finds what names parts in a document, since none of that lies deeper than directly in it', () => {
  const targetsOf = (name: EntityName) => {
    const { within, refs }: Entity = entityOf(name);
    return within.map((key) => refs[key]!.target as EntityName).filter((target) => target !== name);
  };
  const isBelow = (name: EntityName): boolean =>
    name !== 'document' && targetsOf(name).some((target) => target === 'document' || isBelow(target));
  const named = entityNames.filter((name) => 'blobs' in entityOf(name).refs);
  expect(named.filter((name) => targetsOf(name).some(isBelow))).toEqual([]);
  expect(named.filter(isBelow)).toEqual(['fileVersion', 'link']);
});

it('lets go of everything below an entry after 30 days, versions and links too, and of nothing else', async () => {
  const parts = await upload(6);
  const [inFolder, deep, old, listed, fresh, kept] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [expired, recent] = [entry(), entry()];
  const folder = document({ trashEntryId: expired.args.id });
  const inner = document({ parentId: folder.args.id });
  const file = document({ parentId: folder.args.id, blobs: [inFolder] });
  const deepFile = document({ parentId: inner.args.id, blobs: [deep] });
  const freshFile = document({ trashEntryId: recent.args.id, blobs: [fresh] });
  const keptFile = document({ blobs: [kept] });
  await write(expired, recent, folder, inner, file, deepFile, freshFile, keptFile);
  await write(version(file.args.id, [old]), link(file.args.id, [listed]));
  await age(expired.args.id, 31);
  await age(recent.args.id, 29);
  while ((await expireTrash(server.services)) > 0);
  expect(await states(parts)).toEqual([
    ...['released', 'released', 'released', 'released', 'referenced', 'referenced'],
  ]);
  expect(await expireTrash(server.services)).toBe(0);
});

it('leaves what somebody takes out at that moment', async () => {
  const [key] = (await upload()) as [string];
  const gone = entry();
  const file = document({ trashEntryId: gone.args.id, blobs: [key] });
  await write(gone, file);
  await age(gone.args.id, 31);
  const { nameTag, blobs } = file.args.refs as { nameTag: string; blobs: string[] };
  const back = recordChange('document.update', { ...file.args, version: 2, refs: { nameTag, blobs } });
  const [, { status }] = await Promise.all([
    expireTrash(server.services),
    change(workspace.owner, workspace.id, back),
  ]);
  expect(status).toBe(200);
  while ((await expireTrash(server.services)) > 0);
  expect(await states([key])).toEqual(['referenced']);
});

it('keeps the parts of a content while it becomes a version, and drops those of the version that goes', async () => {
  const [first, second] = (await upload(2)) as [string, string];
  const file = document({ blobs: [first] });
  await write(file);
  const { nameTag } = file.args.refs as { nameTag: string };
  const before = version(file.args.id, [first]);
  await write(
    before,
    recordChange('document.update', { ...file.args, version: 2, refs: { nameTag, blobs: [second] } }),
  );
  expect(await states([first, second])).toEqual(['referenced', 'referenced']);
  await write(recordChange('fileVersion.delete', { ...before.args, version: 2 }));
  expect(await states([first, second])).toEqual(['released', 'referenced']);
});
