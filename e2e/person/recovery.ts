/** A forgotten password: another one by mail, and the ways out of the lock that follows. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Recovery {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Asks for a code, from the sign-in page. */
  async request(email: string): Promise<void> {
    const page = this.#page;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The page before has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }

  /** Types a code; the right one leads to the form of the new password. */
  async typeCode(code: string): Promise<void> {
    await this.#page.getByLabel('Digit 1 of 6').pressSequentially(code);
  }

  async setPassword(password: string): Promise<void> {
    const page = this.#page;
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat new password').fill(password);
    await page.getByRole('button', { name: 'Set the new password' }).click();
    await expect(page.getByText('The new password is stored.', { exact: false }).first()).toBeVisible();
  }

  /** Opens a workspace that is locked, from the list; it says so. */
  async openLocked(workspace: string): Promise<void> {
    const page = this.#page;
    await expect(page.getByRole('link', { name: workspace })).toContainText('Locked');
    await page.getByRole('link', { name: workspace }).click();
    await expect(page.getByRole('heading', { name: `${workspace} is locked` })).toBeVisible();
    await expect(page.getByText(`The workspace ${workspace} is still locked.`)).toBeVisible();
  }

  /** Resolves with the six words on the page of a locked workspace, to be read out. */
  async sixWords(): Promise<string> {
    const words = this.#page.getByRole('list', { name: 'Your six words' }).getByRole('listitem');
    await expect(words).toHaveCount(6);
    return (await words.allInnerTexts()).map((word) => word.replace(/^\d+\s*/, '').trim()).join(' ');
  }

  /** Types somebody's six words, into the page or into a dialog on it. */
  async typeSixWords(words: string, where: Page | Locator = this.#page): Promise<void> {
    await where.getByLabel('Six words').fill(words);
    await where.getByRole('button', { name: 'Unlock' }).click();
  }

  /** Types the 24 words of the kit. */
  async typePhrase(words: readonly string[]): Promise<void> {
    await this.#page.getByLabel('The 24 words').fill(words.join(' '));
    await this.#page.getByRole('button', { name: 'Unlock' }).click();
  }

  /** Puts off the recovery kit that is offered to whoever has none that is good. */
  async goOnWithoutKit(): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Go on without' }).click();
  }

  async isUnlocked(): Promise<void> {
    await expect(this.#page.getByText('Workspace unlocked. You have full access again.').first()).toBeVisible(
      { timeout: 45_000 },
    );
  }
}
