/** Plays how invalidations reach those whom they concern over the websocket: nobody here polls. */
import type { Observable } from '@kontor/client/observable';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { act, takeIn, teamOf } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let carl: Actor;
let id: string;

beforeAll(async () => {
  [ada, ben, carl] = [
    await createActor(server.url),
    await createActor(server.url),
    await createActor(server.url),
  ];
  id = await ada.createWorkspace();
  await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
  await ada.open(id);
});
afterAll(async () => {
  await Promise.all(
    [ada, ben, carl].map((actor) => actor.session.signOut({ discard: true }).catch(() => {})),
  );
});

/** Asks whenever news come, and only then, until the answer is what `work` should bring. */
async function hears<T>(news: News, ask: () => Promise<T>, expected: T, work: () => Promise<unknown>) {
  let answer: T | undefined;
  let before = news.get();
  const stop = news.subscribe(async () => {
    if (news.get() === before) return;
    before = news.get();
    answer = await ask();
  });
  await work();
  await expect.poll(() => answer).toEqual(expected);
  stop();
}

type News = Pick<Observable<number>, 'get' | 'subscribe'>;
const ownNews = ({ session }: Actor): News => ({
  get: () => session.invalidations,
  subscribe: session.subscribe,
});
const newsHere = async (actor: Actor): Promise<News> => (await actor.open(id)).invalidations;

const statusOf = (actor: Actor) => actor.session.workspaces.list.find((each) => each.id === id)?.status;

it('tells the admins who waits to be unlocked, and them when they are', async () => {
  const locked = async () => (await ada.session.recovery.locked(id)).map(({ userId }) => userId);
  await hears(await newsHere(ada), locked, [ben.session.user!.id], async () => {
    ben = await resetPassword(ben, server.url, 'Another password! 1');
  });
  expect(statusOf(ben)).toBe('LOCKED');
  const { notifications } = await ada.open(id);
  const told = () =>
    notifications.inbox.get()?.notifications.map(({ event, subjectId }) => [event, subjectId]);
  await expect.poll(told).toEqual([['UNLOCK_WANTED', ben.session.user!.id]]);

  const [waiting] = await ada.session.recovery.locked(id);
  const words = (await ben.session.recovery.sixWords()).join(' ');
  const team = await teamOf(ada, id);
  await team.confirm({ type: 'unlock', userId: waiting!.userId, cert: waiting!.publicKey }, words);
  await expect.poll(() => statusOf(ben)).toBe('ACTIVE');
  await expect.poll(told).toEqual([]);
});

it('tells the admins of nobody any more who was removed while they waited', async () => {
  const dora = await createActor(server.url);
  await takeIn(ada, id, dora, { role: 'EMPLOYEE' });
  const { id: userId } = dora.session.user!;
  const locked = await resetPassword(dora, server.url, 'Another password! 1');
  const { notifications } = await ada.open(id);
  const told = () =>
    notifications.inbox.get()?.notifications.map(({ event, subjectId }) => [event, subjectId]);
  await expect.poll(told).toEqual([['UNLOCK_WANTED', userId]]);
  await act(ada, id, { type: 'remove', userId });
  await expect.poll(told).toEqual([]);
  await locked.session.signOut({ discard: true });
});

it('tells the invited of their invitation, and the admins who asks to be let in', async () => {
  const team = await teamOf(ada, id);
  const mine = async () => (await carl.session.invitations.list()).map(({ workspace }) => workspace.id);
  await hears(ownNews(carl), mine, [id], () => team.invite({ email: carl.person.email, role: 'EMPLOYEE' }));

  const [invitation] = await carl.session.invitations.list();
  const asking = async () => (await team.sentInvitations()).map(({ waiting }) => waiting?.userId);
  await hears(await newsHere(ada), asking, [carl.session.user!.id], () =>
    carl.session.invitations.ask(invitation!.id),
  );
  expect(statusOf(carl)).toBe('LOCKED');

  await hears(ownNews(carl), mine, [], () => team.remove(invitation!.id));
  await expect.poll(() => statusOf(carl)).toBeUndefined();
});
