/** Workspace settings, as an admin uses them. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Settings {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a part of the settings from wherever the person is in the workspace. */
  async show(part: 'Overview' | 'Business data' | 'Users' | 'Export' | 'History'): Promise<void> {
    const page = this.#page;
    const settings = page.getByRole('link', { name: 'Settings', exact: true });
    await settings.click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click();
  }

  /** Returns a person's row in the list of users. */
  user(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name });
  }

  /** Opens a person's form. */
  async edit(name: string): Promise<Locator> {
    await this.user(name).getByRole('link', { name, exact: true }).click();
    const form = this.#page.getByRole('dialog', { name });
    await expect(form).toBeVisible();
    return form;
  }

  /** Does something from the menu of a person's row. */
  async act(name: string, verb: string): Promise<void> {
    await this.user(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await this.#page.getByRole('menuitem', { name: verb }).click();
  }

  /** Agrees with the question that is asked. */
  async agree(verb: string): Promise<void> {
    await this.#page.getByRole('dialog').filter({ hasText: '?' }).getByRole('button', { name: verb }).click();
  }
}
