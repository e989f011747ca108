/** Moves of documents, within their project and to another place: what is asked and said, and the way back. */
import { createProject, setProjectAccess } from '@kontor/client/nouns/project';
import { revokeDocuments, shareDocuments } from '@kontor/client/nouns/share';
import { moveTasks } from '@kontor/client/nouns/task';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { currentWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import type { Question } from '../../ui/overlay/confirm.tsx';
import { moveDocuments, moveTo } from './moving.ts';

const said = vi.hoisted(() => [] as string[]);
const undo = vi.hoisted(() => ({ run: () => {} }));
const offered = vi.hoisted(() => [] as boolean[]);
const say = vi.hoisted(() => (message: string, action?: typeof undo) => {
  said.push(message);
  offered.push(action !== undefined);
  if (action) undo.run = action.run;
});
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
const asked = vi.hoisted(() => ({
  questions: [] as Question[],
  answer: true,
  /** A colleague's acts, each while one of the questions stands. */
  meanwhile: [] as (() => void)[],
}));
vi.mock('../../ui/overlay/confirm.tsx', () => ({
  confirm: async (question: Question) => {
    asked.questions.push(question);
    asked.meanwhile.shift()?.();
    return asked.answer;
  },
}));

const [alder, birke, staff] = ['c1', 'c2', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
let ada: Replica;
let scopeId: string;
let other: string;

beforeEach(async () => {
  said.length = 0;
  Object.assign(asked, { questions: [], answer: true, meanwhile: [] });
  const server = new ProtocolServer();
  server.addScope({ id: staff, kind: 'staff', access: 'private' });
  ada = await openOn(createDevice(), server);
  const members = new Map(
    ['ada', 'ben'].map((id) => [id, { role: 'EMPLOYEE', status: 'ACTIVE', customerId: null }]),
  );
  const records = { ...ada, log: observable({ members }), serverTime: () => undefined };
  provideWorkspace({ records, userId: 'ada' } as never);
  const list = [{ id: ada.id, allowsLinks: true }];
  provideSession({ user: { id: 'ada' }, subscribe: () => () => {}, workspaces: { list } } as never);
  scopeId = createProject(ada, { name: 'Villa' }).id;
  other = createProject(ada, { name: 'Hall' }).id;
  await ada.outbox.sent();
  await ada.pull();
});
afterEach(() => ada.close());

const folder = (name: string, parentId?: string, place = scopeId) =>
  ada.create('document', place, { kind: 'folder', name, ...(parentId && { parentId }) });
/** Makes a link to a document of the first project, of which its maker is told nothing else. */
const link = (documentId: string, makerId: string, expiresAt = Date.now() + 60_000) =>
  ada.create('link', scopeId, { documentId, makerId, kind: 'folder', name: 'Plans', expiresAt } as never);
/** Makes a project a new customer's. */
function customer(id = alder, name = 'Haus Ast', projectId = scopeId): string {
  ada.transaction((transaction) => {
    transaction.createScope({ id, kind: 'customer', access: 'open' });
    ada.create('customer', id, { id, name, type: 'COMPANY' });
  });
  ada.update('project', projectId, { customerId: id });
  return id;
}

it('moves nothing where two of the moved names are one', () => {
  const [into, other] = [folder('Into'), folder('Other')];
  const moved = [folder('Plan.pdf'), folder('PLAN.pdf', other.id)];
  expect(
    moveDocuments(
      moved.map(({ id }) => id),
      { scopeId },
      into.id,
    ),
  ).toBe(false);
  expect(said).toEqual([expect.stringMatching(/^PLAN.pdf: Two of these have this name/)]);
  expect(ada.collections.document.where('container', into.id)).toEqual([]);
});

it.each([
  ['to where they were, by dragging', (id: string) => moveDocuments([id], { scopeId }, undefined)],
  ['within their project', (id: string) => moveTo([id], { scopeId }, undefined)],
  ['to another project', (id: string) => moveTo([id], { scopeId: other }, undefined)],
])('does not say that documents moved which are gone: %s', async (_, move) => {
  const { id } = folder('Plan');
  ada.remove('document', id);
  expect(await move(id)).toBe(false);
  expect(said).toEqual(['Moving failed.']);
});

it('says where documents went, and puts each back where it was: in its folder, in its task', () => {
  const [into, other] = [folder('Into'), folder('Other')];
  const task = ada.create('task', scopeId, { title: 'Roof' });
  const plan = folder('Plan', other.id);
  const file = ada.create('document', scopeId, {
    kind: 'file',
    name: 'Offer.pdf',
    taskId: task.id,
    createdBy: '',
    createdAt: 0,
    fileKey: 'key',
    blobId: scopeId,
    parts: [],
  });
  const place = (id: string) => {
    const { parentId, taskId } = ada.collections.document.get(id)!;
    return parentId ?? taskId;
  };
  expect(moveDocuments([file.id], { scopeId }, into.id)).toBe(true);
  expect(said).toEqual(['Offer.pdf is in “Into” now.']);
  expect(place(file.id)).toBe(into.id);
  undo.run();
  expect(place(file.id)).toBe(task.id);
  moveDocuments([file.id, plan.id], { scopeId }, undefined);
  expect(said.at(-1)).toBe('2 items were moved.');
  expect([file, plan].map(({ id }) => place(id))).toEqual([undefined, undefined]);
  undo.run();
  expect([file, plan].map(({ id }) => place(id))).toEqual([task.id, other.id]);
  moveDocuments([plan.id], { scopeId }, undefined);
  folder('Plan', other.id);
  undo.run();
  expect(said.at(-1)).toMatch(/^Plan: /);
  expect(place(plan.id)).toBeUndefined();
  moveDocuments([file.id], { scopeId }, into.id);
  ada.remove('task', task.id);
  undo.run();
  expect(said.at(-1)).toBe('The place where this was is not there any more.');
  expect(place(file.id)).toBe(into.id);
});

it('offers no way back of a move that changes what a customer sees: it would not be the same again', () => {
  const customerId = customer();
  const [shared, other] = [folder('Shared'), folder('Other')];
  const [withheld, own, inside] = [folder('Sums', shared.id), folder('Own'), folder('Box')];
  const deep = folder('Deep', inside.id);
  shareDocuments(ada, [shared.id, own.id, deep.id], customerId);
  revokeDocuments(ada, [withheld.id], customerId);
  const isOffered = (id: string, to: string | undefined) => {
    expect(moveDocuments([id], { scopeId }, to)).toBe(true);
    return offered.at(-1);
  };
  expect(isOffered(withheld.id, other.id)).toBe(false);
  expect(isOffered(own.id, shared.id)).toBe(false);
  expect(isOffered(inside.id, other.id)).toBe(false);
  // Beside it lies what is shared by itself.
  expect(isOffered(withheld.id, undefined)).toBe(true);
});

it('goes back under the name that it has by now', () => {
  const [plan, into] = [folder('Plan'), folder('Into')];
  moveDocuments([plan.id], { scopeId }, into.id);
  ada.update('document', plan.id, { name: 'Sketch' });
  folder('Sketch');
  undo.run();
  expect(said.at(-1)).toMatch(/^Sketch: /);
  expect(ada.collections.document.get(plan.id)?.parentId).toBe(into.id);
});

it('moves to another project unasked where everybody reads both, and back again', async () => {
  const plans = folder('Plans');
  const inside = folder('Inside', plans.id);
  const into = folder('Archive', undefined, other);
  expect(await moveTo([plans.id, inside.id], { scopeId: other }, into.id)).toBe(true);
  expect(said).toEqual(['Plans is in “Hall / Archive” now.']);
  expect(ada.collections.document.get(plans.id)).toMatchObject({ scopeId: other, parentId: into.id });
  expect(ada.collections.document.get(inside.id)).toMatchObject({ scopeId: other, parentId: plans.id });
  undo.run();
  expect(ada.collections.document.get(inside.id)).toMatchObject({ scopeId, parentId: plans.id });
  expect(ada.collections.document.get(plans.id)?.parentId).toBeUndefined();
  const more = folder('More');
  await moveTo([plans.id, more.id], { scopeId: other }, undefined);
  expect(said.at(-1)).toBe('2 items are in “Hall” now.');
  expect(asked.questions).toEqual([]);
});

it('moves to a customer with all that lies in it, and back to its task', async () => {
  const customerId = customer();
  const task = ada.create('task', scopeId, { title: 'Roof' });
  const plans = ada.create('document', scopeId, { kind: 'folder', name: 'Plans', taskId: task.id });
  const inside = folder('Inside', plans.id);
  const place = { scopeId: staff, customerId };
  expect(await moveTo([plans.id], place, undefined)).toBe(true);
  expect(said).toEqual(['Plans is in “Haus Ast” now.']);
  for (const { id } of [plans, inside]) expect(ada.collections.document.get(id)).toMatchObject(place);
  undo.run();
  expect(ada.collections.document.get(plans.id)).toMatchObject({ scopeId, taskId: task.id });
  expect(ada.collections.document.get(inside.id)?.customerId).toBeUndefined();
});

it('moves nothing where its name is taken, nor to where nothing is any more', async () => {
  const plans = folder('Plans');
  folder('PLANS', undefined, other);
  expect(await moveTo([plans.id], { scopeId: other }, undefined)).toBe(false);
  expect(said).toEqual(['Plans: This name exists already in this folder']);
  const into = folder('Archive', undefined, other);
  ada.remove('document', into.id);
  expect(await moveTo([plans.id], { scopeId: other }, into.id)).toBe(false);
  ada.remove('project', other);
  expect(await moveTo([plans.id], { scopeId: other }, undefined)).toBe(false);
  expect(said.slice(1)).toEqual(Array(2).fill('The place where this was to go is not there any more.'));
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(scopeId);
});

it('says that the way back is gone where another workspace is open by then, or none', async () => {
  const plans = folder('Plans');
  const here = currentWorkspace();
  const another = await openOn(createDevice(), new ProtocolServer());
  for (const open of [{ ...here, records: another as typeof here.records }, undefined]) {
    moveDocuments([plans.id], { scopeId }, folder(open ? 'Into' : 'Then').id);
    provideWorkspace(open);
    undo.run();
    expect(said.splice(0).slice(1)).toEqual(['The place where this was is not there any more.']);
    provideWorkspace(here);
  }
  await another.close();
});

it('says that the way back is gone with the project', async () => {
  const plans = folder('Plans');
  await moveTo([plans.id], { scopeId: other }, undefined);
  ada.remove('project', scopeId);
  undo.run();
  expect(said.at(-1)).toBe('The place where this was is not there any more.');
});

it('asks before a private project’s readers become others, and moves nothing on a no', async () => {
  setProjectAccess(ada, other, 'private');
  const plans = folder('Plans');
  asked.answer = false;
  expect(await moveTo([plans.id], { scopeId: other }, undefined)).toBe(false);
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(scopeId);
  expect(asked.questions).toMatchObject([
    {
      title: 'Move “Plans” to “Hall”?',
      body: 'From then on it is read by the members of “Hall” and by the admins alone, with comments and versions.',
    },
  ]);
  asked.answer = true;
  const more = folder('More');
  expect(await moveTo([plans.id, more.id], { scopeId: other }, undefined)).toBe(true);
  expect(asked.questions.at(-1)?.title).toBe('Move 2 items to “Hall”?');
  undo.run();
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(scopeId);
  const secret = folder('Secret', undefined, other);
  await moveTo([secret.id], { scopeId: staff, customerId: customer() }, undefined);
  expect(asked.questions.at(-1)?.body).toBe(
    'From then on it is read by everybody who works here, with comments and versions.',
  );
});

it('asks where a customer sees it no more, or another one does from then on, and offers no way back', async () => {
  customer();
  customer(birke, 'Birke GmbH', other);
  const plans = folder('Plans');
  const inside = folder('Inside', plans.id);
  shareDocuments(ada, [inside.id], alder);
  const into = folder('Shown', undefined, other);
  shareDocuments(ada, [into.id], birke);
  link(inside.id, 'ben');
  expect(await moveTo([plans.id], { scopeId: other }, into.id)).toBe(true);
  expect(asked.questions.map(({ body }) => body)).toEqual([
    'From then on no longer shared with: Haus Ast. The folder there is shared: from then on visible to Birke GmbH. ' +
      'Public links stay valid.',
  ]);
  expect(offered.at(-1)).toBe(false);
  const seeing = () => ada.collections.share.all().map(({ scopeId: id, name }) => `${id.slice(-2)} ${name}`);
  expect(seeing().toSorted()).toEqual(['c2 Inside', 'c2 Plans', 'c2 Shown']);
});

it('asks nothing of its customer where it stays theirs', async () => {
  customer();
  ada.update('project', other, { customerId: alder });
  const plans = folder('Plans');
  shareDocuments(ada, [plans.id], alder);
  expect(await moveTo([plans.id], { scopeId: other }, undefined)).toBe(true);
  expect(asked.questions).toEqual([]);
  expect(ada.collections.share.all()).toMatchObject([{ documentId: plans.id, projectId: other }]);
});

it('says that a customer sees it no more only where that is so', async () => {
  customer();
  ada.update('project', other, { customerId: alder });
  const shared = folder('Shared');
  const withheld = folder('Withheld', shared.id);
  const deep = folder('Deep', withheld.id);
  shareDocuments(ada, [shared.id], alder);
  revokeDocuments(ada, [withheld.id], alder);
  shareDocuments(ada, [deep.id], alder);
  expect(await moveTo([withheld.id], { scopeId: other }, undefined)).toBe(true);
  const seen = () => ada.collections.share.all().map(({ name }) => name);
  expect(seen().toSorted()).toEqual(['Deep', 'Shared']);
  expect(asked.questions).toEqual([]);
  // What leaves a shared folder takes along what is shared in it by itself, too.
  const inside = folder('Inside', shared.id);
  await moveTo([deep.id], { scopeId }, inside.id);
  await moveTo([inside.id], { scopeId: other }, undefined);
  expect(asked.questions.map(({ body }) => body)).toEqual(['From then on no longer shared with: Haus Ast.']);
  expect(seen()).toEqual(['Shared']);
});

it('asks once more where what it said is not so any more by the answer', async () => {
  setProjectAccess(ada, other, 'private');
  customer(birke, 'Birke GmbH', other);
  const plans = folder('Plans');
  const into = folder('Shown', undefined, other);
  asked.meanwhile = [() => shareDocuments(ada, [into.id], birke), () => (asked.answer = false)];
  expect(await moveTo([plans.id], { scopeId: other }, into.id)).toBe(false);
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(scopeId);
  const [first, second] = asked.questions.map(({ body }) => body);
  expect(second).toBe(`${first} The folder there is shared: from then on visible to Birke GmbH.`);
  asked.answer = true;
  asked.meanwhile = [() => revokeDocuments(ada, [into.id], birke), () => {}];
  expect(await moveTo([plans.id], { scopeId: other }, into.id)).toBe(true);
  expect(asked.questions.slice(2).map(({ body }) => body)).toEqual([second, first]);
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(other);
});

it('moves nothing that is gone by the answer, nor within its project into a folder that a colleague moved out of it', async () => {
  setProjectAccess(ada, other, 'private');
  const plans = folder('Plans');
  asked.meanwhile = [() => ada.remove('document', plans.id)];
  expect(await moveTo([plans.id], { scopeId: other }, undefined)).toBe(false);
  expect(said).toEqual(['Moving failed.']);
  const [more, into] = [folder('More'), folder('Into')];
  ada.move('document', into.id, { scopeId: other, fields: {} });
  expect(await moveTo([more.id], { scopeId }, into.id)).toBe(false);
  expect(said.slice(1)).toEqual(['The place where this was to go is not there any more.']);
  expect(ada.collections.document.get(more.id)?.parentId).toBeUndefined();
});

it('asks where a colleague moved it to a private project while its place was chosen', async () => {
  const plans = folder('Plans');
  setProjectAccess(ada, other, 'private');
  ada.move('document', plans.id, { scopeId: other, fields: {} });
  expect(await moveTo([plans.id], { scopeId }, undefined)).toBe(true);
  expect(asked.questions.map(({ body }) => body)).toEqual([
    'From then on it is read by everybody who works here, with comments and versions.',
  ]);
  expect(ada.collections.document.get(plans.id)?.scopeId).toBe(scopeId);
});

it('puts nothing back into a folder or a task that was moved elsewhere meanwhile', () => {
  const old = folder('Old');
  const plans = folder('Plans', old.id);
  const into = folder('Into');
  moveDocuments([plans.id], { scopeId }, into.id);
  ada.move('document', old.id, { scopeId: other, fields: {} });
  undo.run();
  const isLeft = (id: string) => {
    expect(said.at(-1)).toBe('The place where this was is not there any more.');
    expect(ada.collections.document.get(id)).toMatchObject({ scopeId, parentId: into.id });
  };
  isLeft(plans.id);
  const task = ada.create('task', scopeId, { title: 'Roof' });
  const sketch = ada.create('document', scopeId, { kind: 'folder', name: 'Sketch', taskId: task.id });
  moveDocuments([sketch.id], { scopeId }, into.id);
  moveTasks(ada, [task.id], other);
  undo.run();
  isLeft(sketch.id);
});

it('says which links stay valid: those whose maker reads the new place', async () => {
  setProjectAccess(ada, other, 'private');
  ada.update('project', other, { memberIds: ['ada'] });
  asked.answer = false;
  const plans = folder('Plans');
  const said = async () => {
    await moveTo([plans.id], { scopeId: other }, undefined);
    return asked.questions.at(-1)?.body.replace(/^.*comments and versions\.\s?/, '');
  };
  link(plans.id, 'ben', 1);
  expect(await said()).toBe('');
  link(plans.id, 'ben');
  expect(await said()).toBe('Public links end: whoever made them cannot read it there.');
  link(plans.id, 'ada');
  expect(await said()).toBe('Public links stay valid where whoever made them can read it there.');
  ada.update('project', other, { memberIds: ['ada', 'ben'] });
  expect(await said()).toBe('Public links stay valid.');
});
