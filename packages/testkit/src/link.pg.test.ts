/** Plays links for people without an account, on the real server: what they open, until when, and what a lying server gets. */
import { Http } from '@kontor/client/http/http';
import { readAddress, writeAddress } from '@kontor/client/link/address';
import { LinkReader } from '@kontor/client/link/linkReader';
import type { LinkTerms } from '@kontor/client/link/links';
import { checkLink, openLink, type Visit } from '@kontor/client/link/visit';
import { moveDocuments } from '@kontor/client/nouns/document';
import { createProject } from '@kontor/client/nouns/project';
import { emptyTrash, restoreFromTrash, trashDocuments } from '@kontor/client/nouns/trash';
import type { Workspace, WorkspaceFiles } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { takeIn } from './team.ts';

const server = inject('server');
/** The owner, somebody who works there and makes the links, and a colleague. */
let [olga, emil, kim]: Actor[] = [];
let id: string;
let [admin, work, beside]: Workspace[] = [];
let files: WorkspaceFiles;
let projectId: string;

beforeAll(async () => {
  [olga, emil, kim] = await Promise.all(
    ['Olga', 'Emil', 'Kim'].map((firstName) => createActor(server.url, { firstName })),
  );
  id = await olga!.createWorkspace();
  await takeIn(olga!, id, emil!, { role: 'EMPLOYEE' });
  await takeIn(olga!, id, kim!, { role: 'EMPLOYEE' });
  [admin, work, beside] = await Promise.all([olga!, emil!, kim!].map((actor) => actor.open(id)));
  files = await work!.files();
  projectId = createProject(work!, { name: 'Villa' }).id;
  await work!.outbox.sent();
});
afterAll(async () => {
  await Promise.all([olga, emil, kim].map((actor) => actor!.session.signOut({ discard: true })));
});

let count = 0;
const folder = (name = `Folder ${count++}`, parentId?: string, scopeId = projectId) =>
  work!.create('document', scopeId, { kind: 'folder', name, ...(parentId && { parentId }) }).id;
const upload = async (
  name: string,
  parentId?: string,
  content = `content of ${name}`,
  scopeId = projectId,
) => {
  await files.uploads.add([new File([content], name)], { scopeId, parentId });
  await work!.pull();
  return work!.collections.document
    .where('container', parentId ?? scopeId)
    .find((document) => document.name === name)!.id;
};

const day = 86_400_000;
/** Makes a link as Emil, unless told; returns its id. */
const make = async (documentId: string, terms: Partial<LinkTerms> = {}, workspace = work!) =>
  (await workspace.links()).make(documentId, {
    expiresAt: Date.now() + day,
    maxDownloads: 0,
    from: 'Muster GmbH',
    by: 'Emil Berg',
    ...terms,
  });
const addressOf = (linkId: string, workspace = work!) =>
  writeAddress(server.url, workspace.collections.link.get(linkId)!);

type Alter = (url: string, answer: Response) => Promise<Response> | Response;
/** Returns somebody with nothing but the address; `alter` is what a lying server does to its answers. */
const visitor = (address: string, alter: Alter = (_url, answer) => answer) => {
  const http = new Http({
    origin: server.url,
    fetch: async (input, init) => alter(String(input), await fetch(input, init)),
  });
  return { http, reader: new LinkReader(), address: readAddress(new URL(address))! };
};
const open = (linkId: string, password?: string, alter?: Alter): Promise<Visit> =>
  openLink(visitor(addressOf(linkId), alter), password);
const textOf = async ({ manifest, downloads }: Visit, name: string) =>
  (await downloads.blob(manifest.documents.find((each) => each.name === name)!)).text();
const names = ({ manifest }: Visit) => manifest.documents.map(({ name }) => name).sort();
const fetched = async (linkId: string, actor = work!) =>
  (await (await actor.links()).uses()).find((use) => use.linkId === linkId)?.downloads ?? 0;
const ended = (end: string) => ({ code: 'LINK_ENDED', data: { end } });

describe('a link', () => {
  it('opens a file for whoever has its address, and counts the fetch', async () => {
    const fileId = await upload('Plan.txt');
    const linkId = await make(fileId);
    const visit = await open(linkId);
    expect(visit.manifest).toMatchObject({ from: 'Muster GmbH', by: 'Emil Berg', rootId: fileId });
    expect(await fetched(linkId)).toBe(0);
    expect(await textOf(visit, 'Plan.txt')).toBe('content of Plan.txt');
    expect(await textOf(visit, 'Plan.txt')).toBe('content of Plan.txt');
    expect(await fetched(linkId)).toBe(1);
    // Colleagues can hand on the same address.
    await beside!.pull();
    expect(addressOf(linkId, beside!)).toBe(addressOf(linkId));
    expect(await fetched(linkId, beside!)).toBe(1);
  });

  it('shows a folder as it was, and nothing that came later', async () => {
    const root = folder('Offers');
    const inner = folder('Inside', root);
    await upload('a.txt', root);
    const changing = await upload('b.txt', inner);
    await work!.outbox.sent();
    const linkId = await make(root);
    await upload('later.txt', root);
    await files.uploads.add([new File(['another content'], 'b.txt')], {
      scopeId: projectId,
      documentId: changing,
    });
    work!.update('document', changing, { name: 'renamed.txt' });
    await work!.outbox.sent();
    const visit = await open(linkId);
    expect(names(visit)).toEqual(['Inside', 'Offers', 'a.txt', 'b.txt']);
    expect(await textOf(visit, 'a.txt')).toBe('content of a.txt');
    expect(await textOf(visit, 'b.txt')).toBe('content of b.txt');
  });

  it('hands out nothing that is in the trash, was moved away or deleted', async () => {
    const root = folder();
    const [trashed, moved, gone] = [
      await upload('trashed.txt', root),
      await upload('moved.txt', root),
      await upload('gone.txt', root),
    ];
    await upload('stays.txt', root);
    await work!.outbox.sent();
    const linkId = await make(root);
    const [entry] = trashDocuments(work!, [trashed!]);
    moveDocuments(work!, [moved!], { scopeId: projectId });
    work!.remove('document', gone!);
    await work!.outbox.sent();
    const visit = await open(linkId);
    for (const name of ['trashed.txt', 'moved.txt', 'gone.txt'])
      await expect(textOf(visit, name)).rejects.toMatchObject({ code: 'damaged-file' });
    expect(await textOf(visit, 'stays.txt')).toBe('content of stays.txt');
    restoreFromTrash(work!, [entry!]);
    await work!.outbox.sent();
    expect(await textOf(visit, 'trashed.txt')).toBe('content of trashed.txt');
  });

  it('rests while what it is of lies in the trash, and goes with it', async () => {
    const above = folder();
    const fileId = await upload('x.txt', folder('deep', above));
    await work!.outbox.sent();
    const linkId = await make(fileId);
    const address = addressOf(linkId);
    const [entry] = trashDocuments(work!, [above]);
    await work!.outbox.sent();
    await expect(openLink(visitor(address))).rejects.toMatchObject(ended('revoked'));
    restoreFromTrash(work!, [entry!]);
    await work!.outbox.sent();
    expect(await textOf(await openLink(visitor(address)), 'x.txt')).toBe('content of x.txt');
    emptyTrash(work!, trashDocuments(work!, [above]));
    await work!.outbox.sent();
    expect(work!.collections.link.get(linkId)).toBeUndefined();
    await expect(openLink(visitor(address))).rejects.toMatchObject(ended('revoked'));
  });

  it('goes along when its document moves to another project', async () => {
    const fileId = await upload('moving.txt');
    const linkId = await make(fileId);
    expect(await textOf(await open(linkId), 'moving.txt')).toBe('content of moving.txt');
    const other = createProject(work!, { name: 'Other' }).id;
    moveDocuments(work!, [fileId], { scopeId: other });
    await work!.outbox.sent();
    expect(await textOf(await open(linkId), 'moving.txt')).toBe('content of moving.txt');
    expect(await fetched(linkId)).toBe(2);
  });
});

describe('its end', () => {
  it('comes with its time, and of two last fetches at once one is too many', async () => {
    const fileId = await upload('limited.txt');
    await expect(open(await make(fileId, { expiresAt: Date.now() - 1 }))).rejects.toMatchObject(
      ended('expired'),
    );
    const linkId = await make(fileId, { maxDownloads: 1 });
    const visits = await Promise.all([open(linkId), open(linkId), open(linkId), open(linkId)]);
    const tried = await Promise.allSettled(visits.map((visit) => textOf(visit, 'limited.txt')));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of tried)
      if (each.status === 'rejected') expect(each.reason).toMatchObject(ended('used'));
    await expect(open(linkId)).rejects.toMatchObject(ended('used'));
    // Whoever has begun goes on.
    const [first] = visits.filter((_, i) => tried[i]!.status === 'fulfilled');
    expect(await textOf(first!, 'limited.txt')).toBe('content of limited.txt');
    expect(await fetched(linkId)).toBe(1);
  });

  it('comes at once with its revocation, also for who has begun, and anybody who works there may', async () => {
    const fileId = await upload('revoked.txt');
    const linkId = await make(fileId);
    const address = addressOf(linkId);
    const visit = await open(linkId);
    await textOf(visit, 'revoked.txt');
    await beside!.pull();
    beside!.remove('link', linkId);
    await beside!.outbox.sent();
    await expect(textOf(visit, 'revoked.txt')).rejects.toMatchObject(ended('revoked'));
    await expect(openLink(visitor(address))).rejects.toMatchObject(ended('revoked'));
    await expect(checkLink(visitor(address))).rejects.toMatchObject(ended('revoked'));
  });

  it('is no link that never was', async () => {
    const linkId = await make(await upload('never.txt'));
    const address = addressOf(linkId).replace(linkId, crypto.randomUUID());
    await expect(checkLink(visitor(address))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lasts while admins have switched links off, when none can be made', async () => {
    const fileId = await upload('switched.txt');
    const linkId = await make(fileId);
    await olga!.session.workspaces.update(id, { allowsLinks: false }, { allowsLinks: true });
    await expect(open(linkId)).rejects.toMatchObject(ended('revoked'));
    await expect(make(fileId)).rejects.toMatchObject({ code: 'LINKS_OFF' });
    // What has one can still be moved.
    moveDocuments(work!, [fileId], { scopeId: createProject(work!, { name: 'Off' }).id });
    await work!.outbox.sent();
    await olga!.session.workspaces.update(id, { allowsLinks: true }, { allowsLinks: false });
    expect(await textOf(await open(linkId), 'switched.txt')).toBe('content of switched.txt');
  });

  it('comes when its maker no longer reads what it is of', async () => {
    const [me, owner] = [emil!, olga!].map(({ session }) => session.user!.id);
    const scopeId = createProject(work!, { name: 'Private', memberIds: [me!] }, 'private').id;
    await work!.outbox.sent();
    const fileId = await upload('private.txt', undefined, 'private', scopeId);
    const linkId = await make(fileId);
    const address = addressOf(linkId);
    expect(await textOf(await open(linkId), 'private.txt')).toBe('private');
    await Promise.all([beside!.pull(), admin!.pull()]);
    expect([beside!.collections.link.get(linkId), await fetched(linkId, beside!)]).toEqual([undefined, 0]);
    expect([admin!.collections.link.get(linkId)?.name, await fetched(linkId, admin!)]).toEqual([
      'private.txt',
      1,
    ]);
    admin!.update('project', scopeId, { memberIds: [owner!] });
    await admin!.outbox.sent();
    await expect(openLink(visitor(address))).rejects.toMatchObject(ended('revoked'));
  });
});

describe('a password', () => {
  it('is needed, and guesses at it run out', async () => {
    const fileId = await upload('secret.txt');
    const linkId = await make(fileId, { password: 'Blaue Ameise 7' });
    await expect(open(linkId)).rejects.toMatchObject({ code: 'WRONG_LINK' });
    await expect(open(linkId, 'blaue Ameise 7')).rejects.toMatchObject({ code: 'WRONG_LINK' });
    expect(await textOf(await open(linkId, 'Blaue Ameise 7'), 'secret.txt')).toBe('content of secret.txt');
    for (let i = 0; i < 8; i++)
      await expect(open(linkId, `guess ${i}`)).rejects.toMatchObject({ code: 'WRONG_LINK' });
    for (const password of ['guess', 'Blaue Ameise 7'])
      await expect(open(linkId, password)).rejects.toMatchObject({ code: 'THROTTLED' });
    // Guesses at one link shut nobody out of another.
    expect(names(await open(await make(fileId)))).toEqual(['secret.txt']);
  });
});

describe('a lying server', () => {
  it('passes no other manifest off as the one that the address names', async () => {
    const fileId = await upload('swapped.txt');
    const [linkId, otherId] = [await make(fileId), await make(await upload('other.txt'))];
    const older = await make(fileId);
    const sealedOf = async (each: string) => {
      let bytes: ArrayBuffer | undefined;
      const isManifest = (url: string) => !url.includes('/api/links/');
      await open(each, undefined, async (url, answer) => {
        if (isManifest(url)) bytes ??= await answer.clone().arrayBuffer();
        return answer;
      });
      return new Uint8Array(bytes!);
    };
    const serving =
      (bytes: Uint8Array<ArrayBuffer>): Alter =>
      (url, answer) =>
        url.includes('/api/links/') ? answer : new Response(bytes);
    const own = await sealedOf(linkId);
    expect(names(await open(linkId, undefined, serving(own.slice())))).toEqual(['swapped.txt']);
    const flipped = own.slice();
    flipped[40]! ^= 1;
    for (const lie of [await sealedOf(otherId), await sealedOf(older), flipped, own.slice(0, -1)])
      await expect(open(linkId, undefined, serving(lie))).rejects.toMatchObject({ code: 'damaged-file' });
  });

  it('passes no other content off as a file', async () => {
    const fileId = await upload('true.txt');
    const linkId = await make(fileId);
    const lie: Alter = async (url, answer) => {
      if (url.includes('/api/links/')) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      // The manifest itself comes as it is: it is the larger one here.
      if (bytes.length < 600) bytes[100]! ^= 1;
      return new Response(bytes);
    };
    await expect(textOf(await open(linkId, undefined, lie), 'true.txt')).rejects.toMatchObject({
      code: 'damaged-file',
    });
  });

  it('hands out parts of nothing but what was linked', async () => {
    const [fileId, otherId] = [await upload('mine.txt'), await upload('not linked.txt')];
    const linkId = await make(fileId);
    const { http, reader, address } = visitor(addressOf(linkId));
    const proof = await reader.proof(address);
    const path = `/api/links/${linkId}`;
    const { ticket } = await http.json<{ ticket: string }>(`${path}/fetches`, {
      method: 'POST',
      body: { proof },
    });
    const [mine, other] = [fileId, otherId].map(
      (each) => work!.collections.document.get(each)!.parts[0]!.fileKey,
    );
    const ask = (body: object, of = path) => http.json(`${of}/urls`, { method: 'POST', body });
    expect(await ask({ ticket, fileKeys: [mine] })).toHaveLength(1);
    await expect(ask({ ticket, fileKeys: [mine, other] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A ticket is that of its link, and nothing that somebody makes up.
    const another = `/api/links/${await make(otherId)}`;
    for (const [given, of] of [
      [ticket, another],
      [`${Date.now() + day}.x`, path],
      ['', path],
    ] as const)
      await expect(ask({ ticket: given, fileKeys: [other] }, of)).rejects.toMatchObject({
        code: 'WRONG_LINK',
      });
  });
});
