/** The things a person does with projects. */
import { expect, type Locator, type Page } from '@playwright/test';

const projectTabs = ['Overview', 'Tasks', 'Documents'] as const;

export interface ProjectDetails {
  description?: string;
  /** The name of the customer it is for. */
  customer?: string;
  /** Makes it private, with this one member. */
  onlyWith?: string;
}

export class Projects {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns a project's row in the list. */
  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Projects' }).getByRole('row').filter({ hasText: name });
  }

  /** Returns the heading of the project's own page. */
  heading(name: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name, exact: true });
  }

  /** Creates a project from wherever its menu is, and lands on its page. */
  async create(name: string, { description, customer, onlyWith }: ProjectDetails = {}): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Project' }).click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByLabel('Name').fill(name);
    if (description !== undefined) await form.getByRole('textbox', { name: 'Description' }).fill(description);
    if (customer) {
      await form.getByRole('combobox', { name: 'Customer' }).click();
      await page.getByRole('option', { name: customer }).click();
    }
    if (onlyWith) {
      await this.chooseMember(onlyWith);
      await form.getByLabel('Only these people and the admins').check();
    }
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(this.heading(name)).toBeVisible();
  }

  /** Adds somebody to the members in the open form. */
  async chooseMember(name: string): Promise<void> {
    const form = this.#page.getByRole('dialog', { name: /project$/ });
    await form.getByRole('combobox', { name: 'Members' }).click();
    await this.#page.getByRole('option', { name }).click();
    await this.#page.keyboard.press('Escape');
  }

  /** Shows the list of all projects. */
  async showAll(): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Projects' })
      .click();
  }

  /** Opens a project from the list of all. */
  async open(name: string, tab: (typeof projectTabs)[number] = 'Overview'): Promise<void> {
    await this.showAll();
    await this.row(name).getByRole('link', { name, exact: true }).click();
    await expect(this.heading(name)).toBeVisible();
    await this.show(name, tab);
  }

  /** Switches to a tab of the open project. */
  async show(name: string, tab: (typeof projectTabs)[number]): Promise<void> {
    const tabs = this.#page.getByRole('navigation', { name, exact: true });
    await tabs.getByRole('link', { name: tab }).click();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }
}
