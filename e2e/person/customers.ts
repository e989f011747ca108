/** The things an admin does with customers. */
import { expect, type Locator, type Page } from '@playwright/test';

const customerTabs = ['Overview', 'Projects', 'Documents', 'Tasks'] as const;

export class Customers {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns the link to the customers in the main navigation. */
  get place(): Locator {
    return this.#page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Customers' });
  }

  /** Returns a customer's row in the list. */
  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Customers' }).getByRole('row').filter({ hasText: name });
  }

  /** Returns the heading of the customer's own page. */
  heading(name: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name, exact: true });
  }

  /** Opens the form of a new customer. */
  async begin(type: 'Company' | 'Private person' = 'Company'): Promise<Locator> {
    const page = this.#page;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Customer' }).click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByText(type, { exact: true }).click();
    return form;
  }

  /** Adds a company as a customer and lands on its page. */
  async create(companyName: string): Promise<void> {
    const form = await this.begin();
    await form.getByLabel('Company name').fill(companyName);
    await form.getByRole('button', { name: 'Create customer' }).click();
    await expect(this.heading(companyName)).toBeVisible();
  }

  /** Switches to a tab of the open customer. */
  async show(name: string, tab: (typeof customerTabs)[number]): Promise<void> {
    const tabs = this.#page.getByRole('navigation', { name, exact: true });
    await tabs.getByRole('link', { name: tab }).click();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }

  /** Chooses an item from a customer's menu. */
  async act(name: string, verb: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.#page.getByRole('menuitem', { name: verb }).click();
  }
}
