/** The customers of a firm, by two admins and an employee at once. */
import { createActor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import { expect, test } from './fixture.ts';
import { Customers } from './person/customers.ts';
import type { Person } from './person/person.ts';

test.use({ loadsAhead: true });

test('customers are taken on, changed, given projects and documents, and let go of', async ({
  open,
  product,
}) => {
  const firm = 'Berg & Töchter';
  const people = await Promise.all(
    ['Ada', 'Ben', 'Emma'].map((firstName) => createActor(product.url, { firstName })),
  );
  const id = await people[0]!.createWorkspace({ name: firm });
  await takeIn(people[0]!, id, people[1]!, { role: 'ADMIN' });
  await takeIn(people[0]!, id, people[2]!, { role: 'EMPLOYEE' });
  const browsers: Person[] = [];
  for (const each of people) {
    await each.session.signOut();
    const person = await open(each.person);
    await person.signIn();
    await person.openWorkspace(firm);
    browsers.push(person);
  }
  const [ada, ben, emma] = browsers as [Person, Person, Person];
  for (const person of browsers) await person.isSettled();
  const { page } = ada;
  const [hers, his] = [new Customers(page), new Customers(ben.page)];

  await test.step('an employee has no way there, and is led back', async () => {
    await expect(new Customers(emma.page).place).toHaveCount(0);
    await emma.page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(emma.page.getByRole('menuitem', { name: 'Project' })).toBeVisible();
    await expect(emma.page.getByRole('menuitem', { name: 'Customer' })).toHaveCount(0);
    await emma.page.keyboard.press('Escape');
    await emma.page.goto(`/${id}/customers`);
    await expect(emma.page).toHaveURL(`/${id}`);
  });

  await test.step('a company: what is wrong is said, nothing is lost, the other admin sees it', async () => {
    await his.place.click();
    await expect(ben.page.getByText('There are no customers yet.')).toBeVisible();
    const form = await hers.begin();
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(form.getByText('Required')).toBeVisible();
    await form.getByLabel('Company name').fill('Alder AG');
    await form.getByLabel('Contact, first name').fill('Otto');
    await form.getByLabel('Contact, last name').fill('Erle');
    await form.getByLabel('E-mail').fill('otto@');
    await form.getByLabel('Website').fill('alder');
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(form.getByText('Invalid email')).toBeVisible();
    await expect(form.getByText('must start with http:// or https://')).toBeVisible();
    await form.getByLabel('E-mail').fill('otto@alder.example');
    await form.getByLabel('Phone').fill('+49 30 12 34');
    await form.getByLabel('Website').fill('alder.example');
    await form.getByLabel('Address').fill('Am Ufer 2\n10115 Berlin');
    await form.getByLabel('Tax ID').fill('DE 123');
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(hers.heading('Alder AG')).toBeVisible();
    await expect(page.getByRole('link', { name: 'otto@alder.example' })).toHaveAttribute(
      'href',
      'mailto:otto%40alder.example',
    );
    await expect(page.getByRole('link', { name: '+49 30 12 34' })).toHaveAttribute('href', 'tel:+49301234');
    await expect(his.row('Alder AG')).toContainText('Otto Erle');
  });

  await test.step('a private person needs a connection; what was typed waits for it', async () => {
    ada.guard.expect(/ERR_INTERNET_DISCONNECTED/);
    const form = await hers.begin('Private person');
    await form.getByLabel('First name').fill('Ida');
    await form.getByLabel('Last name').fill('Birke');
    await page.context().setOffline(true);
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(form.getByText(/needs a connection/)).toBeVisible();
    await expect(form.getByLabel('Last name')).toHaveValue('Birke');
    await page.context().setOffline(false);
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(hers.heading('Ida Birke')).toBeVisible();
    await expect(his.row('Ida Birke')).toContainText('Private person');
    await expect(his.row('Ida Birke')).toHaveCount(1);
  });

  await test.step('two admins change different fields of one customer, and both stay', async () => {
    await his.row('Alder AG').getByRole('link', { name: 'Alder AG' }).click();
    await his.act('Alder AG', 'Edit');
    const form = ben.page.getByRole('dialog', { name: 'Edit customer' });
    await form.getByLabel('Phone').fill('+49 30 99');
    await hers.place.click();
    await hers.act('Alder AG', 'Edit');
    const other = page.getByRole('dialog', { name: 'Edit customer' });
    await other.getByLabel('Company name').fill('Alder & Co.');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(his.heading('Alder & Co.')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(ben.page.getByRole('link', { name: '+49 30 99' })).toBeVisible();
    await page.getByRole('link', { name: 'Alder & Co.' }).click();
    await expect(page.getByRole('link', { name: '+49 30 99' })).toBeVisible();
    await expect(hers.heading('Alder & Co.')).toBeVisible();
  });

  await test.step('a project of theirs: made from their page, with its tasks on it', async () => {
    await hers.show('Alder & Co.', 'Projects');
    await page.getByRole('button', { name: 'New project' }).first().click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue('Alder & Co.');
    await form.getByLabel('Name').fill('Treppenhaus');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(ada.projects.heading('Treppenhaus')).toBeVisible();
    await ada.projects.show('Treppenhaus', 'Tasks');
    await ada.tasks.add('Farbe bestellen');
    await page.getByRole('link', { name: 'Alder & Co.' }).click();
    await hers.show('Alder & Co.', 'Tasks');
    await expect(ada.tasks.row('Farbe bestellen')).toContainText('Treppenhaus');
    await expect(ben.page.getByRole('table', { name: 'Projects' }).getByRole('row')).toHaveCount(2);
    await his.show('Alder & Co.', 'Projects');
    await expect(ben.page.getByRole('img', { name: '0 of 1 tasks done' })).toBeVisible();
    await his.show('Alder & Co.', 'Overview');
  });

  await test.step('documents about them: employees read and add, from the project', async () => {
    await hers.show('Alder & Co.', 'Documents');
    await expect(page.getByText(/admins and employees read these documents/)).toBeVisible();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Verträge');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await emma.projects.open('Treppenhaus');
    await emma.page.getByRole('link', { name: 'Alder & Co.' }).click();
    await expect(emma.page).toHaveURL(/\/customers\/[^/]+\/documents$/);
    await expect(emma.page.getByRole('navigation', { name: 'Alder & Co.' })).toHaveCount(0);
    await emma.page.getByRole('link', { name: 'Verträge' }).click();
    await emma.documents.add(
      { name: 'Rahmen.txt', mimeType: 'text/plain', buffer: Buffer.from('Rahmenvertrag') },
      'Rahmen.txt',
    );
    await page.getByRole('link', { name: 'Verträge' }).click();
    await expect(page.getByRole('link', { name: 'Rahmen.txt', exact: true })).toBeVisible();
    // An employee's own way up ends at the documents.
    await emma.page.goto(emma.page.url().replace(/\/documents.*$/, ''));
    await expect(emma.page).toHaveURL(`/${id}`);
  });

  await test.step('while something hangs on them they stay; archived they leave the list', async () => {
    await hers.place.click();
    await hers.act('Alder & Co.', 'Delete');
    await expect(page.getByText(/1 project, 2 documents/)).toBeVisible();
    await hers.act('Alder & Co.', 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(hers.row('Alder & Co.')).toHaveCount(0);
    await his.place.click();
    await expect(his.row('Ida Birke')).toBeVisible();
    await expect(his.row('Alder & Co.')).toHaveCount(0);
    await page.getByLabel('Show archived').check();
    await hers.row('Alder & Co.').getByRole('link', { name: 'Alder & Co.' }).click();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite somebody' });
    await expect(invitation.getByRole('combobox', { name: 'Role' })).toHaveValue('Customer user');
    await expect(invitation.getByRole('combobox', { name: 'Customer' })).toHaveValue('Alder & Co.');
    await page.keyboard.press('Escape');
    await hers.place.click();
    await hers.act('Alder & Co.', 'Restore from archive');
    await expect(his.row('Alder & Co.')).toBeVisible();
  });

  await test.step('projects that are all archived are not denied', async () => {
    await ada.projects.showAll();
    await hers.act('Treppenhaus', 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await his.row('Alder & Co.').getByRole('link', { name: 'Alder & Co.' }).click();
    for (const tab of ['Overview', 'Projects', 'Tasks'] as const) {
      await his.show('Alder & Co.', tab);
      await expect(ben.page.getByText('All projects are archived.')).toBeVisible();
    }
    await his.place.click();
  });

  await test.step('the contact is invited with the form, and listed', async () => {
    const form = await hers.begin('Private person');
    await form.getByLabel('Last name').fill('Esche');
    await form.getByLabel('Invite this contact as a customer user').check();
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(form.getByText('Required')).toBeVisible();
    await form.getByLabel('E-mail').fill('esche@example.org');
    await form.getByRole('button', { name: 'Create customer' }).click();
    const made = page.getByRole('dialog', { name: 'Invited: esche@example.org' });
    await expect(made.getByRole('textbox')).toHaveValue(/^http/);
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(hers.heading('Esche')).toBeVisible();
    const users = page.getByRole('region', { name: 'Users of this customer' });
    await expect(users).toContainText('esche@example.org');
    await hers.act('Esche', 'Delete');
    await expect(page.getByText(/1 user or invitation/)).toBeVisible();
  });

  await test.step('a customer on whom nothing hangs is deleted, for the other admin too', async () => {
    await expect(his.row('Ida Birke')).toBeVisible();
    await hers.place.click();
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('birke');
    await expect(hers.row('Alder & Co.')).toHaveCount(0);
    await hers.act('Ida Birke', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No customer matches “birke”.')).toBeVisible();
    await expect(his.row('Ida Birke')).toHaveCount(0);
  });
});
