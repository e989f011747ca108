/** Settings > Billing and payment before an owner, and the sandbox's page behind it. */
import { dayMs } from '@kontor/contract/time/day';
import { expect, type Page } from '@playwright/test';
import { mailsTo } from '../mailbox.ts';

export class Billing {
  readonly #email: string;
  readonly #firm: string;
  readonly #page: Page;
  #gateway = '';
  #read = 0;
  #passed = 0;

  /** `firm`: the name of the workspace, by which its mails are told. */
  constructor(page: Page, { email, firm }: { email: string; firm: string }) {
    this.#page = page;
    this.#email = email;
    this.#firm = firm;
  }

  get dialog() {
    return this.#page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Settings' }).click();
    await this.#page.getByRole('link', { name: 'Billing and payment' }).first().click();
  }

  async says(text: string | RegExp): Promise<void> {
    await expect(this.#page.getByText(text).first()).toBeVisible();
  }

  /** Goes to the gateway's page by the row of the payment method. */
  async toGateway(button: 'Add' | 'Change'): Promise<void> {
    await this.#page.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.getByRole('button', { name: 'Go on' }).click();
    await this.#page.waitForURL('**/sandbox/*');
    this.#gateway = this.#page.url();
  }

  async changeMethod(card: string): Promise<void> {
    await this.toGateway('Change');
    await this.payWith(card);
  }

  async payWith(card: string): Promise<void> {
    await this.#page.getByRole('button', { name: card }).click();
    await this.#page.waitForURL('**/billing-and-payment');
  }

  /** Returns the gateway's moment, give or take the seconds that the page takes. */
  get now(): number {
    return Date.now() + this.#passed * dayMs;
  }

  /** Lets days pass at the gateway, as the form of its page does, and comes back to a fresh page. */
  async pass(days: number): Promise<void> {
    const passed = await this.#page.request.post(this.#gateway, {
      form: { days },
      headers: { origin: new URL(this.#gateway).origin },
      timeout: 120_000,
    });
    await expect(passed).toBeOK();
    this.#passed += days;
    // A page that is led elsewhere in this very moment, because of what has passed, calls the reload off unseen.
    await expect(() => this.#page.reload({ timeout: 30_000 })).toPass();
  }

  async choose(plan: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Choose ${plan}` }).click();
  }

  async order(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel subscription' }).click();
    await this.dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await this.says(/^Cancelled, ends on/);
  }

  /** Reads the mails about the subscription that came since the last time, oldest first. */
  async mails(count: number): Promise<{ subject: string; text: string }[]> {
    const all = async () =>
      (await mailsTo(this.#page, this.#email))
        .filter(({ subject }) => subject.includes(this.#firm) && !subject.startsWith('Invitation'))
        .reverse();
    await expect.poll(async () => (await all()).length).toBe(this.#read + count);
    const fresh = (await all()).slice(this.#read);
    this.#read += count;
    return fresh;
  }

  /** Expects mails with these subjects, without the days they name, and none besides. */
  async mailed(...subjects: string[]): Promise<void> {
    const fresh = await this.mails(subjects.length);
    expect(fresh.map(({ subject }) => subject.replace(/ on \d.*/, ''))).toEqual(subjects);
  }

  /** Waits until so many invoices were mailed: a job does it each minute. */
  async invoiceMails(count: number): Promise<{ text: string }[]> {
    const all = async () =>
      (await mailsTo(this.#page, this.#email)).filter(({ subject }) => subject.startsWith('Your invoice '));
    await expect.poll(async () => (await all()).length, { timeout: 120_000 }).toBe(count);
    return all();
  }

  /** Resolves with the invoices as the list shows them, oldest first: their status and gross, in cents. */
  async invoices(): Promise<[status: string, cents: number][]> {
    const rows = this.#page.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const texts = (await rows.allInnerTexts()).reverse();
    return texts.map((text) => {
      const [, sign, euros, cents] = /(-?)€([\d,]+)\.(\d\d)/.exec(text)!;
      const amount = Number(euros!.replaceAll(',', '')) * 100 + Number(cents);
      return [/Paid|Open|Uncollectible|Void|Draft/.exec(text)![0], sign ? -amount : amount];
    });
  }
}
