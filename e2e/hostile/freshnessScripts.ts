/** Scripts in which the server answers, and says nothing. */
import { leaveSighting } from '@kontor/client/team/sightings';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { dayMs } from '@kontor/contract/time/day';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { act, takeIn } from '@kontor/testkit/team';
import { expect } from '@playwright/test';
import { NodeView, silent } from './nodeView.ts';
import { employeeOf } from './people.ts';
import { onSync, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';

/** Returns the person's client, whose clock the script turns. */
function viewOf({ member: { page } }: Scene): NodeView {
  if (!(page instanceof NodeView)) throw new Error('these scripts need a clock to turn');
  return page;
}

/** Lets the employee be at work some days later: their device leaves its sighting. */
async function mateWorks(scene: Scene, later: number): Promise<void> {
  const mate = await employeeOf(scene);
  const workspace = await mate.open(scene.workspace.id);
  await workspace.pull();
  leaveSighting({ workspace, userId: mate.session.user!.id }, Date.now() + later);
  await workspace.outbox.sent();
}

/** Lets the employee's own program remember a moment that never was: a silence that is longer than any. */
async function mateLies(scene: Scene): Promise<void> {
  const mate = await employeeOf(scene);
  const workspace = await mate.open(scene.workspace.id);
  const userId = mate.session.user!.id;
  const id = customerUserId(userId, workspace.scopeOf('staff'));
  const { head, seenAt } = workspace.collections.sighting.get(id)!;
  workspace.update('sighting', id, { userId, head, seenAt, earlier: [1] });
  await workspace.outbox.sent();
}

const frozen = (): Rewrite => onSync((answer) => ({ ...answer, log: [], scopes: [], gone: [], more: false }));

/** A colleague who is to be removed, and whom the person's own device knows as a member. */
let leaver: Actor;

export const freshnessScripts: Script[] = [
  {
    id: 'M39',
    title: 'a device gets empty answers for ever, from before a removal on',
    refusal: silent,
    honest: async (scene) => {
      const page = viewOf(scene);
      leaver = await createActor(scene.site.server.url);
      await takeIn(scene.actor, scene.workspace.id, leaver, { role: 'EMPLOYEE' });
      // A day passes, and the colleague's word of it arrives: the same silence otherwise.
      await mateWorks(scene, dayMs);
      page.later = dayMs;
      await page.goto(`/${scene.workspace.id}/settings/users`);
      await isShown(page, leaver.person.email);
      return page;
    },
    attack: async () => frozen(),
    suffer: async (scene) => {
      const page = viewOf(scene);
      await act(scene.actor, scene.workspace.id, { type: 'remove', userId: leaver.session.user!.id });
      await mateWorks(scene, 8 * dayMs);
      await page.goto(`/${scene.workspace.id}/projects`);
      // Not yet: a weekend is no alarm.
      page.later = 3.9 * dayMs;
      await isAbsent(page, silent);
      page.later = 8 * dayMs;
      return page;
    },
    also: async (scene) => {
      // What the attack gains until then: who was removed is still a member here.
      expect(viewOf(scene).members(), 'the members that the frozen device knows').toContain(
        leaver.session.user!.id,
      );
    },
    afterwards: async (scene) => {
      const page = viewOf(scene);
      await page.goto(`/${scene.workspace.id}/projects`);
      await isAbsent(page, silent);
      expect(page.members()).not.toContain(leaver.session.user!.id);
      page.later = 0;
    },
  },
  {
    id: 'M60',
    title: 'a device gets empty answers for ever, and a colleague remembered a silence of decades',
    refusal: silent,
    // The control: they say when they were there, as their device would.
    honest: async (scene) => {
      const page = viewOf(scene);
      await mateWorks(scene, 9 * dayMs);
      await page.goto(`/${scene.workspace.id}/projects`);
      return page;
    },
    attack: async (scene) => {
      await mateLies(scene);
      await viewOf(scene).goto(`/${scene.workspace.id}/projects`);
      return frozen();
    },
    suffer: async (scene) => {
      const page = viewOf(scene);
      await mateWorks(scene, 20 * dayMs);
      await page.goto(`/${scene.workspace.id}/projects`);
      page.later = 60 * dayMs;
      return page;
    },
    afterwards: async (scene) => {
      viewOf(scene).later = 0;
      await isAbsent(viewOf(scene), silent);
    },
  },
];
