/** Two tabs of one browser, in which one person after the other signs in: the older page has the newer one's cookie. */
import { createProject } from '@kontor/client/nouns/project';
import { expect, inject, it } from 'vitest';
import { createActor } from './actor.ts';
import { takeIn } from './team.ts';

const server = inject('server');

it('sends nothing of one person as the other, and nobody signs the other out', async () => {
  /** Lets the older page hear that the session is another's. */
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  let isDeaf = false;
  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      if (isDeaf && String(input).endsWith('/api/auth/session')) await told;
      return inner(input, init);
    };
  const ada = await createActor(server.url, { firstName: 'Ada' });
  const ben = await createActor(server.url, { firstName: 'Ben' }, { wrap });
  const cleo = await createActor(server.url, { firstName: 'Cleo' });
  const id = await ada.createWorkspace();
  for (const each of [ben, cleo]) await takeIn(ada, id, each, { role: 'EMPLOYEE' });
  const asAda = await ada.open(id);
  const projectId = createProject(asAda, { name: 'Umbau' }).id;
  await asAda.outbox.sent();
  const asBen = await ben.open(id);

  isDeaf = true;
  const tab = ben.device.restarted();
  await tab.session.signIn(cleo.person.email, cleo.person.password);
  const task = asBen.create('task', projectId, { title: 'Angebot' });
  await asBen.outbox.stored();
  await expect.poll(() => ben.session.status).toBe('unauthenticated');
  await asAda.pull();
  expect(asAda.collections.task.get(task.id)).toBeUndefined();

  tell();
  await expect.poll(() => ben.session.user?.email).toBe(cleo.person.email);
  expect(tab.session.status).toBe('authenticated');
  expect((await tab.session.account.sessions()).some(({ isCurrent }) => isCurrent)).toBe(true);

  await ben.session.signIn(ben.person.email, ben.person.password);
  const again = await ben.open(id);
  await again.outbox.sent();
  expect(again.outbox.failed.get()).toEqual([]);
  await asAda.pull();
  expect(asAda.collections.task.get(task.id)).toMatchObject({
    title: 'Angebot',
    createdBy: ben.session.user!.id,
  });

  // What the page of before would still end is a session of somebody else by now.
  await tab.session.signOut();
  expect((await ben.session.account.sessions()).some(({ isCurrent }) => isCurrent)).toBe(true);
  await Promise.all([ada, ben, cleo].map(({ session }) => session.signOut({ discard: true })));
});
