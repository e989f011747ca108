/** Plays what customers see, on the real server: shares and project cards come, follow what they are about, and go. */

import { Http } from '@kontor/client/http/http';
import { moveDocuments } from '@kontor/client/nouns/document';
import { createProject, setProjectAccess } from '@kontor/client/nouns/project';
import { revokeDocuments, shareDocuments } from '@kontor/client/nouns/share';
import type { Workspace, WorkspaceFiles } from '@kontor/client/workspace/workspace';
import type { Document } from '@kontor/contract/nouns/document';
import type { Share } from '@kontor/contract/nouns/share';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { RecordChangeName } from '@kontor/contract/wire/change';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { cookieFetch } from './cookieFetch.ts';
import { createCustomer, takeIn } from './team.ts';

const server = inject('server');
/** The owner, somebody who works there, a user of the customer, and one of another customer. */
let [olga, emil, gast, fremd]: Actor[] = [];
let id: string;
let [customerId, otherId]: string[] = [];
let [work, guest, stranger]: Workspace[] = [];
let files: WorkspaceFiles;
let projectId: string;

beforeAll(async () => {
  [olga, emil, gast, fremd] = await Promise.all(
    ['Olga', 'Emil', 'Gast', 'Fremd'].map((firstName) => createActor(server.url, { firstName })),
  );
  id = await olga!.createWorkspace();
  customerId = await createCustomer(olga!, id);
  otherId = await createCustomer(olga!, id);
  await takeIn(olga!, id, emil!, { role: 'EMPLOYEE' });
  await takeIn(olga!, id, gast!, { role: 'CUSTOMER', customerId });
  await takeIn(olga!, id, fremd!, { role: 'CUSTOMER', customerId: otherId });
  [work, guest, stranger] = await Promise.all([emil!, gast!, fremd!].map((actor) => actor.open(id)));
  files = await work!.files();
  projectId = createProject(work!, { name: 'Villa', type: 'CUSTOMER_PROJECT', customerId }).id;
  await work!.outbox.sent();
});
afterAll(async () => {
  await Promise.all([olga, emil, gast, fremd].map((actor) => actor!.session.signOut({ discard: true })));
});

const upload = async (name: string, parentId?: string) => {
  await files.uploads.add([new File([`content of ${name}`], name)], { scopeId: projectId, parentId });
  await work!.pull();
  return work!.collections.document.all().find((document) => document.name === name)!;
};
const folder = (name: string, parentId?: string) =>
  work!.create('document', projectId, { kind: 'folder', name, ...(parentId && { parentId }) });

/** Returns what a customer's people see: the path of each document, its name included. */
const seen = (workspace = guest!) =>
  workspace.collections.share
    .all()
    .map(
      ({ path, name, kind }) =>
        [...path.map((step) => step.name), name].join('/') + (kind === 'folder' ? '/' : ''),
    )
    .sort();
const shareOf = (documentId: string) =>
  guest!.collections.share.all().find((share) => share.documentId === documentId)!;
const contentOf = async (actor: Actor, share: Share) => {
  const { downloads } = await (await actor.session.workspaces.open(id)).files();
  const document = { ...share, id: share.documentId, nameTag: '' } as Document;
  return (await downloads.blob(document)).text();
};
const urls = (actor: Actor, { parts }: Pick<Share, 'parts'>) =>
  actor.device.http.forWorkspace(id).json('/api/s3/download-urls', {
    method: 'POST',
    body: { fileKeys: parts.map(({ fileKey }) => fileKey) },
  });

/** Writes a record past the client, sealed and signed by somebody's own keys. */
async function write(
  actor: Actor,
  name: RecordChangeName,
  record: { scopeId: string; refs?: Record<string, string | string[]>; plain: Record<string, unknown> },
  http = actor.device.http,
): Promise<unknown> {
  const [entity = ''] = name.split('.');
  const place = { id: uuidv7(), version: 1, refs: record.refs ?? {}, scopeId: record.scopeId };
  const [sealed] = await actor.device.vault.sealRecords(id, [{ ...place, entity, plain: record.plain }]);
  const changes = [{ name, args: { ...place, sealed: toBase64Url(sealed!) } }];
  const body = { id: uuidv7(), workspaceId: id, changes };
  return http.forWorkspace(id).json('/api/changes', { method: 'POST', body });
}

/** Returns a connection of its own for somebody's session, for while their app has none. */
function ownHttp({ device }: Actor): Http {
  const { cookies, fetch } = cookieFetch();
  for (const [name, value] of device.connection.cookies) cookies.set(name, value);
  return new Http({ origin: server.url, fetch });
}

describe('a shared document', () => {
  it('reaches the users of its customer by itself, with its content, and nobody else outside', async () => {
    const offer = await upload('Offer.txt');
    await expect(urls(gast!, offer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    shareDocuments(work!, [offer.id], customerId!);
    await expect.poll(() => seen()).toEqual(['Offer.txt']);
    expect(shareOf(offer.id)).toMatchObject({ projectId, path: [], scopeId: customerId });
    expect(await contentOf(gast!, shareOf(offer.id))).toBe('content of Offer.txt');
    await stranger!.pull();
    expect(seen(stranger)).toEqual([]);
    await expect(urls(fremd!, offer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is gone when it is revoked, and so is its content', async () => {
    const offer = work!.collections.document.all().find(({ name }) => name === 'Offer.txt')!;
    const share = shareOf(offer.id);
    revokeDocuments(work!, [offer.id], customerId!);
    await expect.poll(() => seen()).toEqual([]);
    await expect(urls(gast!, share)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(urls(emil!, share)).resolves.toHaveLength(1);
  });

  it('has another key after its next version, which a revoked customer never gets', async () => {
    const offer = work!.collections.document.all().find(({ name }) => name === 'Offer.txt')!;
    shareDocuments(work!, [offer.id], customerId!);
    await expect.poll(() => seen()).toEqual(['Offer.txt']);
    const first = shareOf(offer.id);
    await files.uploads.add([new File(['second'], 'Offer.txt')], {
      scopeId: projectId,
      documentId: offer.id,
    });
    await expect.poll(() => shareOf(offer.id).blobId).not.toBe(first.blobId);
    expect(shareOf(offer.id).fileKey).not.toBe(first.fileKey);
    expect(await contentOf(gast!, shareOf(offer.id))).toBe('second');
    revokeDocuments(work!, [offer.id], customerId!);
    await expect.poll(() => seen()).toEqual([]);
    await files.uploads.add([new File(['third'], 'Offer.txt')], { scopeId: projectId, documentId: offer.id });
    const third = work!.collections.document.get(offer.id)!;
    await expect(urls(gast!, third)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await guest!.pull();
    expect(seen()).toEqual([]);
  });

  it('outlives its document for as long as it is shared, byte for byte', async () => {
    const note = await upload('Note.txt');
    // The app of whoever works here takes away what is shared of something deleted: it hears of it later.
    const [http, { connection }] = [ownHttp(emil!), emil!.device];
    connection.isOff = true;
    const record = {
      scopeId: customerId!,
      refs: { blobs: note.blobs },
      plain: { ...note, documentId: note.id, path: [] },
    };
    await write(emil!, 'share.create', record, http);
    const past = { id: uuidv7(), workspaceId: id };
    const [sealed] = await emil!.device.vault.sealRecords(id, [
      { entity: 'document', id: note.id, scopeId: projectId, version: 2, refs: refsOf(note), plain: null },
    ]);
    const args = {
      scopeId: projectId,
      id: note.id,
      version: 2,
      refs: refsOf(note),
      sealed: toBase64Url(sealed!),
    };
    const body = { ...past, changes: [{ name: 'document.delete', args }] };
    await http.forWorkspace(id).json('/api/changes', { method: 'POST', body });
    await guest!.pull();
    expect(await contentOf(gast!, shareOf(note.id))).toBe('content of Note.txt');
    connection.isOff = false;
    await work!.pull();
    await expect.poll(() => seen()).toEqual([]);
  });
});

const refsOf = ({ nameTag, blobs }: Document) => ({ nameTag, blobs });

describe('a shared folder', () => {
  it('covers what lies in it, what comes in and what is renamed; what leaves is not shared any more', async () => {
    const plans = folder('Plans');
    const roofs = folder('Roofs', plans.id);
    await upload('Roof.txt', roofs.id);
    const inside = folder('Inside');
    shareDocuments(work!, [plans.id], customerId!);
    await expect.poll(() => seen()).toEqual(['Plans/', 'Plans/Roofs/', 'Plans/Roofs/Roof.txt']);
    const cellar = await upload('Cellar.txt', plans.id);
    folder('Walls', plans.id);
    await expect.poll(() => seen()).toContain('Plans/Cellar.txt');
    await expect.poll(() => seen()).toContain('Plans/Walls/');
    expect(await contentOf(gast!, shareOf(cellar.id))).toBe('content of Cellar.txt');
    work!.update('document', plans.id, { name: 'Drawings' });
    await expect.poll(() => seen()).toContain('Drawings/Roofs/Roof.txt');
    expect(seen().some((name) => name.startsWith('Plans'))).toBe(false);
    moveDocuments(work!, [roofs.id], { scopeId: projectId, parentId: inside.id });
    await expect.poll(() => seen()).toEqual(['Drawings/', 'Drawings/Cellar.txt', 'Drawings/Walls/']);
    moveDocuments(work!, [roofs.id], { scopeId: projectId, parentId: plans.id });
    await expect.poll(() => seen()).toContain('Drawings/Roofs/Roof.txt');
    work!.remove('document', cellar.id);
    await expect.poll(() => seen()).not.toContain('Drawings/Cellar.txt');
    revokeDocuments(work!, [plans.id], customerId!);
    await expect.poll(() => seen()).toEqual([]);
  });

  it('stays behind when it goes to a project of somebody else', async () => {
    const alone = await upload('Alone.txt');
    shareDocuments(work!, [alone.id], customerId!);
    await expect.poll(() => seen()).toEqual(['Alone.txt']);
    const other = createProject(work!, { name: 'Stadtbad', type: 'CUSTOMER_PROJECT', customerId: otherId! });
    moveDocuments(work!, [alone.id], { scopeId: other.id });
    await expect.poll(() => seen()).toEqual([]);
    await expect(urls(gast!, alone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    moveDocuments(work!, [alone.id], { scopeId: projectId });
    await work!.outbox.sent();
  });
});

describe('a project card', () => {
  const cards = () => guest!.collections.projectCard.all();

  it('says what the project says, and how many of its tasks are done', async () => {
    await expect.poll(cards).toMatchObject([{ projectId, name: 'Villa', tasksTotal: 0, tasksDone: 0 }]);
    const task = work!.create('task', projectId, { title: 'Secret task' });
    work!.create('task', projectId, { title: 'Secret subtask', parentId: task.id });
    work!.create('task', projectId, { title: 'Another' });
    work!.update('task', task.id, { status: 'DONE' });
    await expect.poll(cards).toMatchObject([{ tasksTotal: 2, tasksDone: 1 }]);
    work!.update('project', projectId, { name: 'Villa Wertheim', endDate: '2027-01-31' });
    await expect.poll(cards).toMatchObject([{ name: 'Villa Wertheim', endDate: '2027-01-31' }]);
    work!.remove('task', task.id);
    await expect.poll(cards).toMatchObject([{ tasksTotal: 1, tasksDone: 0 }]);
    work!.update('project', projectId, { endDate: undefined });
    await expect.poll(() => cards()[0]?.endDate).toBeUndefined();
    expect(guest!.collections.task.all()).toEqual([]);
    expect(guest!.collections.project.all()).toEqual([]);
  });

  it('goes with what is shared when the project is taken from the customer, and comes back without', async () => {
    const offer = work!.collections.document.all().find(({ name }) => name === 'Offer.txt')!;
    shareDocuments(work!, [offer.id], customerId!);
    await expect.poll(() => seen()).toEqual(['Offer.txt']);
    work!.update('project', projectId, { customerId: otherId });
    await expect.poll(() => [cards().length, seen().length]).toEqual([0, 0]);
    await stranger!.pull();
    expect(stranger!.collections.projectCard.all().map(({ name }) => name)).toContain('Villa Wertheim');
    expect(seen(stranger)).toEqual([]);
    work!.update('project', projectId, { customerId });
    await expect.poll(() => cards().map(({ projectId }) => projectId)).toEqual([projectId]);
  });

  it('shows no private project, and hides one that becomes private', async () => {
    const draft = { name: 'Quiet', type: 'CUSTOMER_PROJECT', customerId: customerId! } as const;
    const me = emil!.session.user!.id;
    const quiet = createProject(work!, { ...draft, memberIds: [me] }, 'private');
    await work!.outbox.sent();
    await guest!.pull();
    expect(cards().map(({ name }) => name)).not.toContain('Quiet');
    setProjectAccess(work!, quiet.id, 'open');
    await expect.poll(() => cards().map(({ name }) => name)).toContain('Quiet');
    setProjectAccess(work!, quiet.id, 'private');
    await expect.poll(() => cards().map(({ name }) => name)).not.toContain('Quiet');
  });

  it('does not hold up a change of the project when somebody else removed it', async () => {
    const boss = await olga!.open(id);
    const [card] = boss.collections.projectCard.where('projectId', projectId);
    boss.remove('projectCard', card!.id);
    work!.create('task', projectId, { title: 'At the same moment' });
    await boss.outbox.sent();
    await work!.outbox.sent();
    expect(work!.outbox.failed.get()).toEqual([]);
    await work!.pull();
    work!.create('task', projectId, { title: 'Later' });
    await expect.poll(() => cards().map(({ projectId }) => projectId)).toEqual([projectId]);
  });

  it('is not made for a customer who is not here, and the project is changed all the same', async () => {
    const project = createProject(work!, {
      name: 'Nobody’s',
      type: 'CUSTOMER_PROJECT',
      customerId: uuidv7(),
    });
    work!.update('project', project.id, { name: 'Nobody’s own' });
    await work!.outbox.sent();
    expect(work!.outbox.failed.get()).toEqual([]);
    expect(work!.collections.projectCard.all().some((card) => card.projectId === project.id)).toBe(false);
  });
});

describe('a customer user', () => {
  it.each(['share.create', 'projectCard.create'] as const)('is refused %s', async (name) => {
    const record = { scopeId: customerId!, plain: { name: 'Forged', projectId, documentId: uuidv7() } };
    await expect(write(gast!, name, record)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    // Control: the same by somebody who works there is taken. A second card of a project does not stand for long (`keepCards`).
    await write(emil!, name, { ...record, plain: { ...record.plain, name: 'Real' } });
  });

  it('cannot upload, and reads no other scope', async () => {
    const presign = gast!.device.http.forWorkspace(id).json('/api/s3/pre-signed-url', {
      query: { count: '1', sizes: '10' },
    });
    await expect(presign).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect([...guest!.scopes.get().values()].map(({ kind }) => kind).sort()).toEqual([
      'customer',
      'personal',
    ]);
  });

  it('is not believed by other clients even where the server stores what they sealed', async () => {
    const forged = { entity: 'share', id: uuidv7(), scopeId: customerId!, version: 1, refs: {} };
    const plain = { name: 'Forged', documentId: uuidv7(), kind: 'folder' };
    const row = { revision: 1, updatedAt: 1, deleted: false };
    for (const [who, fault] of [
      [gast!, 'forged-author'],
      [emil!, undefined],
    ] as const) {
      const [sealed] = await who.device.vault.sealRecords(id, [{ ...forged, plain }]);
      const opened = await olga!.device.vault.openPage(id, {
        scopes: [],
        rows: [{ ...forged, ...row, sealed: sealed! }],
      });
      expect(opened.faulty[0]?.fault).toBe(fault);
    }
  });
});

it('shares nothing that its writer may not read', async () => {
  const boss = await olga!.open(id);
  const { uploads } = await boss.files();
  const { id: secretId } = createProject(boss, { name: 'Salaries', customerId: customerId! }, 'private');
  await boss.outbox.sent();
  await uploads.add([new File(['salaries'], 'Salaries.txt')], { scopeId: secretId });
  const secret = boss.collections.document.all().find(({ name }) => name === 'Salaries.txt')!;
  const naming = (name: 'share.create' | 'document.create', scopeId: string) => ({
    scopeId,
    refs: {
      blobs: secret.blobs,
      ...(name === 'document.create' && { nameTag: toBase64Url(new Uint8Array(32)) }),
    },
    plain: { kind: 'file', name: 'Guessed' },
  });
  for (const [name, scopeId] of [
    ['share.create', customerId!],
    ['document.create', projectId],
  ] as const) {
    const attempt = write(emil!, name, naming(name, scopeId));
    await expect(attempt, name).rejects.toMatchObject({ code: 'BLOB_MISSING' });
  }
  await expect(urls(gast!, secret)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // Control: its reader may.
  shareDocuments(boss, [secret.id], customerId!);
  await boss.outbox.sent();
  await expect.poll(() => seen()).toContain('Salaries.txt');
});
