/** A forgotten password in the browser: the mail, another password, and out of the lock in three ways. */
import { createProject } from '@kontor/client/nouns/project';
import { createActor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import { looksFine } from './axe.ts';
import { expect, test } from './fixture.ts';
import { identity, type Person } from './person/person.ts';

test.use({ loadsAhead: true });

const isVoid = /^Your printed recovery kit opens nothing any more/;
const wrongWords = 'abandon ability able about above absent';
let count = 0;

/** Sets another password on a browser that is not signed in, up to the list of workspaces. */
async function reset(person: Person): Promise<Person> {
  const { page, who, recovery } = person;
  const password = `Quiet river lantern ${count++}!`;
  await recovery.request(who.email);
  person.guard.expect(/status of 400 .*recovery\/check/);
  await recovery.typeCode('000000');
  await expect(page.getByText('Invalid recovery code').first()).toBeVisible();
  await recovery.typeCode(await person.readCode('recovery code'));
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('quiet river');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('One capital letter is needed')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await expect(page.getByText('What follows')).toBeVisible();
  await recovery.setPassword(password);
  who.password = password;
  await person.signIn();
  await expect(page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible();
  return person;
}

test('Ben forgets his password and comes back by phrase, by another device and by an admin', async ({
  open,
  product,
}) => {
  const [adaWho, benWho] = [identity('Ada'), identity('Ben')];
  const founder = await createActor(product.url, adaWho);
  const firm = await founder.createWorkspace({ name: 'Adler GmbH' });
  const ben = await createActor(product.url, benWho);
  await takeIn(founder, firm, ben, { role: 'EMPLOYEE' });
  const own = await ben.createWorkspace({ name: 'Biber KG' });
  expect(own).not.toBe(firm);
  const mine = await ben.open(firm);
  createProject(mine, { name: 'Geheim', memberIds: [ben.session.user!.id] }, 'private');
  await mine.outbox.sent();
  await ben.session.account.createKit(benWho.password);
  await ben.session.account.confirmKit();
  await ben.session.signOut({ discard: true });
  await founder.session.signOut();

  const laptop = await open({ ...benWho });
  await laptop.signIn();
  await laptop.openWorkspace('Adler GmbH');
  await laptop.projects.open('Geheim');
  await laptop.projects.show('Geheim', 'Tasks');
  await laptop.tasks.add('Gesendet');
  await laptop.isSettled();
  await laptop.isAtHand();
  laptop.guard.expect(/ERR_INTERNET_DISCONNECTED/);
  await laptop.page.context().setOffline(true);
  await laptop.tasks.add('Nicht gesendet');
  const phone = await open(laptop.who);

  await test.step('locked: nothing opens, and the laptop says what happened', async () => {
    await reset(phone);
    await expect(phone.page.getByRole('link', { name: /Adler GmbH/ })).toContainText('Locked');
    await phone.page.getByRole('link', { name: /Adler GmbH/ }).click();
    await expect(
      phone.page.getByText(
        'The workspace Adler GmbH is still locked. Please wait for an admin to unlock it.',
      ),
    ).toBeVisible();
    await looksFine(phone.page, 'a locked workspace');
    // Online again it hears that its session has ended, by asking for that or by being refused something else first.
    laptop.guard.allow(/status of 401 .*\/api\//);
    await laptop.page.context().setOffline(false);
    await expect(laptop.page.getByText(/^The password of .* was reset/)).toBeVisible();
    await looksFine(laptop.page, 'a device from before the reset');
  });

  await test.step('the laptop answers for the six words, and for no others', async () => {
    const words = await phone.recovery.sixWords();
    await laptop.page.getByRole('link', { name: 'Unlock from this device' }).click();
    await expect(laptop.page.getByText('One change that was made on this device')).toBeVisible();
    await looksFine(laptop.page, 'the way out from a device of before');
    await laptop.recovery.typeSixWords(wrongWords);
    await expect(laptop.page.getByText('Unlock failed', { exact: false }).first()).toBeVisible();
    await laptop.recovery.typeSixWords(words);
    await expect(laptop.page).toHaveURL('/login');
    await phone.recovery.isUnlocked();
    // His sheet was not what unlocked: it is void as soon as no workspace waits for it.
    await phone.page.goto('/');
    await expect(phone.page.getByText(isVoid)).toBeVisible();
    await phone.openWorkspace('Adler GmbH');
    await expect(phone.page.getByText(isVoid)).toBeVisible();
    await phone.projects.open('Geheim');
    await expect(laptop.page.getByText(/^The password of .* was reset/)).toHaveCount(0);
  });

  const tablet = await open(phone.who);
  await test.step('Ada unlocks for the words that Ben reads out, and for no others', async () => {
    // Whatever the phone asks for in the moment in which its session ends.
    phone.guard.allow(/status of (401|403) .*\/api\//);
    await reset(tablet);
    // Nothing that comes later moves the list from under the click.
    await tablet.page.getByRole('link', { name: /Adler GmbH/ }).waitFor();
    expect(await tablet.page.getByText(isVoid).isVisible()).toBe(true);
    await tablet.page.getByRole('link', { name: /Adler GmbH/ }).click();
    const words = await tablet.recovery.sixWords();
    const ada = await open(adaWho);
    await ada.signIn();
    await ada.openWorkspace('Adler GmbH');
    await ada.page.goto(`/${firm}/settings/users`);
    await expect(ada.page.getByText('is locked and waits for you.', { exact: false })).toBeVisible();
    await ada.page.getByRole('button', { name: 'Unlock' }).click();
    const dialog = ada.page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await looksFine(ada.page, 'who is locked, and their six words');
    await ada.recovery.typeSixWords(wrongWords, dialog);
    await expect(dialog.getByText('Unlock failed', { exact: false })).toBeVisible();
    await expect(tablet.page.getByRole('heading', { name: 'Adler GmbH is locked' })).toBeVisible();
    await ada.recovery.typeSixWords(words, dialog);
    await expect(dialog).toHaveCount(0);
    await tablet.recovery.goOnWithoutKit();
    await tablet.isIn('Adler GmbH');
    await tablet.projects.open('Geheim');
    await tablet.page.goto('/');
    await expect(tablet.page.getByRole('link', { name: /Biber KG/ })).toContainText('Locked');
  });

  await test.step('his sheet is void, since it was not what unlocked: he is told, and offered another', async () => {
    await tablet.recovery.openLocked('Biber KG');
    await expect(tablet.page.getByText('wait for an admin', { exact: false })).toHaveCount(0);
    await expect(tablet.page.getByText(isVoid)).toBeVisible();
    await expect(tablet.page.getByLabel('The 24 words')).toHaveCount(0);
    // His own firm has nobody whom he could call.
    await expect(tablet.page.getByText(/^Biber KG: nobody else is an admin there\./)).toBeVisible();
    await expect(tablet.page.getByText('Call an admin of', { exact: false })).toHaveCount(0);
    await tablet.page.goto('/account?tab=security');
    await expect(
      tablet.page.getByText('Your printed kit opens nothing any more.', { exact: false }),
    ).toBeVisible();
    await expect(tablet.page.getByRole('button', { name: 'Make the recovery kit' })).toBeVisible();
  });
});

test('Bea unlocks everything with her kit, word by word', async ({ open, product }) => {
  const who = identity('Bea');
  const bea = await createActor(product.url, who);
  await bea.createWorkspace({ name: 'Erste GmbH' });
  await bea.createWorkspace({ name: 'Zweite GmbH' });
  const { words: kit } = await bea.session.account.createKit(who.password);
  await bea.session.account.confirmKit();
  await bea.session.signOut();
  const phone = await reset(await open(who));
  const { page } = phone;
  await expect(page.getByText('You have no recovery kit yet', { exact: false })).toHaveCount(0);
  await page.getByRole('link', { name: /Zweite GmbH/ }).click();
  const field = page.getByLabel('The 24 words');
  await phone.recovery.typePhrase([...kit.slice(1), 'kontor']);
  await expect(page.getByText(/“kontor” is none of its words/).first()).toBeVisible();
  await expect(field).toHaveValue([...kit.slice(1), 'kontor'].join(' '));
  await phone.recovery.typePhrase(kit.slice(1));
  await expect(page.getByText('Invalid recovery phrase: there are 24 words').first()).toBeVisible();
  await field.fill('');
  // Four letters tell every word of the list apart: a space completes it.
  for (const word of kit) await field.pressSequentially(`${word.slice(0, 4)} `);
  await expect(field).toHaveValue(`${kit.join(' ')} `);
  await expect(page.getByText('24 of 24 words')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await phone.recovery.isUnlocked();
  await phone.isIn('Zweite GmbH');
  await page.goto('/');
  await phone.openWorkspace('Erste GmbH');
  await page.goto('/account?tab=security');
  await expect(page.getByText('Your printed kit is good.', { exact: false })).toBeVisible();
});
