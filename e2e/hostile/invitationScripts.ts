/** Scripts in which the server lies about an invitation: to who is invited, and to the admin who lets people in. */
import { randomUUID } from 'node:crypto';
import { type InvitationSecret, readLink } from '@kontor/client/team/invitationLink';
import { forgedInvitation } from '@kontor/client/testing/forgedInvitation';
import type { SentInvitation, ShownInvitation } from '@kontor/contract/wire/invitation';
import { createAccountKeys } from '@kontor/crypto/account';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { expect, type Page } from '@playwright/test';
import { needlesOf } from '../canary/marker.ts';
import { Person } from '../person/person.ts';
import { onJson } from './proxy.ts';
import { isAbsent, isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';
import { leaksIn } from './secrets.ts';

const credentials = '/api/auth/callback/credentials';

/** Resolves with somebody new, invited over the honest connection. */
async function invited(scene: Scene<Person>, firstName: string): Promise<{ guest: Actor; link: string }> {
  const guest = await createActor(scene.site.server.url, { firstName });
  const team = await scene.workspace.team();
  const link = await team.invite({ email: guest.person.email, role: 'EMPLOYEE' });
  // The site is behind the proxy; the link was made on the connection that nobody lies on.
  return { guest, link: link.replace(/^[^#]*(?=\/join)/, scene.site.url) };
}

function secretOf(link: string): InvitationSecret {
  const read = readLink(new URL(link).hash);
  if (read === 'broken' || !read.invitation) throw new Error('the link has no secret');
  return read.invitation;
}

/** Resolves with their browser behind the proxy, signed in and on the page of their link. */
async function opensLink(
  scene: Scene<Person>,
  { guest, link }: { guest: Actor; link: string },
): Promise<Page> {
  const { page, guard } = await scene.newcomer();
  await new Person(page, guard, guest.person).signIn();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  return page;
}

const isJoined = (page: Page) =>
  page.getByRole('heading', { name: 'Recovery kit' }).or(page.getByLabel('Password'));

const swappedKey = ((): Script<Person> => {
  let guest: { guest: Actor; link: string };
  return {
    id: 'M01',
    title: 'who is invited is shown the server’s own keys, in a log that is signed throughout',
    refusal: 'Invitation proof does not match; access not granted.',
    mayCall: [credentials],
    honest: async (scene) => {
      const page = await opensLink(scene, await invited(scene, 'Ben'));
      await expect(isJoined(page).first()).toBeVisible();
      return page;
    },
    attack: async (scene) => {
      guest = await invited(scene, 'Cora');
      const secret = secretOf(guest.link);
      const { cert, expiresAt } = scene.workspace.log.get()!.invitations.get(secret.invitationId)!;
      const forged = await forgedInvitation(scene.workspace.id, cert, Date.now(), expiresAt);
      return onJson(`/api/invitations/${secret.invitationId}`, (shown: ShownInvitation) => ({
        ...shown,
        ...forged,
      }));
    },
    suffer: (scene) => opensLink(scene, guest),
    also: async (_scene, _page, sent) => {
      const { secret, invitationId } = secretOf(guest.link);
      expect(leaksIn(sent, needlesOf(secret)), 'the secret of the link').toEqual([]);
      expect(sent.some(({ path }) => path.includes(invitationId))).toBe(true);
    },
    // The invitation stays open.
    afterwards: async (_scene, page) => {
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      await expect(isJoined(page).first()).toBeVisible();
      await page.context().close();
    },
  };
})();

const fakeJoins = ((): Script<Person> => {
  let guest: Actor;
  let words = '';
  const asks = async (scene: Scene<Person>, firstName: string) => {
    const made = await invited(scene, firstName);
    const { invitationId } = secretOf(made.link);
    await made.guest.session.invitations.ask(invitationId);
    words = (await made.guest.session.recovery.sixWords()).join(' ');
    return { ...made, invitationId };
  };
  /** Has the admin look at the people, and let in who waits, for the words that the true person reads out. */
  const letsIn = async ({ member, workspace }: Scene<Person>, email: string) => {
    await member.page.goto(`/${workspace.id}/settings/users`);
    await member.page
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByRole('button', { name: 'Let in' })
      .click();
    const dialog = member.page.getByRole('dialog');
    await dialog.getByLabel('Six words').fill(words);
    await dialog.getByRole('button', { name: 'Let in' }).click();
    return member.page;
  };
  return {
    id: 'M26',
    title: 'a thousand people who never joined wait to be let in, one of them in the place of somebody true',
    refusal: 'Unlock failed.',
    honest: async (scene) => {
      const { guest: true_ } = await asks(scene, 'Dora');
      const page = await letsIn(scene, true_.person.email);
      await isShown(page, `${true_.person.email} is in.`);
      // What the admin's client writes behind it belongs to the honest flow.
      await scene.member.isSettled();
      return page;
    },
    attack: async (scene) => {
      const made = await asks(scene, 'Emil');
      guest = made.guest;
      const { cert } = await createAccountKeys(guest.session.user!.id, Date.now());
      const waiting = { userId: cert.userId, cert, askedAt: Date.now() };
      const path = `/api/workspaces/${scene.workspace.id}/invitations`;
      return onJson(path, (sent: SentInvitation[]) => [
        ...sent.map((each) => (each.id === made.invitationId ? { ...each, waiting } : each)),
        ...Array.from({ length: 1_000 }, (_, i) => ({
          id: randomUUID(),
          email: `fake.${i}@example.org`,
          createdAt: Date.now(),
          waiting: { ...waiting, userId: randomUUID() },
        })),
      ]);
    },
    suffer: (scene) => letsIn(scene, guest.person.email),
    also: async (scene, page) => {
      // Whom the log does not name is nobody here.
      await isAbsent(page, /fake\.\d+@example\.org/);
      const state = scene.workspace.log.get()!;
      const ids = new Set([...state.members.keys(), ...state.invitations.keys(), 'admins']);
      const { scopes } = await scene.everything();
      const grants = scopes.flatMap(({ keys }) => keys).filter((key) => key.type === 'grant');
      expect(grants.length).toBeGreaterThan(0);
      expect(grants.filter(({ recipientId }) => !ids.has(recipientId))).toEqual([]);
      expect(state.members.has(guest.session.user!.id)).toBe(false);
    },
    afterwards: async (scene, page) => {
      await page.keyboard.press('Escape');
      await page.reload();
      await letsIn(scene, guest.person.email);
      await isShown(page, `${guest.person.email} is in.`);
      await scene.turnPage();
    },
  };
})();

export const invitationScripts: Script<Person>[] = [swappedKey, fakeJoins];
