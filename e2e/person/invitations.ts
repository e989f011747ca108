/** Invitations, as a person makes them and takes them. */
import { expect, type Page } from '@playwright/test';

export class Invitations {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Invites an address into the open workspace; answers the link, as it is shown once. */
  async invite(
    email: string,
    {
      role = 'Employee',
      customer,
    }: { role?: 'Admin' | 'Employee' | 'Customer user'; customer?: string } = {},
  ): Promise<string> {
    const page = this.#page;
    const url = new URL(page.url());
    url.searchParams.set('panel', 'invite');
    await page.goto(url.pathname + url.search);
    const form = page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role }).click();
    if (customer) {
      await form.getByRole('combobox', { name: 'Customer' }).click();
      await page.getByRole('option', { name: customer }).click();
    }
    await form.getByRole('button', { name: 'Invite' }).click();
    const field = page.getByRole('textbox', { name: 'Personal link' });
    await expect(field).toBeVisible();
    const link = await field.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    return link;
  }

  /** Opens a link as a person would, by pasting it into the address bar. */
  async open(link: string): Promise<void> {
    await this.#page.goto('about:blank');
    await this.#page.goto(link);
    await expect(this.#page.getByRole('heading', { name: 'Invitation' })).toBeVisible();
    // Nothing of the secret stays in the address, or in the way back.
    expect(new URL(this.#page.url()).hash).toBe('');
  }

  /** Joins, and leaves the recovery kit for later. */
  async join(): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Go on without' }).click();
  }
}
