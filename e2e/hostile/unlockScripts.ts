/** A script in which the server lies to the admin who unlocks somebody after a password reset. */
import type { LockedMember } from '@kontor/contract/wire/recovery';
import { createAccountKeys } from '@kontor/crypto/account';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { resetPassword } from '@kontor/testkit/recovery';
import { expect, type Page } from '@playwright/test';
import type { Person } from '../person/person.ts';
import { onJson } from './proxy.ts';
import { isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';

const done = /has full access again/;

/** Resolves with a member whose password was reset: locked, with words to read out. */
async function locked(
  { site, workspace }: Scene<Person>,
  firstName: string,
): Promise<{ who: Actor; words: string }> {
  const { url } = site.server;
  const before = await createActor(url, { firstName });
  const { publicKey: cert } = await before.device.http.json<{ publicKey: never }>('/api/account');
  const words = (await before.session.recovery.sixWords()).join(' ');
  await (await workspace.team()).confirm({ type: 'add', cert, role: 'EMPLOYEE' }, words);
  const who = await resetPassword(before, url, 'A new password!');
  return { who, words: (await who.session.recovery.sixWords()).join(' ') };
}

/** Has the admin type what the member reads out. */
async function unlocks({ member, workspace }: Scene<Person>, words: string): Promise<Page> {
  const { page } = member;
  await page.goto(`/${workspace.id}/settings/users`);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Six words').fill(words);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  return page;
}

const swappedKey = ((): Script<Person> => {
  let guest: { who: Actor; words: string };
  return {
    id: 'M02',
    title: 'the admin who unlocks somebody is handed the server’s key in the place of theirs',
    refusal: 'Unlock failed.',
    honest: async (scene) => {
      const page = await unlocks(scene, (await locked(scene, 'Fred')).words);
      await isShown(page, done);
      await scene.member.isSettled();
      return page;
    },
    attack: async (scene) => {
      guest = await locked(scene, 'Gesa');
      const userId = guest.who.session.user!.id;
      const { cert } = await createAccountKeys(userId, Date.now());
      return onJson(`/api/workspaces/${scene.workspace.id}/locked`, (waiting: LockedMember[]) =>
        waiting.map((each) => (each.userId === userId ? { ...each, publicKey: cert } : each)),
      );
    },
    suffer: (scene) => unlocks(scene, guest.words),
    also: async (scene) => {
      await guest.who.session.workspaces.reload();
      expect(guest.who.session.workspaces.list).toMatchObject([{ id: scene.workspace.id, status: 'LOCKED' }]);
    },
    afterwards: async (scene, page) => {
      await page.reload();
      await unlocks(scene, guest.words);
      await isShown(page, done);
      await scene.turnPage();
    },
  };
})();

export const unlockScripts: Script<Person>[] = [swappedKey];
