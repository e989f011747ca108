/**
 * Invitations in the browser: by link, for people with an account and for those who create one, and without the link's
 * secret.
 */
import { readLink } from '@kontor/client/team/invitationLink';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { mailsTo } from './mailbox.ts';
import type { Person } from './person/person.ts';

/** Records everything that a browser sends, addresses and bodies. */
function watchRequests(page: Page): () => string {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  return () => sent.join('\n');
}

const secretOf = (link: string): string => {
  const read = readLink(new URL(link).hash);
  if (read === 'broken' || !read.invitation) throw new Error('the link has no secret');
  return read.invitation.secret;
};

/** The browsers' message that an invitation no longer exists. */
const usedUp = /status of 404 .*\/api\/invitations\//;

const memberShown = (person: Person, name: string) => person.page.getByText(name, { exact: false }).first();

test('Ada invites Ben by link: he registers, joins and works at once; she sees him without a reload', async ({
  founder,
  actor,
}) => {
  const ada = await founder('Ada', 'Alder Invitations');
  await ada.projects.create('Villa Wertheim');
  await ada.isSettled();
  const ben = await actor('Ben');
  ben.guard.expect(usedUp);
  const link = await ada.invitations.invite(ben.who.email);
  const sent = watchRequests(ben.page);

  await test.step('he opens the link, and registers with the address that it names', () =>
    ben.registerInvited(link));

  await test.step('he joins: the workspace, the role, and then all of it', async () => {
    await expect(ben.page.getByText('You will join as: Employee')).toBeVisible();
    await expect(ben.page.getByText('Alder Invitations')).toBeVisible();
    await ben.invitations.join();
    await ben.isIn('Alder Invitations');
    await ben.projects.open('Villa Wertheim');
    await ben.isSettled();
  });

  await test.step('she sees him without a reload', async () => {
    await ada.projects.show('Villa Wertheim', 'Tasks');
    await ada.tasks.create({ title: 'Call Ben', assignee: `${ben.who.firstName} ${ben.who.lastName}` });
    await ada.tasks.close();
    await expect(memberShown(ada, 'Call Ben')).toBeVisible();
  });

  // Nothing of the secret left his browser or remains in it.
  expect(sent()).toContain(ben.who.email.replace('@', '%40'));
  expect(sent()).not.toContain(secretOf(link));
  const kept = await ben.page.evaluate(() =>
    JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(secretOf(link));

  await test.step('the link is used up, and for nobody else', async () => {
    await ben.invitations.open(link);
    await expect(ben.page.getByText('This invitation is not there any more.')).toBeVisible();
    await ada.invitations.open(link);
    await expect(ada.page.getByText(`This invitation is for ${ben.who.email}.`)).toBeVisible();
  });
});

test('somebody without the link waits until an admin typed their six words', async ({ founder, actor }) => {
  const ada = await founder('Ada', 'Alder Words');
  const cora = await actor('Cora');
  cora.guard.expect(/status of 400 .*\/setup\/check/);
  await ada.invitations.invite(cora.who.email);
  await cora.page.goto('/join');
  await expect(cora.page.getByText('Sign in with the address that was invited')).toBeVisible();

  await test.step('signing in brings a one-time password, which opens the set-up page', async () => {
    await cora.page.getByRole('link', { name: 'Sign in' }).click();
    await cora.page.getByLabel('E-mail').fill(cora.who.email);
    await cora.page.getByLabel('Password', { exact: true }).fill('whatever it is');
    await cora.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(cora.page.getByText('Please check your email for your password')).toBeVisible();
    const oneTimePassword = async () => {
      const [mail] = await mailsTo(cora.page, cora.who.email);
      return /\b\w{4}-\w{4}-\w{4}\b/.exec(mail?.text ?? '')?.[0];
    };
    await expect.poll(oneTimePassword).toBeDefined();
    const password = (await oneTimePassword())!;
    await cora.page.getByLabel('One-time password').fill('abcd-efgh-jkmn');
    await cora.page.getByRole('button', { name: 'Next' }).click();
    await expect(cora.page.getByText('This one-time password is wrong or too old').first()).toBeVisible();
    await cora.page.getByLabel('One-time password').fill(password.toUpperCase());
    await cora.page.getByRole('button', { name: 'Next' }).click();
    await expect(cora.page.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
    await cora.fillRegistration();
  });

  await test.step('she asks to be let in, and reads out her words', async () => {
    await cora.page.getByRole('button', { name: 'Join without the link' }).click();
    await expect(cora.page.getByRole('list', { name: 'Your six words' }).getByRole('listitem')).toHaveCount(
      6,
    );
  });
  const words = await cora.page
    .getByRole('list', { name: 'Your six words' })
    .getByRole('listitem')
    .allInnerTexts();

  await test.step('to her the workspace is locked', async () => {
    await cora.page.getByRole('link', { name: 'To your workspaces' }).click();
    await expect(cora.page.getByRole('link', { name: /Alder Words.*Locked/ })).toBeVisible();
    await cora.page.getByRole('link', { name: /Alder Words/ }).click();
  });

  await test.step('Ada types other words, then hers', async () => {
    await ada.showUsers();
    await ada.page.getByRole('button', { name: 'Let in' }).click();
    const dialog = ada.page.getByRole('dialog', { name: `Let ${cora.who.email} in` });
    await dialog.getByLabel('Six words').fill(words.toReversed().join(' '));
    await dialog.getByRole('button', { name: 'Let in' }).click();
    await expect(dialog.getByText('Unlock failed.')).toBeVisible();
    await dialog.getByLabel('Six words').fill(`  ${words.join('  ').toUpperCase()} `);
    await dialog.getByRole('button', { name: 'Let in' }).click();
    await expect(ada.page.getByText(`${cora.who.email} is in.`)).toBeVisible();
  });

  await test.step('her own screen goes on by itself', async () => {
    await cora.recovery.goOnWithoutKit();
    await cora.isIn('Alder Words');
  });
});

test('an invitation that cannot be taken says why', async ({ founder, actor }) => {
  const ada = await founder('Ada', 'Alder Faults');
  const dora = await actor('Dora');
  dora.guard.expect(usedUp);
  const link = await ada.invitations.invite(dora.who.email);
  await test.step('the same address again', async () => {
    await ada.page.goto(`${new URL(ada.page.url()).pathname}?panel=invite`);
    const form = ada.page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('E-mail').fill(dora.who.email);
    await form.getByRole('button', { name: 'Invite' }).click();
    await expect(form.getByText('This user is already invited')).toBeVisible();
    await expect(form.getByLabel('E-mail')).toHaveValue(dora.who.email);
  });
  await dora.join();
  await test.step('a link cut short', async () => {
    await dora.invitations.open(link.slice(0, link.indexOf('&h=')));
    await expect(dora.page.getByText('The link is incomplete.')).toBeVisible();
  });
  await test.step('a link that somebody altered', async () => {
    const secret = secretOf(link);
    const altered = secret.startsWith('A') ? `B${secret.slice(1)}` : `A${secret.slice(1)}`;
    await dora.invitations.open(link.replace(secret, altered));
    await dora.page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(
      dora.page.getByText('Invitation proof does not match; access not granted.').first(),
    ).toBeVisible();
  });
  await test.step('withdrawn', async () => {
    await ada.showUsers();
    await ada.page.getByRole('button', { name: 'Withdraw' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(ada.page.getByText(`The invitation of ${dora.who.email} was withdrawn.`)).toBeVisible();
    await dora.invitations.open(link);
    await expect(dora.page.getByText('This invitation is not there any more.')).toBeVisible();
  });
});
