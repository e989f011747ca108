/** The main job without a mouse: people who work by keyboard reach everything, and see where they are. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** ms; a guard against hanging, not a measurement. */
const patience = 30_000;

/** Hands that know only keys. */
class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const refuse = () => {
      throw new Error('this scenario has no mouse');
    };
    for (const verb of ['click', 'dblclick', 'down', 'move', 'up', 'wheel'] as const)
      page.mouse[verb] = refuse;
  }

  press = (key: string) => this.#page.keyboard.press(key);
  type = (text: string) => this.#page.keyboard.type(text);

  /** Returns the accessible name of the focused element. */
  focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const at = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null;
      if (at === document.body) return '';
      const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
      return label.trim();
    });
  }

  /** Presses Tab until something of that name has the focus; what has not appeared yet is met on a later round. */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    const until = Date.now() + patience;
    for (let step = 0; step < 80 || Date.now() < until; step++) {
      const at = await this.focused();
      if (typeof name === 'string' ? at === name : name.test(at)) return;
      passed.push(at);
      await this.press('Tab');
    }
    throw new Error(`Tab never reached ${name}; it passed ${[...new Set(passed)].join(' | ')}`);
  }

  /** Tabs to something and presses Enter. */
  async choose(name: string | RegExp): Promise<void> {
    await this.tabTo(name);
    await this.press('Enter');
  }

  /** Returns true if the focused element shows its focus. */
  showsFocus(): Promise<boolean> {
    return this.#page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
  }
}

test('a workspace is worked in with the keyboard alone', async ({ founder, another }) => {
  const home = await founder('Ada', 'Schreinerei Berg');
  const ada = await another(home);
  const { page } = ada;
  const keys = new Keys(page);

  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await keys.type(ada.who.email);
  await keys.press('Tab');
  await keys.type(ada.who.password);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible();
  await keys.tabTo(/Schreinerei Berg/);
  expect(await keys.showsFocus()).toBe(true);
  await keys.press('Enter');
  await ada.isIn('Schreinerei Berg');

  await keys.choose('New');
  await expect(page.getByRole('menuitem', { name: 'Project' })).toBeVisible();
  while ((await keys.focused()) !== 'Project') await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await keys.type('Küche Lind');

  // A link in its description: neither an invalid address nor the way back loses any of the form's content.
  const form = page.getByRole('dialog', { name: 'New project' });
  await keys.choose('Link');
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.type('nonsense');
  await keys.press('Enter');
  await expect(form.getByText('Invalid URL')).toBeVisible();
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.press('Escape');
  await expect(form.getByLabel('Address of the link')).toHaveCount(0);
  await keys.choose('Link');
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.type('lind.example');
  await keys.press('Enter');
  await expect(form.getByRole('link', { name: 'lind.example' })).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Küche Lind');
  await keys.press('Control+Enter');
  await expect(ada.projects.heading('Küche Lind')).toBeVisible();

  await keys.choose('Tasks');
  await keys.tabTo('Add a task and press Enter');
  await keys.type('Maß nehmen');
  await keys.press('Enter');
  await keys.type('Fronten bestellen');
  await keys.press('Enter');
  await expect(ada.tasks.row('Fronten bestellen')).toBeVisible();

  // One stop of Tab for each row; the arrows reach what else it has, and the next one.
  await keys.tabTo('Maß nehmen');
  expect(await keys.showsFocus()).toBe(true);
  await keys.press('ArrowLeft');
  expect(await keys.focused()).toBe('Status of Maß nehmen: To Do');
  await keys.press('ArrowRight');
  await keys.press('Tab');
  expect(await keys.focused()).toBe('Fronten bestellen');
  await keys.press('ArrowUp');
  await keys.press('Enter');
  await expect(ada.tasks.title).toHaveValue('Maß nehmen');
  await keys.tabTo('Title');
  await keys.press('End');
  await keys.type(' und prüfen');
  await keys.press('Control+Enter');
  await keys.press('Escape');
  await expect(ada.tasks.row('Maß nehmen und prüfen')).toBeVisible();
  await expect.poll(() => keys.focused()).toBe('Maß nehmen und prüfen');
  await page.goBack();
  await expect(ada.projects.heading('Küche Lind')).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.goForward();

  // What is typed while the search opens is its own.
  await keys.press('Control+k');
  await keys.type('cmaß');
  await expect(page.getByPlaceholder('Search, go to or do')).toHaveValue('cmaß');
  await keys.press('Escape');

  await keys.choose('Documents');
  await keys.choose('New folder');
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name')).toBeFocused();
  await keys.type('Pläne');
  await keys.press('Enter');
  await expect(ada.documents.row('Pläne')).toBeVisible();

  // The other browser of the same person saw all of it.
  await home.projects.open('Küche Lind', 'Tasks');
  await expect(home.tasks.row('Maß nehmen und prüfen')).toBeVisible();
});
