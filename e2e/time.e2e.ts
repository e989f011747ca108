/** The timer in browsers: wherever a task stands, in every tab and on every device of its person, and on nobody else's. */
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

const timer = (person: Person) => person.page.getByRole('region', { name: 'Timer' });
const clock = (person: Person) => timer(person).getByRole('timer');
const icon = (person: Person) => person.page.locator('link[rel="icon"]').getAttribute('href');

test('starts on a row, shows on every page and device, switches in one step, and stops', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Haus Ast');
  await ada.projects.create('Villa');
  await ada.projects.show('Villa', 'Tasks');
  await ada.tasks.add('Plans', 'Permit');
  const plain = await icon(ada);

  await ada.tasks.row('Plans').hover();
  await ada.tasks.row('Plans').getByRole('button', { name: 'Start the timer on “Plans”' }).click();
  await expect(timer(ada)).toContainText('Plans');
  await expect(clock(ada)).toHaveText(/^0:0[1-9]$/);
  await expect(ada.page).toHaveTitle(/^● /);
  expect(await icon(ada)).not.toBe(plain);

  const phone = await another(ada);
  await phone.signIn();
  await phone.openWorkspace('Haus Ast');
  await expect(timer(phone)).toContainText('Plans');
  await timer(phone).getByRole('button', { name: 'Pause timer' }).click();
  await expect(timer(ada).getByRole('button', { name: 'Resume timer' })).toBeVisible();
  await expect(ada.page).not.toHaveTitle(/^●/);
  await timer(ada).getByRole('button', { name: 'Resume timer' }).click();

  // By the keyboard alone: the last task first, another one in its place.
  await ada.page.locator('body').click();
  await ada.page.keyboard.press('t');
  await ada.page
    .getByRole('textbox', { name: 'What are you working on?' })
    .or(ada.page.getByRole('combobox'))
    .fill('permit');
  await ada.page.keyboard.press('Enter');
  await expect(timer(ada)).toContainText('Permit');
  await expect(timer(phone)).toContainText('Permit');
  await ada.page.keyboard.press('t');
  await ada.page.keyboard.type('Call the office');
  await ada.page.getByRole('option', { name: 'New task “Call the office” in Villa' }).click();
  await expect(timer(phone)).toContainText('Call the office');
  await expect(ada.tasks.row('Call the office')).toBeVisible();

  await timer(ada).getByRole('button', { name: 'Stop timer' }).click();
  await expect(timer(ada)).toHaveCount(0);
  await expect(timer(phone)).toHaveCount(0);
  expect(await icon(ada)).toBe(plain);
});
