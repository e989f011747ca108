/** Real people are told of each kind of act, live, and no more of what is taken back. */
import { createProject, setProjectAccess } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { shareDocuments } from '@kontor/client/nouns/share';
import { askToSign, decline, sign, withdraw } from '@kontor/client/nouns/signingActs';
import { remind } from '@kontor/client/nouns/signingReminder';
import { moveTasks } from '@kontor/client/nouns/task';
import { restoreFromTrash, trashDocuments } from '@kontor/client/nouns/trash';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { createCustomer, takeIn } from './team.ts';

const server = inject('server');
/** The owner, who acts; an employee; a customer's user; another employee. */
let [ada, ben, guest, carl]: Actor[] = [];
let [asAda, asBen, asGuest, asCarl]: Workspace[] = [];
let [benId, customerId]: string[] = [];

beforeAll(async () => {
  [ada, ben, guest, carl] = await Promise.all(
    ['Ada', 'Ben', 'Gast', 'Carl'].map((firstName) => createActor(server.url, { firstName })),
  );
  const id = await ada!.createWorkspace();
  customerId = await createCustomer(ada!, id);
  await takeIn(ada!, id, ben!, { role: 'EMPLOYEE' });
  await takeIn(ada!, id, guest!, { role: 'CUSTOMER', customerId });
  await takeIn(ada!, id, carl!, { role: 'EMPLOYEE' });
  [asAda, asBen, asGuest, asCarl] = await Promise.all(
    [ada, ben, guest, carl].map((actor) => actor!.open(id)),
  );
  benId = ben!.session.user!.id;
});
afterAll(async () => {
  await Promise.all([ada, ben, guest, carl].map((actor) => actor!.session.signOut({ discard: true })));
});

const inboxOf = (workspace: Workspace) => workspace.notifications.inbox.get()?.notifications ?? [];
const told = (workspace = asBen!) => inboxOf(workspace).map(({ event, subjectId }) => [event, subjectId]);
/** Waits for the live word of the server. */
const expectTold = (...events: string[][]) => expect.poll(() => told().toSorted()).toEqual(events.toSorted());

beforeEach(async () => {
  await asAda!.outbox.sent();
  const ids = inboxOf(asBen!).map(({ id }) => id);
  await asBen!.notifications.remove(ids);
});

it('being added to projects, private ones too, and to rooms', async () => {
  const open = createProject(asAda!, { name: 'Open', memberIds: [benId!] });
  const secret = createProject(asAda!, { name: 'Secret', memberIds: [benId!] });
  setProjectAccess(asAda!, secret.id, 'private');
  const by = { userId: ada!.session.user!.id, at: Date.now() };
  const room = createRoom(asAda!, { name: 'Canteen', memberIds: [benId!] }, 'private', by);
  await asAda!.outbox.sent();
  await expectTold(
    ['ASSIGNED_TO_SPACE', open.id],
    ['ASSIGNED_TO_SPACE', secret.id],
    ['INVITED_TO_CHAT', room],
  );
  asAda!.update('project', open.id, { memberIds: [] });
  await expectTold(['ASSIGNED_TO_SPACE', secret.id], ['INVITED_TO_CHAT', room]);
});

it('files on one’s task and project, and to the customer what is shared; not folders, nor what is in the trash', async () => {
  const project = createProject(asAda!, { name: 'Villa', memberIds: [benId!], customerId: customerId! });
  const task = asAda!.create('task', project.id, { title: 'Roof', assigneeIds: [benId!] });
  await expectTold(['ASSIGNED_TO_SPACE', project.id], ['ASSIGNED_TO_TASK', task.id]);
  await asBen!.notifications.remove(inboxOf(asBen!).map(({ id }) => id));
  const { uploads } = await asAda!.files();
  asAda!.create('document', project.id, { kind: 'folder', name: 'Plans' });
  const file = (name: string) => new File([`content of ${name}`], name);
  await uploads.add([file('a.txt')], { scopeId: project.id });
  await uploads.add([file('b.txt')], { scopeId: project.id, taskId: task.id });
  await expectTold(['NEW_DOCUMENT_ON_PROJECT', project.id], ['NEW_DOCUMENT_ON_TASK', task.id]);
  await asAda!.pull();
  const a = asAda!.collections.document.all().find(({ name }) => name === 'a.txt')!;
  shareDocuments(asAda!, [a.id], customerId!);
  await expect.poll(() => told(asGuest!)).toEqual([['NEW_DOCUMENT_ON_CUSTOMER', customerId]]);
  asAda!.remove('document', a.id);
  await expectTold(['NEW_DOCUMENT_ON_TASK', task.id]);
  const b = asAda!.collections.document.all().find(({ name }) => name === 'b.txt')!;
  const remark = { documentId: b.id, userId: ada!.session.user!.id, notifyIds: [benId!] };
  asAda!.create('comment', project.id, { ...remark, content: { type: 'doc', content: [] } });
  await expectTold(['NEW_DOCUMENT_ON_TASK', task.id], ['NEW_COMMENT', b.id]);
  trashDocuments(asAda!, [b.id]);
  await expectTold();
});

it('nothing of a task that is moved, and nothing any more of what is gone', async () => {
  const [here, there] = ['Here', 'There'].map((name) => createProject(asAda!, { name }));
  const task = asAda!.create('task', here!.id, { title: 'Roof', assigneeIds: [benId!] });
  await expectTold(['ASSIGNED_TO_TASK', task.id]);
  await asBen!.notifications.remove(inboxOf(asBen!).map(({ id }) => id));
  moveTasks(asAda!, [task.id], there!.id);
  const other = asAda!.create('task', there!.id, { title: 'Nails', assigneeIds: [benId!] });
  await expectTold(['ASSIGNED_TO_TASK', other.id]);
  asAda!.remove('task', other.id);
  await expectTold();
});

const emptyText = { type: 'doc', content: [] };

it('what was not read of a task that is moved, from where it is now; not what its reader took away, nor to whom it is closed', async () => {
  const [here, there, secret] = ['Here', 'There', 'Secret'].map((name) => createProject(asAda!, { name }));
  setProjectAccess(asAda!, secret!.id, 'private');
  const task = asAda!.create('task', here!.id, { title: 'Roof', assigneeIds: [benId!] });
  const say = (notifyIds = [benId!]) =>
    asAda!.create('comment', here!.id, {
      taskId: task.id,
      userId: ada!.session.user!.id,
      notifyIds,
      content: emptyText,
    });
  const [first, second] = [say(), say()];
  const both = [
    ['ASSIGNED_TO_TASK', task.id],
    ['NEW_COMMENT', task.id],
  ];
  await expectTold(...both, ['NEW_COMMENT', task.id]);
  const away = inboxOf(asBen!).flatMap(({ id, recordId }) => (recordId === second.id ? [id] : []));
  await asBen!.notifications.remove(away);
  moveTasks(asAda!, [task.id], there!.id);
  await asAda!.outbox.sent();
  const scopes = () => inboxOf(asBen!).map(({ recordId, scopeId }) => [recordId, scopeId]);
  await expect
    .poll(() => scopes().toSorted())
    .toEqual(
      [
        [task.id, there!.id],
        [first.id, there!.id],
      ].toSorted(),
    );
  // Their Undo brings it to where the task is now.
  await asBen!.notifications.restore(away);
  await expect.poll(scopes).toContainEqual([second.id, there!.id]);
  await asBen!.notifications.remove(away);
  // Whoever is taken off it on the way hears of it no more, but of what was said to them.
  moveTasks(asAda!, [task.id], here!.id, (id) => id !== benId);
  await expectTold(['NEW_COMMENT', task.id]);
  moveTasks(asAda!, [task.id], secret!.id);
  await expectTold();
});

it('what was said on a task while somebody moved it who did not know of that', async () => {
  const [here, there] = ['Here', 'There'].map((name) => createProject(asAda!, { name }));
  const task = asAda!.create('task', here!.id, { title: 'Roof' });
  await asAda!.outbox.sent();
  await asCarl!.pull();
  const { connection } = ada!.device;
  connection.isOff = true;
  moveTasks(asAda!, [task.id], there!.id);
  const said = () =>
    asCarl!.create('comment', here!.id, {
      taskId: task.id,
      userId: carl!.session.user!.id,
      notifyIds: [benId!],
      content: emptyText,
    });
  const [comment, other] = [said(), said()];
  await asCarl!.outbox.sent();
  await expectTold(['NEW_COMMENT', task.id], ['NEW_COMMENT', task.id]);
  await asBen!.notifications.remove(
    inboxOf(asBen!).flatMap(({ id, recordId }) => (recordId === other.id ? [id] : [])),
  );
  connection.isOff = false;
  await asAda!.outbox.sent();
  const scopeOf = ({ id }: { id: string }) => asBen!.collections.comment.get(id)?.scopeId;
  await expect.poll(() => [comment, other].map(scopeOf)).toEqual([there!.id, there!.id]);
  await expect
    .poll(() => inboxOf(asBen!).map(({ recordId, scopeId }) => [recordId, scopeId]))
    .toEqual([[comment.id, there!.id]]);
});

it('what was not read of a file that is taken out of the trash; not what its reader took away, nor of a comment that is gone', async () => {
  const project = createProject(asAda!, { name: 'Barn' });
  const { uploads } = await asAda!.files();
  await uploads.add([new File(['plan'], 'plan.txt')], { scopeId: project.id });
  await asAda!.pull();
  const { id: documentId } = asAda!.collections.document.all().find(({ name }) => name === 'plan.txt')!;
  const remark = { documentId, userId: ada!.session.user!.id, notifyIds: [benId!] };
  const [, second, third] = [1, 2, 3].map(() =>
    asAda!.create('comment', project.id, { ...remark, content: emptyText }),
  );
  const comment = ['NEW_COMMENT', documentId];
  await expectTold(comment, comment, comment);
  await asBen!.notifications.remove(
    inboxOf(asBen!).flatMap(({ id, recordId }) => (recordId === second!.id ? [id] : [])),
  );
  const entries = trashDocuments(asAda!, [documentId]);
  await expectTold();
  asAda!.remove('comment', third!.id);
  await asAda!.outbox.sent();
  restoreFromTrash(asAda!, entries);
  await expectTold(comment);
});

it('being asked to sign, reminded, what others answer, and a withdrawal; nothing any more once the request is gone', async () => {
  const project = createProject(asAda!, { name: 'Loft', customerId: customerId! });
  const { uploads } = await asAda!.files();
  await uploads.add([new File(['%PDF-'], 'offer.pdf')], { scopeId: project.id });
  const document = asAda!.collections.document.all().find(({ name }) => name === 'offer.pdf')!;
  const [adaId, guestId] = [ada!.session.user!.id, guest!.session.user!.id];
  const sha256 = 'A'.repeat(43);
  const signers = [benId!, guestId].map((userId) => ({ userId, name: userId }));
  const asked = { askerName: 'Ada', document, sha256, signers, fields: [], isOrdered: true };
  const id = askToSign(asAda!, asked, { userId: adaId, at: Date.now() });
  const toldOf = (workspace?: Workspace, of = id) =>
    told(workspace).flatMap(([event, subject]) => (subject === of ? event! : []));
  await expect
    .poll(() => [toldOf(asBen), toldOf(asGuest), toldOf(asAda)])
    .toEqual([['ASKED_TO_SIGN'], ['ASKED_TO_SIGN'], []]);
  await asBen!.pull();
  const by = (userId: string) => ({ userId, at: Date.now(), sha256, statement: 'Yes', name: userId });
  sign(asBen!, id, { ...by(benId!), mark: { typed: 'B' }, values: {} });
  await asBen!.outbox.sent();
  await expect
    .poll(() => [toldOf(asGuest), toldOf(asAda)])
    .toEqual([['SIGNING_ANSWERED', 'ASKED_TO_SIGN'], ['SIGNING_ANSWERED']]);
  await asAda!.pull();
  remind(asAda!, id, { userId: adaId, at: Date.now() });
  await expect.poll(() => toldOf(asGuest)).toEqual(['ASKED_TO_SIGN', 'SIGNING_ANSWERED', 'ASKED_TO_SIGN']);
  await asGuest!.pull();
  decline(asGuest!, id, 'No.', by(guestId));
  await asGuest!.outbox.sent();
  await expect
    .poll(() => [toldOf(asBen), toldOf(asAda)])
    .toEqual([
      ['SIGNING_ANSWERED', 'ASKED_TO_SIGN'],
      ['SIGNING_ANSWERED', 'SIGNING_ANSWERED'],
    ]);
  const other = askToSign(asAda!, asked, { userId: adaId, at: Date.now() });
  await asAda!.outbox.sent();
  withdraw(asAda!, other, 'The wrong file.', { userId: adaId, at: Date.now() });
  await expect
    .poll(() => [toldOf(asBen, other), toldOf(asGuest, other), toldOf(asAda, other)])
    .toEqual([['SIGNING_ANSWERED', 'ASKED_TO_SIGN'], ['SIGNING_ANSWERED', 'ASKED_TO_SIGN'], []]);
  asAda!.remove('signing', id);
  await expect.poll(() => [toldOf(asBen), toldOf(asGuest), toldOf(asAda)]).toEqual([[], [], []]);
});
