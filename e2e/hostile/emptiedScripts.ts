/** Scripts in which the server empties a browser, which no page can keep it from. */
import { expect } from '@playwright/test';
import type { Person } from '../person/person.ts';
import { isBelieved } from '../storage.ts';
import { isAbsent, isShown, type Scene, signInAgain } from './scene.ts';
import type { Script } from './script.ts';
import { endSession, readTask, writeTask } from './stored.ts';

const notice = 'This browser does not know your account';

/**
 * Returns the script of M65: one header empties the browser, the session is deleted, and a record set back.
 */
const emptied = (): Script<Person> => {
  let there: Person;
  let id = '';
  let before: Record<string, unknown>;
  let present: Record<string, unknown>;
  const [older, newer] = ['Before the browser was emptied', 'After the change'];
  const tasks = ({ workspace, projectId }: Scene) => `/${workspace.id}/projects/${projectId}/tasks`;
  const read = () => there.page.getByRole('button', { name: 'Got it' }).click();
  /** Resolves with the same browser, signed in again. */
  const returned = async (scene: Scene<Person>) => {
    await signInAgain(there);
    await there.page.goto(tasks(scene));
    return there.page;
  };
  return {
    id: 'M65',
    title:
      'an answer empties the browser, the session is deleted, a record set back, and the person signs in again',
    refusal: notice,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      await scene.turnPage();
      const { workspace } = scene;
      ({ id } = workspace.create('task', scene.projectId, { title: older }));
      await workspace.outbox.sent();
      before = await readTask(scene, id);
      workspace.update('task', id, { title: newer });
      await workspace.outbox.sent();
      present = await readTask(scene, id);
      there = await scene.newcomer();
      const { page } = there;
      await there.leaveBlankNotice();
      await there.signIn();
      await page.goto(tasks(scene));
      await isShown(page, newer);
      // A browser that is new to the account cannot be told from one that was emptied: its person can, and says so once.
      await isShown(page, notice);
      await read();
      await isAbsent(page, notice);
      await isBelieved(page, scene.projectId);
      // Where the session alone ends, nothing is told: the browser still knows everything.
      await endSession(scene, page);
      await returned(scene);
      await isShown(page, newer);
      return page;
    },
    attack: async (scene) => {
      await writeTask(scene, id, before);
      await endSession(scene, there.page);
      // A page that is there while the browser is emptied writes down again what it knows.
      await there.page.goto('about:blank');
      scene.site.proxy.headersOnce.set('/api/auth/session', { 'clear-site-data': '"storage"' });
      return undefined;
    },
    suffer: async (scene) => {
      await there.page.goto(tasks(scene));
      return returned(scene);
    },
    also: async (scene, page) => {
      expect(scene.site.proxy.headersOnce.size, 'headers that were not sent').toBe(0);
      // The harm of it, which nobody but the person can notice: the notice says what to look for.
      await isShown(page, older);
      // It stays until they have read it.
      await page.reload();
      await isShown(page, older);
      await isShown(page, notice);
      await read();
      await page.reload();
      await isShown(page, older);
      await isAbsent(page, notice);
    },
    afterwards: async (scene, page) => {
      await writeTask(scene, id, present);
      await page.context().close();
    },
  };
};

export const emptiedScripts: Script<Person>[] = [emptied()];
