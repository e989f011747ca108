/** What a person does with projects. */
import { expect, type Locator, type Page } from '@playwright/test';

export const projectTabs = ['Overview', 'Tasks', 'Documents'] as const;

export class Projects {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A project's line in the list. */
  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Projects' }).getByRole('row').filter({ hasText: name });
  }

  /** The project's own page is open. */
  heading(name: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name, exact: true });
  }

  /** Makes a project from wherever its menu is, and lands on its page. */
  async create(name: string, { description }: { description?: string } = {}): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Project' }).click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByLabel('Name').fill(name);
    if (description !== undefined) await form.getByRole('textbox', { name: 'Description' }).fill(description);
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(this.heading(name)).toBeVisible();
  }

  /** Opens a project from the list of all. */
  async open(name: string, tab: (typeof projectTabs)[number] = 'Overview'): Promise<void> {
    const page = this.#page;
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Projects' })
      .click();
    await page.getByRole('link', { name, exact: true }).click();
    await expect(this.heading(name)).toBeVisible();
    await this.show(name, tab);
  }

  /** Turns to a tab of the open project. */
  async show(name: string, tab: (typeof projectTabs)[number]): Promise<void> {
    const tabs = this.#page.getByRole('navigation', { name, exact: true });
    await tabs.getByRole('link', { name: tab }).click();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }
}
