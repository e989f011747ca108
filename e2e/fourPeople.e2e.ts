/** An owner, an admin, an employee and a customer user in four browsers at once, from the invitation to the removal. */
import { readFileSync } from 'node:fs';
import { expect as expectIn, test } from './fixture.ts';
import { shutOut } from './guard.ts';
import { watchTraffic } from './traffic.ts';

/** Four browsers share the machine, and some screens look again only every fifteen seconds. */
const expect = expectIn.configure({ timeout: 45_000 });

const firm = 'Malerei Berg';
const locked = `The workspace ${firm} is still locked. Please wait for an admin to unlock it.`;
const offer = {
  name: 'Angebot.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Alles zusammen: 4.200 Euro'),
};

test('four people join, work, share, forget passwords and part, and each sees what is theirs', async ({
  founder,
  actor,
  another,
}) => {
  const ada = await founder('Ada', firm);
  const id = new URL(ada.page.url()).pathname.split('/')[1]!;
  const [ben, cora, dora] = [await actor('Ben'), await actor('Cora'), await actor('Dora')];

  const links = await test.step('Ada takes a customer on, and invites three people', async () => {
    await ada.customers.create('Alder AG');
    const made = {
      ben: await ada.invitations.invite(ben.who.email, { role: 'Admin' }),
      cora: await ada.invitations.invite(cora.who.email, { role: 'Employee' }),
      dora: await ada.invitations.invite(dora.who.email, { role: 'Customer user', customer: 'Alder AG' }),
    };
    await ada.settings.show('Users');
    await expect(ada.page.getByText('1 member', { exact: true })).toBeVisible();
    for (const { who } of [ben, cora, dora])
      await expect(ada.page.getByRole('listitem').filter({ hasText: who.email })).toBeVisible();
    return made;
  });

  const kit = await test.step('each registers and joins in a browser of their own', async () => {
    await Promise.all([
      ben.registerInvited(links.ben),
      cora.registerInvited(links.cora),
      dora.registerInvited(links.dora),
    ]);
    await expect(ben.page.getByText('You will join as: Admin')).toBeVisible();
    await expect(cora.page.getByText('You will join as: Employee')).toBeVisible();
    await expect(dora.page.getByText('You will join as: Customer')).toBeVisible();
    await cora.invitations.join();
    await dora.invitations.join();
    const words = await ben.joinWithKit();
    await ben.isIn(firm);
    await cora.isIn(firm);
    await expect(dora.page).toHaveURL(`/${id}/dashboard/project`);
    return words;
  });

  const traffic = [ada, ben, cora, dora].map(({ page }) => watchTraffic(page));

  await test.step('Ada’s list has all of them; the rail of each has what is theirs', async () => {
    await expect(ada.page.getByText('4 members')).toBeVisible();
    await expect(ada.settings.user('Ada Berg')).toContainText('Owner');
    await expect(ada.settings.user('Ben Berg')).toContainText('Admin');
    await expect(ada.settings.user('Cora Berg')).toContainText('Employee');
    await expect(ada.settings.user(dora.who.email)).toContainText('Customer user: Alder AG');
    await expect(ada.page.getByText('Open invitations')).toHaveCount(0);
    const settings = { name: 'Settings', exact: true };
    await expect(ben.page.getByRole('link', settings)).toBeVisible();
    await expect(ben.customers.place).toBeVisible();
    await expect(cora.page.getByRole('link', settings)).toHaveCount(0);
    await expect(cora.customers.place).toHaveCount(0);
    await expect(dora.page.getByText('No project is shown to you yet.')).toBeVisible();
    await expect(dora.page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  });

  await test.step('one project is the customer’s, the other Ada’s and Ben’s alone', async () => {
    await ada.projects.create('Nachfolge', { onlyWith: 'Ben Berg' });
    await ada.projects.create('Treppenhaus', { customer: 'Alder AG' });
    await ben.projects.open('Nachfolge', 'Tasks');
    await ben.tasks.add('Notar anrufen');
    await ben.isSettled();
    await cora.projects.showAll();
    await expect(cora.projects.row('Treppenhaus')).toBeVisible();
    await expect(cora.projects.row('Nachfolge')).toHaveCount(0);
    await cora.projects.open('Treppenhaus', 'Tasks');
    await ben.projects.open('Treppenhaus', 'Tasks');
    await expect(dora.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    await expect(dora.page.getByText('Nachfolge')).toHaveCount(0);
  });

  await test.step('Cora works: her colleagues see the task, the customer how far it is', async () => {
    await ada.projects.show('Treppenhaus', 'Tasks');
    await cora.tasks.add('Farbe bestellen');
    for (const { tasks } of [ada, ben]) await expect(tasks.row('Farbe bestellen')).toBeVisible();
    await expect(dora.page.getByRole('img', { name: '0 of 1 tasks done' })).toBeVisible();
    await cora.tasks.setStatus('Farbe bestellen', 'Done');
    await expect(dora.page.getByRole('img', { name: '1 of 1 tasks done' })).toBeVisible();
    await expect(dora.page.getByText('Farbe bestellen')).toHaveCount(0);
  });

  await test.step('Ada shares an offer: Dora has it at once and downloads it', async () => {
    await dora.page.getByRole('link', { name: 'Treppenhaus' }).click();
    await expect(dora.page.getByText('No documents of this project have been shared')).toBeVisible();
    await ada.projects.show('Treppenhaus', 'Documents');
    await ada.documents.add(offer, offer.name);
    await expect(dora.documents.row(offer.name)).toHaveCount(0);
    await ada.documents.act(offer.name, 'Share with Alder AG');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
    await expect(dora.documents.row(offer.name)).toBeVisible();
    const download = dora.page.waitForEvent('download');
    await dora.page.getByRole('button', { name: `Download ${offer.name}` }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toBe(offer.buffer.toString());
    await cora.projects.show('Treppenhaus', 'Documents');
    await expect(cora.documents.row(offer.name)).toContainText('Shared with Alder AG');
  });

  await test.step('Ada stops sharing it: gone for Dora, still there for those who work here', async () => {
    await ada.documents.act(offer.name, 'Stop sharing with Alder AG');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await expect(dora.documents.row(offer.name)).toHaveCount(0);
    await expect(cora.documents.row(offer.name)).not.toContainText('Shared with');
    await expect(cora.documents.row(offer.name)).toBeVisible();
  });

  // Until here every change came by the channel alone.
  for (const { events } of traffic) expect(events).not.toContain('load');

  await test.step('Dora’s way ends at her dashboard', async () => {
    const project = new URL(ada.page.url()).pathname.split('/')[3];
    for (const path of ['', '/projects', `/projects/${project}/tasks`, '/customers', '/settings/users']) {
      await dora.page.goto(`/${id}${path}`);
      await expect(dora.page, path).toHaveURL(`/${id}/dashboard/project`);
      await expect(dora.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    }
  });

  await test.step('Cora forgot her password; Ada unlocks her by the six words', async () => {
    await cora.signOut();
    await cora.resetPassword('Stiller Fluss 7!');
    await cora.recovery.openLocked(firm);
    const words = await cora.recovery.sixWords();
    await ada.settings.show('Users');
    await expect(ada.page.getByText('Cora Berg is locked and waits for you.')).toBeVisible();
    await ada.page.getByRole('button', { name: 'Unlock' }).click();
    const dialog = ada.page.getByRole('dialog', { name: 'Unlock Cora Berg' });
    await ada.recovery.typeSixWords(words.split(' ').toReversed().join(' '), dialog);
    await expect(dialog.getByText('Unlock failed.', { exact: false })).toBeVisible();
    await expect(cora.page.getByText(locked)).toBeVisible();
    await ada.recovery.typeSixWords(words, dialog);
    await cora.recovery.isUnlocked();
    await cora.recovery.goOnWithoutKit();
    await cora.isIn(firm);
    await cora.projects.open('Treppenhaus', 'Tasks');
    await expect(cora.tasks.row('Farbe bestellen')).toBeVisible();
    await expect(ada.page.getByText('is locked and waits for you.')).toHaveCount(0);
  });

  await test.step('Ben forgot his; his kit opens everything, the private project too', async () => {
    await ben.signOut();
    await ben.resetPassword('Warme Laterne 8!');
    await ben.recovery.openLocked(firm);
    await ben.recovery.typePhrase(kit);
    await ben.recovery.isUnlocked();
    await ben.isIn(firm);
    await ben.projects.open('Nachfolge', 'Tasks');
    await expect(ben.tasks.row('Notar anrufen')).toBeVisible();
  });

  await test.step('Dora forgot hers; her other device, still signed in, unlocks the new one', async () => {
    const phone = await another(dora);
    await phone.resetPassword('Langer Weg 9!');
    await phone.recovery.openLocked(firm);
    const words = await phone.recovery.sixWords();
    await dora.page.getByRole('link', { name: 'Unlock from this device' }).click();
    await dora.recovery.typeSixWords(words);
    await phone.recovery.isUnlocked();
    await phone.recovery.goOnWithoutKit();
    await expect(phone.page).toHaveURL(`/${id}/dashboard/project`);
    await expect(phone.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    await expect(phone.page.getByText('Nachfolge')).toHaveCount(0);
    await dora.signIn();
    await dora.openDashboard(firm);
    await expect(dora.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
  });

  await test.step('Cora leaves: she is out at once and told so, the others go on', async () => {
    cora.guard.expect(shutOut);
    await ben.projects.open('Treppenhaus', 'Tasks');
    await ada.settings.act('Cora Berg', 'Remove');
    await ada.settings.agree('Remove');
    await expect(cora.page).toHaveURL('/');
    await expect(cora.page.getByText(`You are no longer a member of ${firm}.`)).toBeVisible();
    await expect(cora.page.getByRole('link', { name: firm })).toHaveCount(0);
    await expect(ada.settings.user('Cora Berg')).toHaveCount(0);
    await ada.projects.open('Treppenhaus', 'Tasks');
    await ada.tasks.add('Wände streichen');
    await expect(ben.tasks.row('Wände streichen')).toBeVisible();
    await ben.tasks.add('Schluss rechnen');
    await expect(ada.tasks.row('Schluss rechnen')).toBeVisible();
    await expect(dora.page.getByRole('img', { name: '1 of 3 tasks done' })).toBeVisible();
    await cora.page.goto(`/${id}/projects`);
    await expect(cora.page.getByText('Wände streichen')).toHaveCount(0);
    await expect(cora.page.getByRole('heading', { name: /^Page Not Found/ })).toBeVisible();
  });
});
