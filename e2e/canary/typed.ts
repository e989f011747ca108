/** A person types canaries into the screens: every name, title, text, file and secret that there is a field for. */
import { type Browser, expect } from '@playwright/test';
import { guardContext } from '../guard.ts';
import { Person } from '../person/person.ts';
import type { Plants } from './plants.ts';

/** The values typed into the screens; each key names the field and its screen. */
export interface Typed {
  person: Person;
  /** The 24 words of the recovery kit. */
  words: string[];
  workspaceName: string;
  fileName: string;
}

/** Labels of the business details that take any text. */
const businessTexts = ['Company name', 'Phone', 'Tax ID', 'Registration number', 'Registry court'] as const;

/** Labels of the profile fields that only the person themselves can read. */
const privateTexts = ['Street and number', 'Address line 2', 'City'] as const;

/** Labels in a personnel file; a bank account must have a valid checksum and so has no room for a canary. */
const personnelTexts = [
  'Job title',
  'Tax ID',
  'Social security number',
  'Name of the health insurance',
] as const;

export async function typeEverything(
  browser: Browser,
  url: string,
  { text }: Plants,
  workspaceName: string,
): Promise<Typed> {
  const context = await browser.newContext({ baseURL: url });
  const guard = await guardContext(context, url);
  const person = new Person(await context.newPage(), guard, {
    firstName: text.plant('screen: first name'),
    lastName: text.plant('screen: last name'),
    email: `typed.${Date.now().toString(36)}@example.org`,
    password: text.plant('screen: password'),
  });
  const { page, projects, tasks, documents, settings } = person;
  await person.join();

  await page.goto('/account');
  for (const label of privateTexts) await page.getByLabel(label).fill(text.plant(`screen: own ${label}`));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your details were saved.')).toBeVisible();
  await page.goto('/');

  await page.getByRole('link', { name: 'Create workspace' }).click();
  await page.getByLabel('Name').fill(workspaceName);
  await page.getByRole('button', { name: 'Next' }).click();
  for (const label of businessTexts) await page.getByLabel(label).fill(text.plant(`screen: ${label}`));
  await page.getByLabel('E-mail').fill(`${text.plant('screen: business e-mail')}@example.org`);
  await page.getByLabel('Website').fill(`https://${text.plant('screen: website')}.example`);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await person.openKit();
  const words = await person.readKit();
  await person.confirmKit(words);
  await person.isIn(workspaceName);

  await settings.show('Users');
  const file = await settings.edit(`${person.who.firstName} ${person.who.lastName}`);
  for (const label of personnelTexts) await file.getByLabel(label).fill(text.plant(`screen: ${label}`));
  await file.getByRole('button', { name: 'Save' }).click();
  await expect(file).toHaveCount(0);

  const project = text.plant('screen: project name');
  await projects.create(project, { description: text.plant('screen: project description') });
  await tasks.create({
    title: text.plant('screen: task title'),
    description: text.plant('screen: task description'),
  });
  await tasks.addSubtask(text.plant('screen: subtask'));
  await tasks.close();
  await projects.show(project, 'Tasks');
  await tasks.add(text.plant('screen: quick task'));

  await projects.show(project, 'Documents');
  await documents.createFolder(text.plant('screen: folder name'));
  const fileName = `${text.plant('screen: file name')}.txt`;
  const content = `Content ${text.plant('screen: file content')}\n`.repeat(20);
  await documents.add({ name: fileName, mimeType: 'text/plain', buffer: Buffer.from(content) }, fileName);

  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search, go to or do')).toBeFocused();
  await page.keyboard.type(text.plant('screen: search'));
  await page.keyboard.press('Escape');
  await person.isSettled();
  return { person, words, workspaceName, fileName };
}
