/** Comments and money among real people: whose word counts, what a colleague may take along, and what reaches whom. */
import { createProject } from '@kontor/client/nouns/project';
import { moveTasks } from '@kontor/client/nouns/task';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { budgetId } from '@kontor/contract/nouns/budget';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { createCustomer, inviteIn, takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let guest: Actor;
let id: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

beforeAll(async () => {
  [ada, ben, guest] = (await Promise.all(
    ['Ada', 'Ben', 'Gast'].map((firstName) => createActor(server.url, { firstName })),
  )) as [Actor, Actor, Actor];
  id = await ada.createWorkspace();
  await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
});
afterAll(async () => {
  await Promise.all([ada, ben, guest].map((actor) => actor.session.signOut({ discard: true })));
});

/** Sends what is pending; the codes with which the server refused any of it. */
async function sent(workspace: Workspace): Promise<string[]> {
  await workspace.outbox.sent();
  return workspace.outbox.failed.get().map(({ code }) => code);
}

it('a comment is its author’s, and goes with the task that a colleague moves or deletes', async () => {
  const asAda = await ada.open(id);
  const [here, there] = [createProject(asAda, { name: 'Here' }), createProject(asAda, { name: 'There' })];
  const task = asAda.create('task', here.id, { title: 'Roof' });
  const said = asAda.create('comment', here.id, {
    taskId: task.id,
    userId: idOf(ada),
    notifyIds: [idOf(ben)],
    content: doc('How many?'),
    createdAt: 1,
  });
  expect(await sent(asAda)).toEqual([]);

  const asBen = await ben.open(id);
  await asBen.pull();
  expect(asBen.collections.comment.get(said.id)).toMatchObject({
    userId: idOf(ada),
    content: doc('How many?'),
  });
  asBen.update('comment', said.id, { content: doc('None') });
  expect(await sent(asBen)).toEqual(['PERMISSION_DENIED']);
  for (const { id: act } of asBen.outbox.failed.get()) await asBen.outbox.discard(act);

  moveTasks(asBen, [task.id], there.id);
  expect(await sent(asBen)).toEqual([]);
  await asAda.pull();
  expect(asAda.collections.comment.get(said.id)).toMatchObject({
    scopeId: there.id,
    userId: idOf(ada),
    authorId: idOf(ada),
    content: doc('How many?'),
  });
  expect(asAda.faults.get()).toEqual([]);

  asBen.remove('task', task.id);
  expect(await sent(asBen)).toEqual([]);
  await asAda.pull();
  expect(asAda.collections.comment.get(said.id)).toBeUndefined();
  expect(asAda.faults.get()).toEqual([]);
});

it('a comment is handed to nobody else, by an admin neither', async () => {
  const [asAda, asBen] = [await ada.open(id), await ben.open(id)];
  const here = createProject(asBen, { name: 'Kept' });
  const task = asBen.create('task', here.id, { title: 'Roof' });
  const said = asBen.create('comment', here.id, {
    taskId: task.id,
    userId: idOf(ben),
    notifyIds: [],
    content: doc('Mine'),
    createdAt: 1,
  });
  expect(await sent(asBen)).toEqual([]);
  await asAda.pull();
  asAda.update('comment', said.id, { userId: idOf(ada) } as never);
  expect(await sent(asAda)).toEqual(['PERMISSION_DENIED']);
  for (const { id: act } of asAda.outbox.failed.get()) await asAda.outbox.discard(act);
});

it('rates and budgets in money reach the admins’ devices alone, comments no customer’s', async () => {
  const asAda = await ada.open(id);
  const customerId = await createCustomer(ada, id);
  await inviteIn(ada, id, guest, { role: 'CUSTOMER', customerId });
  const project = createProject(asAda, { name: 'Tower', customerId, timeBudget: 600 });
  const task = asAda.create('task', project.id, { title: 'Roof' });
  asAda.create('comment', project.id, {
    taskId: task.id,
    userId: idOf(ada),
    notifyIds: [],
    content: doc('Between us'),
    createdAt: 1,
  });
  const admins = asAda.scopeOf('admins');
  asAda.create('budget', admins, { id: budgetId(project.id), projectId: project.id, value: 500_000 });
  asAda.create('hourlyRate', admins, { projectId: project.id, userId: idOf(ben), rate: 9000 });
  expect(await sent(asAda)).toEqual([]);
  const asBen = await ben.open(id);
  await asBen.pull();
  expect(asBen.collections.project.get(project.id)?.timeBudget).toBe(600);
  expect(asBen.collections.comment.where('container', task.id)).toHaveLength(1);
  expect([...asBen.collections.budget.all(), ...asBen.collections.hourlyRate.all()]).toEqual([]);

  const asGuest = await guest.open(id);
  await asGuest.pull();
  expect(asGuest.collections.projectCard.where('projectId', project.id)).toHaveLength(1);
  const nouns = ['comment', 'project', 'budget', 'hourlyRate', 'business'] as const;
  expect(nouns.filter((noun) => asGuest.collections[noun].all().length > 0)).toEqual([]);
});
