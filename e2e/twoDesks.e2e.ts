/** Two desks change what only the server holds: each sees it without a reload, and is asked where both wrote. */
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

const openSettings = async ({ page }: Person, name: string) => {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name }).first().click();
};

test('the name of a workspace and its billing record', async ({ founder, another }) => {
  const ada = await founder('Ada', 'Doppelwerk');
  const desk = await another(ada);
  await desk.signIn();
  // Whoever writes before they hear of the other's change is refused, and asked.
  for (const { guard } of [ada, desk]) guard.allow(/status of 409 /);
  await desk.openWorkspace('Doppelwerk');

  await test.step('a new name shows at the other desk, and is asked about where something was typed', async () => {
    for (const each of [ada, desk]) await openSettings(each, 'Business data');
    const nameAt = ({ page }: Person) => page.getByRole('textbox', { name: 'Name', exact: true });
    const save = async (person: Person, name: string) => {
      await nameAt(person).fill(name);
      await person.page.getByRole('button', { name: 'Save' }).click();
    };
    await save(ada, 'Doppelwerk Süd');
    await expect(nameAt(desk)).toHaveValue('Doppelwerk Süd');
    await nameAt(desk).fill('Doppelwerk Nord');
    await save(ada, 'Doppelwerk West');
    await expect(desk.page.getByRole('button', { name: /^Workspace Doppelwerk West/ })).toBeVisible();
    await desk.page.getByRole('button', { name: 'Save' }).click();
    const notice = desk.page.getByRole('alert').filter({ hasText: 'changed in two places' });
    await expect(notice).toContainText('Doppelwerk West');
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await desk.page.getByRole('button', { name: 'Save' }).click();
    await expect(nameAt(ada)).toHaveValue('Doppelwerk Nord');
  });

  await test.step('so does a billing record', async () => {
    for (const each of [ada, desk]) await openSettings(each, 'Billing and payment');
    const fieldAt = ({ page }: Person, label: string) =>
      page.getByRole('region', { name: 'Invoices go to' }).getByLabel(label);
    const save = ({ page }: Person) => page.getByRole('button', { name: 'Save' }).click();
    await fieldAt(ada, 'Company').fill('Doppelwerk GmbH');
    await fieldAt(ada, 'Street and number').fill('Weg 1');
    await fieldAt(ada, 'Postal code').fill('80331');
    await fieldAt(ada, 'City').fill('München');
    await fieldAt(ada, 'Country').selectOption('de');
    await save(ada);
    await expect(fieldAt(desk, 'Company')).toHaveValue('Doppelwerk GmbH');
    await fieldAt(desk, 'City').fill('Augsburg');
    await fieldAt(ada, 'City').fill('Ulm');
    const stored = ada.page.waitForResponse(
      (response) => response.url().endsWith('/billing-record') && response.request().method() === 'PUT',
    );
    await save(ada);
    await stored;
    await save(desk);
    const notice = desk.page.getByRole('alert').filter({ hasText: 'changed in two places' });
    await expect(notice).toContainText('Ulm');
    await notice.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(fieldAt(desk, 'City')).toHaveValue('Ulm');
  });
});
