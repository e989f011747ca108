/** Holds links against clients that write what ours does not: a container without what lies in it, somebody's id again. */
import { createHash } from 'node:crypto';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
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
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
  workspace = await createWorkspace(server);
  scopeId = await createProject(workspace);
});
afterAll(() => server.stop());

const day = 86_400_000;
const proof = random(32);
const verifier = createHash('sha256')
  .update(linkVerifierBytes(new Uint8Array(Buffer.from(proof, 'base64url'))))
  .digest('base64url');

async function storePart(of: TestWorkspace, by = of.owner): Promise<string> {
  const { body } = await by.client.call<{ url: string; fileKey: string }[]>(
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

const call = async (path: string, json?: object, from = '192.0.2.1') => {
  const answer = await fetch(`${server.url}/api/links/${path}`, {
    method: json ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

const opened = async (linkId: string) =>
  new URL((await call(`${linkId}/open`, { proof })).body.url!, server.url).pathname;

type Refs = NonNullable<Parameters<typeof recordChange>[1]['refs']>;

/** Returns the refs of a link as the server has them, newest first. */
async function refsOf(linkId: string): Promise<Refs> {
  const row = await server.services.db
    .selectFrom('link')
    .selectAll()
    .where('id', '=', linkId)
    .orderBy('deleted')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  const { document_id: documentId, maker_id: makerId, blobs, expires_at, max_downloads } = row;
  const maxDownloads = max_downloads === null ? {} : { maxDownloads: max_downloads };
  return {
    documentId,
    makerId,
    verifier: row.verifier,
    blobs,
    expiresAt: Number(expires_at),
    ...maxDownloads,
  };
}

interface Move {
  linkId: string;
  documentId: string;
  from: string;
  to: string;
  /** The versions that it takes the link from, and to. */
  versions?: [number, number];
  /** That of the document. */
  version?: number;
  /** Other refs of the link, where it is deleted and where it is made anew. */
  gone?: Refs | undefined;
  made?: Refs;
  order?: 'delete first' | 'create first';
}

/** Moves a document with its link to another project. */
async function move(by: TestAccount, { linkId, documentId, from, to, ...how }: Move) {
  const { versions: [gone, made] = [2, 2], version = made, order = 'create first' } = how;
  const refs = await refsOf(linkId);
  const document = { id: documentId, refs: { nameTag: random(32) } };
  const out = [
    recordChange('link.delete', { id: linkId, scopeId: from, version: gone, refs: { ...refs, ...how.gone } }),
    recordChange('document.delete', { ...document, scopeId: from, version }),
  ];
  const into = [
    recordChange('document.create', { ...document, scopeId: to, version }),
    recordChange('link.create', { id: linkId, scopeId: to, version: made, refs: { ...refs, ...how.made } }),
  ];
  return change(by, workspace.id, ...(order === 'delete first' ? [...out, ...into] : [...into, ...out]));
}

const moveLink = async (...args: Parameters<typeof move>) => expectApplied(move(...args));

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

it('has its id to itself, in other projects and workspaces too', async () => {
  const documentId = await folder();
  const linkId = await makeLink(documentId);
  const mallory = await createWorkspace(server);
  const theirs = await createProject(mallory);
  const inside = await createProject(workspace);
  const others = [
    { of: mallory, scopeId: theirs },
    { of: workspace, scopeId: inside },
  ];
  for (const place of others) {
    const attempt = makeLink(await folder(undefined, place), linkId, place);
    await expect(attempt).rejects.toThrow("id: another's");
  }
  await moveLink(workspace.owner, { linkId, documentId, from: scopeId, to: inside });
  expect(await opened(linkId)).toContain(workspace.id);
  // Its tombstone too.
  const place = { of: mallory, scopeId: theirs };
  const revoked = await makeLink(await folder());
  await write('link.delete', { id: revoked, scopeId, version: 2, refs: await refsOf(revoked) });
  await expect(makeLink(await folder(undefined, place), revoked, place)).rejects.toThrow("id: another's");
});

it('is the only one of its id: not made twice at once, nor anew over where it was', async () => {
  const inside = await createProject(workspace);
  const documentId = await folder();
  const other = await folder(undefined, { of: workspace, scopeId: inside });
  const linkId = await makeLink(documentId);
  const refs = await refsOf(linkId);
  const twice = newId();
  const made = [
    recordChange('link.create', { id: twice, scopeId, refs }),
    recordChange('link.create', { id: twice, scopeId: inside, refs: { ...refs, documentId: other } }),
  ];
  expect(await change(workspace.owner, workspace.id, ...made)).toMatchObject({ status: 400 });
  await moveLink(workspace.owner, { linkId, documentId, from: scopeId, to: inside });
  const anew = { id: linkId, scopeId, version: 3, refs: { ...refs, documentId: await folder() } };
  await expect(write('link.create', anew)).rejects.toThrow("id: another's");
});

it('ends with its workspace', async () => {
  const place = { of: await createWorkspace(server), scopeId: '' };
  place.scopeId = await createProject(place.of);
  const linkId = await makeLink(await folder(undefined, place), newId(), place);
  await call(`${linkId}/fetches`, { proof });
  await expectApplied(
    change(place.of.owner, place.of.id, { name: 'workspace.delete', args: { id: place.of.id } }),
  );
  const uses = () => server.services.db.selectFrom('link_use').selectAll().execute();
  expect((await uses()).map(({ workspace_id }) => workspace_id)).toContain(place.of.id);
  expect((await call(`${linkId}`)).status).toBe(410);
  await continueDeletions(server.services);
  expect((await uses()).map(({ workspace_id }) => workspace_id)).not.toContain(place.of.id);
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

const orders = ['create first', 'delete first'] as const;

it.each(orders)('goes with its document whoever moves that, as it was: %s', async (order) => {
  const eve = await createSignedIn(server);
  await enrol(workspace, eve);
  const documentId = await folder();
  const linkId = await makeLink(documentId);
  const to = await createProject(workspace);
  const known = { linkId, documentId, from: scopeId, to, order };
  const evil = createHash('sha256').update('of Eve').digest('base64url');
  const plain = { ...(await refsOf(linkId)), verifier: evil };
  const update = recordChange('link.update', { id: linkId, scopeId, version: 2, refs: plain });
  expect((await change(eve, workspace.id, update)).body.code).toBe('PERMISSION_DENIED');
  const others: Refs[] = [
    { verifier: evil },
    { expiresAt: Date.now() + 366 * day },
    { maxDownloads: 9 },
    { blobs: [await storePart(workspace)] },
  ];
  const versions: [number, number][] =
    order === 'delete first'
      ? [
          [2, 2],
          [2, 3],
        ]
      : [[2, 2]];
  for (const made of others)
    for (const each of versions)
      for (const gone of [undefined, made]) {
        const attempt = await move(eve, { ...known, versions: each, version: 2, made, gone });
        expect(attempt.body.code, JSON.stringify([made, gone, each])).toBe('PERMISSION_DENIED');
      }
  expect(await opened(linkId)).toContain(workspace.id);
  await moveLink(eve, known);
  expect(await opened(linkId)).toContain(workspace.id);
  // Over the tombstone that it left.
  await moveLink(eve, { ...known, from: to, to: scopeId, versions: [3, 3] });
  expect(await opened(linkId)).toContain(workspace.id);
  // Whoever made it may make it another.
  await moveLink(workspace.owner, { ...known, versions: [4, 4], made: { verifier: evil } });
  expect((await call(`${linkId}/open`, { proof })).body.code).toBe('WRONG_LINK');
});

it('is made and changed in nobody else’s name, by an admin neither; moved and revoked by them', async () => {
  const eve = await createSignedIn(server);
  await enrol(workspace, eve, { role: 'ADMIN' });
  const documentId = await folder();
  const blobs = [await storePart(workspace, eve)];
  const by = (makerId: string, verb: 'create' | 'update', id: string, version: number) => {
    const refs = { documentId, makerId, expiresAt: Date.now() + day, verifier, blobs };
    return change(eve, workspace.id, recordChange(`link.${verb}`, { id, scopeId, version, refs }));
  };
  const id = newId();
  expect((await by(workspace.owner.userId, 'create', id, 1)).body.code).toBe('PERMISSION_DENIED');
  await expectApplied(by(eve.userId, 'create', id, 1));
  await expectApplied(by(eve.userId, 'update', id, 2));
  const linkId = await makeLink(documentId);
  for (const makerId of [workspace.owner.userId, eve.userId])
    expect((await by(makerId, 'update', linkId, 2)).body.code).toBe('PERMISSION_DENIED');
  const to = await createProject(workspace);
  await moveLink(eve, { linkId, documentId, from: scopeId, to });
  expect(await opened(linkId)).toContain(workspace.id);
  const gone = { id: linkId, scopeId: to, version: 3, refs: await refsOf(linkId) };
  await expectApplied(change(eve, workspace.id, recordChange('link.delete', gone)));
  expect((await call(linkId)).status).toBe(410);
  // Over its tombstone neither.
  const again = recordChange('link.create', { ...gone, version: 4 });
  expect((await change(eve, workspace.id, again)).body.code).toBe('PERMISSION_DENIED');
});

it.each(orders)('stays revoked whoever moves its document: %s', async (order) => {
  const eve = await createSignedIn(server);
  await enrol(workspace, eve);
  const documentId = await folder();
  const linkId = await makeLink(documentId);
  const refs = await refsOf(linkId);
  await write('link.delete', { id: linkId, scopeId, version: 2, refs: { ...refs, blobs: [] } });
  const known = { linkId, documentId, from: scopeId, to: await createProject(workspace), order };
  const made = refs;
  const versions: [number, number][] = [
    [3, 3],
    ...(order === 'delete first' ? ([[3, 4]] as const) : []),
  ] as never;
  for (const each of versions)
    expect((await move(eve, { ...known, versions: each, version: 2, made })).body.code).toBe(
      'PERMISSION_DENIED',
    );
  // Who did not know of it hears of that.
  const late = await move(eve, { ...known, versions: [2, 2], version: 2, made });
  expect(late.body).toMatchObject({
    code: 'STALE_VERSION',
    data: { stale: [{ scopeId, id: linkId, version: 2 }] },
  });
  expect((await call(linkId)).status).toBe(410);
});

it('is kept shut by no one network, however wide', async () => {
  const linkId = await makeLink(await folder());
  const wrong = random(32);
  const guess = async (from: string) => (await call(`${linkId}/open`, { proof: wrong }, from)).body.code;
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 24; i++) {
    codes.push(await guess(`2001:db8:7:${i.toString(16)}::1`));
    codes.push(await guess(`198.51.100.${i}`));
  }
  expect(codes.filter((code) => code === 'WRONG_LINK')).toHaveLength(20);
  expect(codes.filter((code) => code === 'THROTTLED')).toHaveLength(28);
  expect((await call(`${linkId}/open`, { proof }, '2001:db8:8::1')).status).toBe(200);
});
