/** Documents that move to another project or customer, among real people: what goes along, who sees it then, what is refused. */
import { moveDocuments } from '@kontor/client/nouns/document';
import { versionsOf } from '@kontor/client/nouns/fileVersion';
import { createProject } from '@kontor/client/nouns/project';
import { shareDocuments } from '@kontor/client/nouns/share';
import { fileHash } from '@kontor/client/nouns/signedDocument';
import { signingState } from '@kontor/client/nouns/signing';
import { askToSign, sign, signingFile } from '@kontor/client/nouns/signingActs';
import { restoreFromTrash, trashDocuments } from '@kontor/client/nouns/trash';
import type { Workspace, WorkspaceFiles } from '@kontor/client/workspace/workspace';
import type { Document } from '@kontor/contract/nouns/document';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { createCustomer, takeIn } from './team.ts';

const server = inject('server');
/** The owner, somebody who works there, a user of the first customer. */
let [ada, ben, gast]: Actor[] = [];
let [asAda, asBen, asGast]: Workspace[] = [];
let files: WorkspaceFiles;
let [id, alder, birke, here, there] = ['', '', '', '', ''];

const idOf = (actor: Actor) => actor.session.user!.id;
const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Comments of which a batch holds about twenty. */
const [count, long] = [50, 'long '.repeat(3_500)];

beforeAll(async () => {
  [ada, ben, gast] = await Promise.all(
    ['Ada', 'Ben', 'Gast'].map((firstName) => createActor(server.url, { firstName })),
  );
  id = await ada!.createWorkspace();
  [alder, birke] = [await createCustomer(ada!, id), await createCustomer(ada!, id)];
  await takeIn(ada!, id, ben!, { role: 'EMPLOYEE' });
  await takeIn(ada!, id, gast!, { role: 'CUSTOMER', customerId: alder });
  [asAda, asBen, asGast] = await Promise.all([ada!, ben!, gast!].map((actor) => actor.open(id)));
  files = await asAda!.files();
});
afterAll(async () => {
  await Promise.all([ada, ben, gast].map((actor) => actor!.session.signOut({ discard: true })));
});
beforeEach(async () => {
  const draft = (customerId: string) => ({ type: 'CUSTOMER_PROJECT', customerId }) as const;
  here = createProject(asAda!, { name: 'Here', ...draft(alder) }).id;
  there = createProject(asAda!, { name: 'There', ...draft(birke) }).id;
  await meet();
});

/** Sends and fetches everything; nothing was refused. */
async function meet(): Promise<void> {
  for (const each of [asAda!, asBen!]) {
    await each.outbox.sent();
    expect(each.outbox.failed.get()).toEqual([]);
  }
  await Promise.all([asAda!, asBen!, asGast!].map((each) => each.pull()));
}

const folder = (name: string, parentId?: string) =>
  asAda!.create('document', here, { kind: 'folder', name, ...(parentId && { parentId }) }).id;

async function upload(name: string, text: string, more: { parentId?: string; documentId?: string }) {
  await files.uploads.add([new File([text], name)], { scopeId: here, ...more });
  await asAda!.pull();
  return asAda!.collections.document.all().find((each) => each.name === name && each.scopeId === here)!;
}
const say = (documentId: string, text = 'Why?') =>
  asAda!.create('comment', here, {
    documentId,
    userId: idOf(ada!),
    notifyIds: [],
    content: doc(text),
    createdAt: 1,
  }).id;

it('takes folders, versions, comments and links along, and their content can be read; what its customer saw ends', async () => {
  const plans = folder('Plans');
  const inner = folder('Inner', folder('Middle', plans));
  const file = await upload('Roof.txt', 'first', { parentId: inner });
  await upload('Roof.txt', 'second', { parentId: inner, documentId: file.id });
  const comment = say(file.id);
  shareDocuments(asAda!, [plans], alder);
  await meet();
  await expect.poll(() => asGast!.collections.share.size).toBe(4);

  moveDocuments(asBen!, [plans], { scopeId: there });
  await meet();
  for (const each of [asAda!, asBen!]) {
    const { document, comment: comments, fileVersion } = each.collections;
    expect(document.where('scopeId', here)).toEqual([]);
    expect(
      document
        .where('scopeId', there)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...['Inner', 'Middle', 'Plans', 'Roof.txt']]);
    expect(document.get(file.id)).toMatchObject({ parentId: inner, createdBy: idOf(ada!) });
    expect(comments.get(comment)).toMatchObject({ scopeId: there, userId: idOf(ada!), authorId: idOf(ada!) });
    expect(fileVersion.where('documentId', file.id)).toMatchObject([{ scopeId: there }]);
    expect(each.faults.get()).toEqual([]);
  }
  const { downloads } = await asBen!.files();
  const [version] = versionsOf(asBen!, file.id);
  const textOf = async (row: Partial<Document>) =>
    (await downloads.blob({ ...row, id: file.id } as Document)).text();
  expect(await textOf(asBen!.collections.document.get(file.id)!)).toBe('second');
  expect(await textOf(version!)).toBe('first');
  await expect.poll(() => asGast!.collections.share.size).toBe(0);
});

it('is about its customer in whole where it moves to one, to another one, and to a project again', async () => {
  const staff = asAda!.scopeOf('staff');
  const plans = folder('About');
  const inner = folder('Inner', plans);
  const file = await upload('Roof.txt', 'text', { parentId: inner });
  const comment = say(file.id);
  await meet();
  const inside = () =>
    [plans, inner, file.id].map((each) => {
      const { scopeId, customerId } = asBen!.collections.document.get(each)!;
      return [scopeId, customerId];
    });
  const moves = [
    [{ scopeId: staff, customerId: alder }, [staff, alder]],
    [{ scopeId: staff, customerId: birke }, [staff, birke]],
    [{ scopeId: there }, [there, undefined]],
  ] as const;
  for (const [place, all] of moves) {
    if ('customerId' in place && place.customerId === birke) {
      shareDocuments(asAda!, [plans], alder);
      await meet();
      await expect.poll(() => asGast!.collections.share.size).toBe(3);
    }
    moveDocuments(asAda!, [plans], place);
    await meet();
    expect(inside()).toEqual([all, all, all]);
    expect(asBen!.collections.comment.get(comment)?.scopeId).toBe(place.scopeId);
    await expect.poll(() => asGast!.collections.share.size).toBe(0);
  }
});

it('takes what a colleague put into it meanwhile along to the customer', async () => {
  const staff = asAda!.scopeOf('staff');
  const plans = folder('Meanwhile');
  await meet();
  moveDocuments(asAda!, [plans], { scopeId: staff, customerId: alder });
  await asAda!.outbox.sent();
  asBen!.create('document', here, { kind: 'folder', name: 'Late', parentId: plans });
  await asBen!.outbox.sent();
  const late = () => asAda!.collections.document.where('container', plans);
  await expect.poll(late).toMatchObject([{ name: 'Late', scopeId: staff, customerId: alder }]);
  expect(asBen!.outbox.failed.get()).toEqual([]);
});

it('takes colleagues’ comments along where it is more than one batch', async () => {
  const many = folder('Many');
  asAda!.transaction(() => {
    for (let i = 0; i < count; i++) say(folder(`Sheet ${i}`, many), long);
  });
  await meet();
  moveDocuments(asBen!, [many], { scopeId: there });
  await meet();
  expect(asAda!.collections.document.where('container', many)).toHaveLength(count);
  expect(asAda!.collections.comment.where('scopeId', there)).toHaveLength(count);
  expect(asAda!.faults.get()).toEqual([]);
  asBen!.remove('document', many);
  await meet();
  expect(asAda!.collections.comment.where('scopeId', there)).toEqual([]);
});

it('stays where it is in whole where the first of several batches is refused', async () => {
  const many = folder('Several');
  asAda!.transaction(() => {
    for (let i = 0; i < count; i++) say(folder(`Page ${i}`, many), long);
  });
  await meet();
  asBen!.create('document', there, { kind: 'folder', name: 'SEVERAL' });
  await asBen!.outbox.sent();
  moveDocuments(asAda!, [many], { scopeId: there });
  await asAda!.outbox.sent();
  const failed = asAda!.outbox.failed.get();
  expect(failed.map(({ code }) => code)).toEqual(['NAME_TAKEN']);
  await asAda!.outbox.discard(failed[0]!.id);
  await meet();
  for (const { collections } of [asAda!, asBen!]) {
    const sheets = collections.document.where('container', many);
    expect(sheets.filter(({ scopeId }) => scopeId === here)).toHaveLength(count);
    const said = sheets.flatMap((sheet) => collections.comment.where('container', sheet.id));
    expect(said.filter(({ scopeId }) => scopeId === here)).toHaveLength(count);
  }
});

it('leaves a request to sign where its signers read it, and its bytes with it', async () => {
  const file = await upload('Contract.pdf', 'we build', {});
  const sha256 = await fileHash(new TextEncoder().encode('we build'));
  const signers = [{ userId: idOf(ben!), name: 'Ben' }];
  const asked = { askerName: 'Ada', document: file, sha256, signers, fields: [], isOrdered: false };
  const at = Date.now();
  const signingId = askToSign(asAda!, asked, { userId: idOf(ada!), at });
  await meet();
  const closed = createProject(asAda!, { name: 'Closed', memberIds: [idOf(ada!)] }, 'private').id;
  moveDocuments(asAda!, [file.id], { scopeId: closed });
  await meet();
  expect(asBen!.collections.document.get(file.id)).toBeUndefined();
  const request = asBen!.collections.signing.get(signingId)!;
  expect(request.scopeId).toBe(here);
  const { downloads } = await asBen!.files();
  expect(await (await downloads.blob(signingFile(request))).text()).toBe('we build');
  const consent = { statement: 'I sign it.', name: 'Ben', mark: { typed: 'Ben' }, values: {} };
  sign(asBen!, signingId, { userId: idOf(ben!), at, sha256, ...consent });
  await meet();
  const state = signingState(asAda!.collections, asAda!.collections.signing.get(signingId)!, at);
  expect(state.signed).toBe(1);
});

it('is refused where its name is taken by then', async () => {
  const plans = folder('Plans');
  await meet();
  asAda!.create('document', there, { kind: 'folder', name: 'PLANS' });
  await asAda!.outbox.sent();
  moveDocuments(asBen!, [plans], { scopeId: there });
  await asBen!.outbox.sent();
  const failed = asBen!.outbox.failed.get();
  expect(failed.map(({ code }) => code)).toEqual(['NAME_TAKEN']);
  await asBen!.outbox.discard(failed[0]!.id);
  expect(asBen!.collections.document.get(plans)?.scopeId).toBe(here);
});

it('comes out of the trash at the top where its folder moved elsewhere, also to another customer', async () => {
  const staff = asAda!.scopeOf('staff');
  for (const [from, to] of [
    [{ scopeId: here }, { scopeId: there }],
    [
      { scopeId: staff, customerId: alder },
      { scopeId: staff, customerId: birke },
    ],
  ]) {
    const make = (name: string, more = {}) =>
      asAda!.create('document', from!.scopeId, { kind: 'folder', name, ...from, ...more } as never).id;
    const plans = make('Plans');
    const inside = make('Inside', { parentId: plans });
    const [entry] = trashDocuments(asAda!, [inside]);
    moveDocuments(asAda!, [plans], to!);
    restoreFromTrash(asAda!, [entry!]);
    await meet();
    const back = asBen!.collections.document.get(inside);
    expect([back?.scopeId, back?.customerId, back?.parentId]).toEqual([
      from!.scopeId,
      'customerId' in from! ? alder : undefined,
      undefined,
    ]);
    asAda!.remove('document', plans);
    asAda!.remove('document', inside);
    await meet();
  }
});
