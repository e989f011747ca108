/** A customer user in their own browser: what is shared comes and goes before their eyes, and nothing else is there. */
import { readFileSync } from 'node:fs';
import { createActor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './fixture.ts';
import { Customers } from './person/customers.ts';
import { identity, type Person } from './person/person.ts';

const hostile = '<img src=x onerror="window.pwned=1">';
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Inhalt von ${name}`) });
/** Returns a line of the table of documents, on either side. */
const row = ({ page }: Person, name: string) =>
  page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name });

test('what is shared with a customer appears and disappears, and the rest of the house is closed', async ({
  open,
  product,
}) => {
  const firm = 'Malerei Berg';
  const [owner, user] = await Promise.all(
    ['Ada', 'Gast'].map((firstName) => createActor(product.url, identity(firstName))),
  );
  const id = await owner!.createWorkspace({ name: firm });
  const ada = await open(owner!.person as Person['who']);
  await ada.signIn();
  await ada.openWorkspace(firm);
  await new Customers(ada.page).create('Alder AG');
  const customerId = new URL(ada.page.url()).pathname.split('/')[3]!;
  await takeIn(owner!, id, user!, { role: 'CUSTOMER', customerId });
  // What a customer sees of a project is written behind it, by itself.
  for (const actor of [owner, user])
    await expect(async () => {
      await (await actor!.open(id)).outbox.sent();
      await actor!.session.signOut();
    }).toPass();
  const guest = await open(user!.person as Person['who']);
  await guest.signIn();

  await test.step('the guest lands in the dashboard, which is empty', async () => {
    await guest.openDashboard(firm);
    await expect(guest.page.getByRole('banner').getByText(firm)).toBeVisible();
    await expect(guest.page).toHaveURL(`/${id}/dashboard/project`);
    await expect(guest.page.getByText('No project is shown to you yet.')).toBeVisible();
    await guest.page.getByRole('link', { name: 'Documents' }).click();
    await expect(guest.page.getByText('No documents have been shared with you yet.')).toBeVisible();
    await guest.page.getByRole('link', { name: 'Projects' }).click();
  });

  await test.step('who they are is known to those who work there, and follows what they say', async () => {
    await expect(ada.page.getByText('Gast Berg')).toBeVisible();
    await guest.page.goto('/account');
    await guest.page.getByLabel('First name').fill('Gesa');
    await guest.page.getByRole('button', { name: 'Save' }).click();
    await expect(guest.page.getByText('Your details were saved.')).toBeVisible();
    await guest.page.goto(`/${id}/dashboard/project`);
    await expect(ada.page.getByText('Gesa Berg')).toBeVisible();
  });

  await test.step('a project of theirs shows by itself, and how far it is', async () => {
    await new Customers(ada.page).show('Alder AG', 'Projects');
    await ada.page.getByRole('button', { name: 'New project' }).first().click();
    const form = ada.page.getByRole('dialog', { name: 'New project' });
    await expect(form.getByText(/users see its name, dates and progress/)).toBeVisible();
    await form.getByLabel('Name').fill('Treppenhaus');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(guest.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    await ada.projects.show('Treppenhaus', 'Tasks');
    await ada.tasks.add('Farbe bestellen');
    await expect(guest.page.getByRole('img', { name: '0 of 1 tasks done' })).toBeVisible();
    await guest.page.getByRole('link', { name: 'Treppenhaus' }).click();
    await expect(guest.page.getByText('No documents of this project have been shared')).toBeVisible();
  });

  await test.step('a file: who will see it is said, the guest has it at once, and reads it', async () => {
    await ada.projects.show('Treppenhaus', 'Documents');
    await ada.documents.add(file('Angebot.txt'), 'Angebot.txt');
    await ada.documents.act('Angebot.txt', 'Share with Alder AG');
    const question = ada.page.getByRole('dialog', { name: 'Share “Angebot.txt” with Alder AG?' });
    await expect(question).toContainText('Gesa Berg, and everybody who works here');
    await question.getByRole('button', { name: 'Share' }).click();
    await expect(row(ada, 'Angebot.txt')).toContainText('Shared with Alder AG');
    await expect(row(guest, 'Angebot.txt')).toBeVisible();
    const download = guest.page.waitForEvent('download');
    await guest.page.getByRole('button', { name: 'Download Angebot.txt' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toBe('Inhalt von Angebot.txt');
    await guest.page.getByRole('link', { name: 'Angebot.txt', exact: true }).click();
    await expect(guest.page.frameLocator('iframe').getByText('Inhalt von Angebot.txt')).toBeVisible();
  });

  await test.step('revoked, it is gone at once, preview and all', async () => {
    await ada.documents.act('Angebot.txt', 'Stop sharing with Alder AG');
    const question = ada.page.getByRole('dialog', { name: /^Stop sharing “Angebot.txt”/ });
    await question.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(row(guest, 'Angebot.txt')).toHaveCount(0);
    await expect(guest.page.getByRole('button', { name: 'Close preview' })).toHaveCount(0);
    await expect(row(ada, 'Angebot.txt')).not.toContainText('Shared with');
  });

  await test.step('a folder covers what comes into it; hostile names are text', async () => {
    await ada.documents.createFolder(hostile);
    await ada.documents.act(hostile, 'Share with Alder AG');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
    await guest.page.getByRole('link', { name: hostile }).click();
    await expect(guest.page.getByText('This folder is empty.')).toBeVisible();
    await ada.documents.open(hostile);
    await ada.documents.add(file('Skizze.txt'), 'Skizze.txt');
    await expect(row(guest, 'Skizze.txt')).toBeVisible();
    expect(decodeURIComponent(guest.page.url())).not.toContain('onerror');
    expect(await guest.page.evaluate(() => 'pwned' in window)).toBe(false);
    await guest.page.goto(`/${id}/dashboard/customer`);
    const archive = guest.page.waitForEvent('download');
    await guest.page.getByRole('button', { name: 'Download Treppenhaus' }).click();
    const entries = unzipSync(readFileSync(await (await archive).path()));
    const [[path, content] = []] = Object.entries(entries).filter(([name]) => !name.endsWith('/'));
    expect(path).toMatch(/^Treppenhaus\/[^/]+\/Skizze\.txt$/);
    expect(strFromU8(content!)).toBe('Inhalt von Skizze.txt');
    await guest.page.getByRole('link', { name: 'Treppenhaus' }).click();
    await expect(guest.page.getByRole('link', { name: hostile })).toBeVisible();
  });

  await test.step('no way leads further, by address or by key', async () => {
    const project = new URL(ada.page.url()).pathname.split('/')[3];
    for (const path of [
      '',
      '/projects',
      `/projects/${project}/documents`,
      '/settings/users',
      '/customers',
      `/customers/${customerId}/documents`,
      '?panel=task',
    ]) {
      await guest.page.goto(`/${id}${path}`);
      await expect(guest.page, path).toHaveURL(`/${id}/dashboard/project`);
      await expect(guest.page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
    }
    await expect(guest.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    for (const key of ['c', '?', 'Control+k']) await guest.page.keyboard.press(key);
    await expect(guest.page.getByRole('dialog')).toHaveCount(0);
    await expect(guest.page.getByRole('searchbox')).toHaveCount(0);
  });

  await test.step('who works here sees what customers see, and finds back', async () => {
    await ada.page.goto(`/${id}/dashboard`);
    await expect(ada.page.getByText('You work here.')).toBeVisible();
    await expect(ada.page.getByRole('link', { name: 'Treppenhaus' })).toBeVisible();
    await ada.page.getByRole('link', { name: 'Back to the workspace' }).click();
    await ada.isIn(firm);
  });
});
