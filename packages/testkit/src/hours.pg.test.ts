/** Hours among real people: who opens whose, what others see of them, and what becomes of them when somebody leaves. */
import { effortsIn, totalOf } from '@kontor/client/nouns/effort';
import { createProject } from '@kontor/client/nouns/project';
import { openEntryOf, startTimer, stopTimer } from '@kontor/client/nouns/timer';
import { hoursOf, personOf } from '@kontor/client/nouns/workingTime';
import { keepReaders } from '@kontor/client/workspace/ownHours';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';
import { act, createCustomer, inviteIn, takeIn } from './team.ts';

let server: RunningServer;
let ada: Actor;
let ben: Actor;
let cora: Actor;
let dora: Actor;
let kim: Actor;
let id: string;
let taskId: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const at = (actor: Actor): Promise<Workspace> => actor.open(id);
const zone = 'Europe/Berlin';
const minute = 60_000;
const punch = (actor: Actor, minutes: number) => ({ userId: idOf(actor), at: minutes * minute, zone });
const sent = async (workspace: Workspace) => {
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
};
const titles = ({ collections }: Workspace) =>
  collections.timeEntry
    .all()
    .map(({ description }) => description)
    .sort();

/** Opens the workspace as a person, whose hours are there in the end. */
async function withHours(actor: Actor): Promise<Workspace> {
  const workspace = await at(actor);
  await expect.poll(() => hoursOf(workspace.collections, idOf(actor)) !== undefined).toBe(true);
  await workspace.outbox.sent();
  return workspace;
}

/** Somebody works for some minutes. */
async function work(actor: Actor, description: string, from: number, to: number): Promise<void> {
  const workspace = await withHours(actor);
  startTimer(workspace, { taskId, description }, punch(actor, from));
  stopTimer(workspace, punch(actor, to));
  await sent(workspace);
}

beforeAll(async () => {
  server = await startServer();
  [ada, ben, cora, dora, kim] = (await Promise.all(
    ['Ada', 'Ben', 'Cora', 'Dora', 'Kim'].map((firstName) => createActor(server.url, { firstName })),
  )) as [Actor, Actor, Actor, Actor, Actor];
  id = await ada.createWorkspace();
  for (const who of [ben, cora]) await takeIn(ada, id, who, { role: 'EMPLOYEE' });
  await takeIn(ada, id, dora, { role: 'ADMIN' });
  const customerId = await createCustomer(ada, id);
  await inviteIn(ada, id, kim, { role: 'CUSTOMER', customerId });
  const workspace = await at(ada);
  const project = createProject(workspace, { name: 'Villa', customerId });
  taskId = workspace.create('task', project.id, { title: 'Plans' }).id;
  await sent(workspace);
}, 120_000);
afterAll(async () => {
  await Promise.all([ada, ben, cora, dora, kim].map((actor) => actor.session.signOut({ discard: true })));
  await server.stop();
});

describe('hours', () => {
  it('open to their person and the admins; others see sums, customers nothing', async () => {
    await work(ben, 'by Ben', 0, 90);
    await work(cora, 'by Cora', 0, 30);
    const [asAda, asBen, asCora, asDora, asKim] = await Promise.all([ada, ben, cora, dora, kim].map(at));
    expect([asAda!, asBen!, asCora!, asDora!, asKim!].map(titles)).toEqual([
      ['by Ben', 'by Cora'],
      ['by Ben'],
      ['by Cora'],
      ['by Ben', 'by Cora'],
      [],
    ]);
    expect(
      asAda!.collections.timeEntry
        .all()
        .map((entry) => personOf(asAda!.collections, entry))
        .sort(),
    ).toEqual([idOf(ben), idOf(cora)].sort());
    const hours = hoursOf(asBen!.collections, idOf(ben))!.id;
    expect([asCora!, asKim!].map((workspace) => workspace.scopes.get().has(hours))).toEqual([false, false]);
    for (const workspace of [asAda!, asBen!, asCora!, asDora!]) {
      const found = effortsIn(workspace.collections, { taskId }, () => false);
      expect(found.map((each) => totalOf(each).time / minute).sort()).toEqual([30, 90]);
    }
    expect(asKim!.collections.effort.size).toBe(0);
    for (const workspace of [asAda!, asBen!, asCora!, asDora!, asKim!])
      expect(workspace.faults.get()).toEqual([]);
  });

  it('run on every device of their person, and on no other', async () => {
    const workspace = await withHours(ben);
    startTimer(workspace, { taskId }, punch(ben, 200));
    await sent(workspace);
    const elsewhere = await (await ben.onAnotherDevice()).open(id);
    expect(openEntryOf(elsewhere, idOf(ben))?.taskTitle).toBe('Plans');
    expect(() => startTimer(elsewhere, { taskId }, punch(ben, 201))).toThrow('running');
    stopTimer(elsewhere, punch(ben, 260));
    await sent(elsewhere);
    await expect.poll(() => openEntryOf(workspace, idOf(ben))).toBe(undefined);
    const asAdmin = await at(ada);
    const entry = asAdmin.collections.timeEntry
      .all()
      .find(({ segments }) => segments[0]?.from === 200 * minute)!;
    asAdmin.update('timeEntry', entry.id, { description: 'by Ben, told by Ada' });
    await sent(asAdmin);
    await expect
      .poll(() => workspace.collections.timeEntry.get(entry.id))
      .toMatchObject({
        description: 'by Ben, told by Ada',
        authorId: idOf(ada),
      });
  });

  it('open to new admins and to no former one, and go on being written', async () => {
    await act(ada, id, { type: 'role', userId: idOf(cora), role: 'ADMIN' });
    await expect.poll(async () => titles(await at(cora)).includes('by Ben')).toBe(true);
    await act(ada, id, { type: 'role', userId: idOf(cora), role: 'EMPLOYEE' });
    await work(ben, 'after Cora', 300, 310);
    await work(cora, 'Cora again', 300, 310);
    expect(titles(await at(cora))).toEqual(['Cora again', 'by Cora']);
    expect(titles(await at(dora))).toContain('Cora again');
    expect((await at(dora)).faults.get()).toEqual([]);
  });

  it('stay with the admins when their person leaves, and come back with them', async () => {
    await act(ada, id, { type: 'remove', userId: idOf(ben) });
    const asAda = await at(ada);
    await keepReaders({ workspace: asAda, userId: idOf(ada) });
    await sent(asAda);
    const hours = hoursOf(asAda.collections, idOf(ben))!;
    expect(hours.readerIds).toEqual([]);
    const [entry] = asAda.collections.timeEntry.where('scopeId', hours.id);
    asAda.update('timeEntry', entry!.id, { description: 'by Ben, who left' });
    await sent(asAda);
    expect(titles(await at(dora))).toContain('by Ben, who left');
    await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
    await keepReaders({ workspace: asAda, userId: idOf(ada) });
    await sent(asAda);
    await expect.poll(async () => titles(await at(ben)).includes('by Ben, who left')).toBe(true);
    await work(ben, 'Ben again', 400, 410);
    expect(titles(await at(dora))).toContain('Ben again');
    for (const actor of [ada, ben, dora]) expect((await at(actor)).faults.get()).toEqual([]);
  });
});
