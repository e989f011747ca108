/** The timer in browsers: wherever a task stands, in every tab and on every device of its person, and on nobody else's. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

const timer = (person: Person) => person.page.getByRole('region', { name: 'Timer' });
const clock = (person: Person) => timer(person).getByRole('timer');
/** Returns the line of the dialog that asks for a task. */
const question = (person: Person) =>
  person.page.getByRole('dialog').getByPlaceholder('Find a task, or type a new one');
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
  await question(ada).fill('permit');
  await ada.page.keyboard.press('Enter');
  await expect(timer(ada)).toContainText('Permit');
  await expect(timer(phone)).toContainText('Permit');
  await ada.page.keyboard.press('t');
  await question(ada).fill('Call the office');
  await ada.page.getByRole('option', { name: 'New task “Call the office” in Villa' }).click();
  await expect(timer(phone)).toContainText('Call the office');
  await expect(ada.tasks.row('Call the office')).toBeVisible();

  await timer(ada).getByRole('button', { name: 'Stop timer' }).click();
  await expect(timer(ada)).toHaveCount(0);
  await expect(timer(phone)).toHaveCount(0);
  expect(await icon(ada)).toBe(plain);
});

test('takes a week as it is typed, and an entry in its form', async ({ founder }) => {
  const ada = await founder('Ada', 'Haus Ast', { timezoneId: 'Europe/Berlin' });
  const { page } = ada;
  await ada.projects.create('Villa');
  await ada.projects.show('Villa', 'Tasks');
  await ada.tasks.add('Plans', 'Permit');
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Time' }).click();
  await page.getByRole('button', { name: 'Previous week' }).click();
  const cell = (task: string, day: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${task}, ${day}`) });
  for (const task of ['Plans', 'Permit']) {
    await page.getByRole('combobox', { name: 'Add a task to the week' }).click();
    await page.getByRole('option', { name: `${task} · Villa` }).click();
  }

  // Down a column and across a row by the keys alone.
  await cell('Permit', 'Mon').fill('1.5');
  await cell('Permit', 'Mon').press('Enter');
  await expect(cell('Plans', 'Mon')).toBeFocused();
  await page.keyboard.type('90m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('much');
  await page.keyboard.press('Tab');
  await expect(cell('Plans', 'Mon')).toHaveValue('1:30');
  await expect(cell('Permit', 'Mon')).toHaveValue('1:30');
  await expect(cell('Plans', 'Tue')).toHaveValue('much');
  await expect(cell('Plans', 'Tue')).toHaveAttribute('aria-invalid', 'true');
  await cell('Plans', 'Tue').fill('');

  // The day's entries follow each other; one is moved, described and split.
  await page.getByRole('button', { name: /^Mon/ }).click();
  const entries = page.getByRole('region', { name: /^Entries of/ }).getByRole('listitem');
  await expect(entries).toHaveText([/^9:00–10:30Permit/, /^10:30–12:00Plans/]);
  await entries.nth(1).getByRole('link').click();
  const form = page.getByRole('dialog', { name: 'Time entry' });
  await form.getByRole('textbox', { name: 'Times or duration' }).fill('12:00–9:00');
  await form.getByRole('textbox', { name: 'Description' }).fill('Ground floor');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The end lies before the start.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Times or duration' }).fill('10:00–12:00, 13:00–14:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(entries.nth(1)).toContainText('10:00–12:00, 13:00–14:00');
  await expect(entries.nth(1).getByRole('img', { name: 'Overlaps another entry' })).toBeVisible();
  await expect(cell('Plans', 'Mon')).toHaveValue('3:00');
  // What both entries cover counts once as working time, and on each task.
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('4:30');
  await expect(page.getByRole('row', { name: /^Working time/ })).toContainText('4:00');
  await expect(page.getByRole('region', { name: 'By project' })).toContainText('Villa4:30');

  // Past midnight, in the nights in which the clock goes back and forward: as long as it was, on the days on which it was.
  for (const [day, saturday, sunday, total] of [
    ['2026-10-24', '2:00', '5:00', '7:00'],
    ['2026-03-28', '2:00', '3:00', '5:00'],
  ] as const) {
    await page.goto(new URL(`?day=${day}`, page.url()).href);
    await page.getByRole('button', { name: 'New time entry' }).click();
    const added = page.getByRole('dialog', { name: 'New time entry' });
    await added.getByRole('combobox', { name: 'Task' }).click();
    await page.getByRole('option', { name: 'Plans', exact: true }).click();
    await added.getByRole('textbox', { name: 'Times or duration' }).fill('22:00–4:00+1');
    await added.getByRole('button', { name: 'Create entry' }).click();
    await expect(added).toHaveCount(0);
    await expect(cell('Plans', 'Sat')).toHaveValue(saturday);
    await expect(cell('Plans', 'Sun')).toHaveValue(sunday);
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(total);
  }
  await page.getByRole('button', { name: 'This week' }).click();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await page.getByRole('button', { name: /^Mon/ }).click();

  // The month is closed and confirmed; from then on a change wants a reason.
  const month = page.getByRole('region', { name: 'Signatures' });
  const sure = (verb: string) => page.getByRole('dialog').getByRole('button', { name: verb, exact: true });
  await page.getByText('Month', { exact: true }).click();
  await month.getByRole('button', { name: /^Close / }).click();
  await sure('Sign and close').click();
  await expect(month).toContainText('Closed by Ada');
  await month.getByRole('button', { name: 'Confirm' }).click();
  await sure('Confirm').click();
  await expect(month).toContainText('Confirmed by Ada');
  await expect(month.getByRole('button', { name: 'Open again' })).toHaveCount(0);

  await page.getByText('Week', { exact: true }).click();
  await cell('Plans', 'Mon').fill('1');
  await cell('Plans', 'Mon').press('Enter');
  await expect(page.getByRole('alert').getByText('is closed. Open the entry or absence')).toBeVisible();
  await expect(cell('Plans', 'Mon')).toHaveAttribute('aria-invalid', 'true');
  await cell('Plans', 'Mon').fill('3:00');
  await cell('Plans', 'Mon').blur();
  await entries.nth(1).getByRole('link').click();
  await form.getByRole('textbox', { name: 'Description' }).fill('First floor');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Say why the closed month is changed.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason' }).fill('Wrong floor');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await page.getByText('Month', { exact: true }).click();
  await expect(month).toContainText('before the last changes');
  await expect(month).toContainText('Wrong floor');
  // What is signed is on the server first.
  await expect(async () => {
    const download = page.waitForEvent('download', { timeout: 2_000 });
    await month.getByRole('button', { name: /^Signed timesheet/ }).click();
    const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { signed: unknown[] };
    expect(file.signed).toHaveLength(3);
  }).toPass();
});
