/** A person in front of a browser: what they do, in the words and roles that the screens offer. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Guard } from '../guard.ts';
import { mailsTo } from '../mailbox.ts';
import { Customers } from './customers.ts';
import { Documents } from './documents.ts';
import { Invitations } from './invitations.ts';
import { Projects } from './projects.ts';
import { Recovery } from './recovery.ts';
import { Settings } from './settings.ts';
import { Tasks } from './tasks.ts';

export interface Identity {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let count = 0;

/** Mails of each kind and address that were read: they come a moment after they were asked for. */
const readMails = new Map<string, number>();

/** Returns somebody whom no other scenario knows. */
export function identity(firstName: string): Identity {
  const unique = `${Date.now().toString(36)}${(count++).toString(36)}`;
  return {
    firstName,
    lastName: 'Berg',
    email: `${firstName.toLowerCase().replaceAll(/[^a-z]/g, '')}.${unique}@example.org`,
    password: `quiet river lantern ${unique}`,
  };
}

export class Person {
  readonly page: Page;
  readonly guard: Guard;
  readonly who: Identity;
  readonly projects: Projects;
  readonly tasks: Tasks;
  readonly documents: Documents;
  readonly invitations: Invitations;
  readonly customers: Customers;
  readonly settings: Settings;
  readonly recovery: Recovery;
  readonly #readsBlankNotice: Promise<void>;

  constructor(page: Page, guard: Guard, who: Identity) {
    this.page = page;
    this.guard = guard;
    this.who = who;
    this.projects = new Projects(page);
    this.tasks = new Tasks(page);
    this.documents = new Documents(page);
    this.invitations = new Invitations(page);
    this.customers = new Customers(page);
    this.settings = new Settings(page);
    this.recovery = new Recovery(page);
    // Whoever was made without a browser signs in on one that is new to them. It may lie behind a panel.
    this.#readsBlankNotice = page.addLocatorHandler(this.#blankNotice, (notice) =>
      notice.getByRole('button', { name: 'Got it', includeHidden: true }).dispatchEvent('click'),
    );
  }

  /**
   * Returns the notice that this browser remembers nothing of the account, which people take away as soon as
   * they see it.
   */
  get #blankNotice(): Locator {
    return this.page.getByRole('status').filter({ hasText: 'This browser does not know your account' });
  }

  /** Leaves that notice where it is from here on. */
  async leaveBlankNotice(): Promise<void> {
    await this.#readsBlankNotice;
    await this.page.removeLocatorHandler(this.#blankNotice);
  }

  /** Returns the origin of the product; known once a page of it is open. */
  get origin(): string {
    return new URL(this.page.url()).origin;
  }

  /** Resolves with the same person in another tab of the same browser. */
  async inNewTab(): Promise<Person> {
    return new Person(await this.page.context().newPage(), this.guard, this.who);
  }

  // --- account ----------------------------------------------------------------------------------------------------

  async register(): Promise<void> {
    const { page, who } = this;
    await page.goto('/register');
    await page.getByLabel('E-mail').fill(who.email);
    await this.fillRegistration();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }

  /** Fills in and sends the form of a new account, which already shows its address. */
  async fillRegistration(): Promise<void> {
    const { page, who } = this;
    await page.getByLabel('First name').fill(who.firstName);
    await page.getByLabel('Last name').fill(who.lastName);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByLabel('Repeat password').fill(who.password);
    await page.getByRole('button', { name: 'Create account' }).click();
  }

  /** Waits for the next mail with such a code, and reads it in the local mailbox, where a person would. */
  async readCode(kind: 'Kontor code' | 'recovery code' = 'Kontor code'): Promise<string> {
    const { page, who } = this;
    const name = `${kind} ${who.email}`;
    const read = readMails.get(name) ?? 0;
    const mails = async () =>
      (await mailsTo(page, who.email)).filter(({ subject }) => subject.includes(kind)).length;
    await expect.poll(mails).toBeGreaterThan(read);
    readMails.set(name, read + 1);
    const mailbox = await page.context().newPage();
    await mailbox.goto('/dev/mailbox');
    await mailbox.getByRole('link').filter({ hasText: who.email }).first().click();
    const code = mailbox.frameLocator('iframe').getByText(/^\s*\d{6}\s*$/);
    const text = await code.innerText();
    await mailbox.close();
    return text.trim();
  }

  async verify(code: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('Digit 1 of 6').pressSequentially(code);
    await expect(page.getByText('Verification completed! You can login now.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  }

  async signIn(): Promise<void> {
    const { page, who } = this;
    if (new URL(page.url(), 'http://none').pathname !== '/login') await page.goto('/login');
    await page.getByLabel('E-mail').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
  }

  /** Goes from nothing to the list of workspaces. */
  async join(): Promise<void> {
    await this.register();
    await this.verify(await this.readCode());
    await this.signIn();
    await expect(this.page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible();
  }

  /** Goes from the link of an invitation to a new account, signed in, with the invitation on the screen. */
  async registerInvited(link: string): Promise<void> {
    const { page, who } = this;
    await this.invitations.open(link);
    await expect(page.getByText(`The invitation is for ${who.email}.`)).toBeVisible();
    await page.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue(who.email);
    await this.fillRegistration();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await page.getByLabel('Digit 1 of 6').pressSequentially(await this.readCode());
    await expect(page.getByLabel('E-mail')).toHaveValue(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('You will join as:')).toBeVisible();
  }

  /** Sets another password by mail, on a browser that is not signed in, and signs in with it. */
  async resetPassword(password: string): Promise<void> {
    const { who, recovery } = this;
    await recovery.request(who.email);
    await recovery.typeCode(await this.readCode('recovery code'));
    await recovery.setPassword(password);
    who.password = password;
    await this.signIn();
    await expect(this.page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible();
  }

  async signOut(): Promise<void> {
    const { page } = this;
    const inWorkspace = page.getByRole('button', { name: /^Workspace .*, switch workspace$/ });
    const elsewhere = page.getByRole('button', { name: this.who.email });
    await inWorkspace.or(elsewhere).click();
    // The page leaves at once; the server's part follows.
    const told = page.waitForResponse((response) => response.url().endsWith('/api/auth/signout'));
    // By key: what arrives meanwhile may move the menu away under the pointer.
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await expect(page).toHaveURL('/login');
    await (await told).finished();
  }

  // --- workspace --------------------------------------------------------------------------------------------------

  /** Founds a workspace up to the recovery kit's sheet, which an account without a kit is shown. */
  async beginWorkspace(name: string): Promise<void> {
    const { page } = this;
    await page.getByRole('link', { name: 'Create workspace' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await this.openKit();
  }

  /** Enters the password that reveals the sheet with the words. */
  async openKit(): Promise<void> {
    const { page, who } = this;
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Show the sheet' }).click();
    await expect(page.getByRole('img', { name: /24 words/ })).toBeVisible();
  }

  /** Returns the 24 words on the sheet, in order. */
  async readKit(): Promise<string[]> {
    const sheet = this.page.getByRole('img', { name: /24 words/ });
    const name = (await sheet.getAttribute('aria-label'))!;
    return [...name.matchAll(/\d+ ([a-z]+)/g)].slice(-24).map((match) => match[1]!);
  }

  /** Saves the sheet; returns the path of the file. */
  async saveKit(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: 'Save as PDF' }).click();
    await this.page.getByRole('button', { name: 'Save the file' }).click();
    return (await download).path();
  }

  /** Types in the two words that are asked for. */
  async confirmKit(words: readonly string[]): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'It is kept safe' }).click();
    await expect(page.getByRole('heading', { name: 'Two words, to make sure' })).toBeVisible();
    for (const field of await page.getByLabel(/^Word \d+$/).all()) {
      const label = await field.evaluate((input: HTMLInputElement) => input.labels![0]!.innerText);
      await field.fill(words[Number(/\d+/.exec(label)![0]) - 1]!);
    }
    await page.getByRole('button', { name: 'Done' }).click();
  }

  /** Accepts an invitation, and the recovery kit that is offered with it; returns its words. */
  async joinWithKit(): Promise<string[]> {
    await this.page.getByRole('button', { name: 'Join', exact: true }).click();
    await this.openKit();
    const words = await this.readKit();
    await this.confirmKit(words);
    return words;
  }

  /** Founds a workspace with its kit and waits until it is open. */
  async createWorkspace(name: string): Promise<void> {
    await this.beginWorkspace(name);
    await this.confirmKit(await this.readKit());
    await this.isIn(name);
  }

  /** Shows the people of the open workspace, in its settings. */
  async showUsers(): Promise<void> {
    const workspace = new URL(this.page.url()).pathname.split('/')[1]!;
    await this.page.goto(`/${workspace}/settings/users`);
  }

  /** Opens a workspace after signing in: from the list, or it has opened by itself where it is the only one. */
  async openWorkspace(name: string): Promise<void> {
    const { page } = this;
    const open = page.getByRole('button', { name: `Workspace ${name}, switch workspace` });
    const listed = page.getByRole('main').getByRole('link', { name });
    await expect(listed.or(open)).toBeVisible();
    if (await listed.isVisible()) await listed.click();
    await this.isIn(name);
  }

  /** Opens a firm's dashboard after signing in: from the list, or it has opened by itself. */
  async openDashboard(name: string): Promise<void> {
    const { page } = this;
    const listed = page.getByRole('main').getByRole('link', { name });
    await expect(async () => {
      if (new URL(page.url()).pathname === '/') await listed.click({ timeout: 1_000 });
      await expect(page).toHaveURL(/\/dashboard/, { timeout: 1_000 });
    }).toPass();
  }

  /** Waits until a workspace is open. */
  async isIn(name: string): Promise<void> {
    await expect(
      this.page.getByRole('button', { name: `Workspace ${name}, switch workspace` }),
    ).toBeVisible();
  }

  /** Waits until the app has loaded, in the background, the screens that it may have to show while offline. */
  async isAtHand(): Promise<void> {
    await this.page.waitForFunction(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      return ['editor', 'taskPanel', 'projectPanel'].every((part) =>
        loaded.some((name) => name.includes(`/assets/${part}-`) && name.endsWith('.js')),
      );
    });
  }

  /** Finds the connection status with this text at the foot of the rail. */
  lineSays(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text });
  }

  /** Waits until the connection is up and everything typed is on the server. */
  async isSettled(): Promise<void> {
    await expect(this.lineSays(/^Connected$/)).toBeVisible();
  }
}
