/**
 * A year with a subscription, as the owner of a workspace lives it by the gateway's moved clock: every state, every mail,
 * and each invoice against sums that are worked out here.
 */
import { dayAt } from '@kontor/contract/time/zone';
import { expect, test } from './fixture.ts';
import { Billing } from './person/billing.ts';

const firm = 'Jahrwerk';
/** Net, in cents. The buyer is German, without a VAT id, and the seller Austrian. */
const price = { basic: 1_900, professional: 9_900, basicByYear: 19_000 };
const gross = (net: number) => net + Math.round(net * 0.2);

const day = 86_400_000;
/** Of the mails' days, and so of the screen with which they are compared. */
const zone = 'Europe/Vienna';

/** Returns the moment a month later: of the same day, or the last where the month has none. */
function monthLater(moment: number): number {
  const later = new Date(moment);
  const month = later.getUTCMonth() + 1;
  later.setUTCMonth(month);
  // Too late a day spills over into the next month.
  if (later.getUTCMonth() !== month % 12) later.setUTCDate(0);
  return later.getTime();
}

/** Returns the gross of what is paid for `next` in place of `before` at a moment within the month that begins at `start`. */
function changed(
  start: number,
  at: number,
  { before, next }: { before: number; next: (left: number) => number },
): number {
  const left = (monthLater(start) - at) / (monthLater(start) - start);
  return gross(Math.round(next(left)) - Math.round(before * left));
}

/** Returns the day (UTC) that a text names. */
const dayIn = (text: string): string => {
  const [found] = /\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}/.exec(text) ?? [];
  return new Date(`${found} UTC`).toISOString().slice(0, 10);
};

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / day;

test('a year: trial, plans, a payment that fails, an upgrade, a downgrade, an end and the deletion', async ({
  founder,
}) => {
  // A guard against hanging: each day that passes visits the gateway and every subscription.
  test.setTimeout(900_000);
  const mia = await founder('Mia', firm, { timezoneId: zone });
  // The app says by itself what it has seen, and may do so in the moment in which the clock is moved past the end.
  mia.guard.allow(/status of 402 .*\/api\/changes\)$/);
  const { page } = mia;
  const billing = new Billing(page, { email: mia.who.email, firm });
  const { dialog } = billing;
  let [begun, upgraded, byYear] = [0, 0, 0];
  await billing.open();

  await test.step('the trial counts its days, reminds, and closes the workspace', async () => {
    await billing.says('Trial, 14 days left');
    await billing.toGateway('Add');
    await page.getByRole('link', { name: 'Back without choosing' }).click();
    await billing.pass(11);
    await billing.says('Trial, 3 days left');
    await billing.mailed(`The trial of ${firm} ends`);
    await billing.pass(4);
    await billing.says('Trial ended');
    const [ended] = await billing.mails(1);
    expect(ended!.subject).toBe(`The trial of ${firm} has ended`);
    const hint = await page.getByText('The workspace is locked').innerText();
    expect(dayIn(ended!.text)).toBe(dayIn(hint));
    // Every other page leads here.
    await page.goto(page.url().replace(/settings.*/, 'tasks'));
    await expect(page).toHaveURL(/billing-and-payment$/);
  });

  await test.step('a choice that the bank refuses changes nothing, one that it confirms opens everything', async () => {
    await billing.choose('Basic');
    await dialog.getByLabel('Company').fill('Jahrwerk GmbH');
    await dialog.getByLabel('Street and number').fill('Weg 1');
    await dialog.getByLabel('Postal code').fill('80331');
    await dialog.getByLabel('City').fill('München');
    await dialog.getByLabel('Country').selectOption('de');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('No payment method found - add one first')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add payment method' }).click();
    await billing.payWith('3-D Secure');
    await billing.order();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await billing.says('Trial ended');
    await billing.choose('Basic');
    await billing.order();
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    begun = billing.now;
    await billing.says('Basic, monthly');
    await expect.poll(() => billing.invoices()).toEqual([['Paid', gross(price.basic)]]);
  });

  await test.step('it is renewed; a card that is declined is dunned until the workspace is read-only', async () => {
    await billing.pass(32);
    await expect.poll(() => billing.invoices()).toHaveLength(2);
    await billing.changeMethod('Card 0002');
    await billing.pass(31);
    await billing.says('Payment missing');
    await expect.poll(async () => (await billing.invoices()).at(-1)).toEqual(['Open', gross(price.basic)]);
    await billing.pass(16);
    await billing.says('the workspace is read-only');
    const settings = page.url();
    await page.goto(settings.replace(/settings.*/, 'projects'));
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Project' }).click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByLabel('Name').fill('Roof');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByText(/^Nothing was changed: a payment is missing/)).toBeVisible();
    // Nothing typed is lost, and nothing shows as saved.
    await expect(form.getByLabel('Name')).toHaveValue('Roof');
    await form.getByLabel('Name').fill('');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.goto(settings);
    await billing.says('the workspace is read-only');
    await billing.mailed(
      `A payment for ${firm} failed`,
      `The payment for ${firm} is still missing`,
      `The payment for ${firm} is still missing`,
      `${firm} is read-only now`,
    );
  });

  await test.step('what is open is paid with another card, and everything goes on', async () => {
    await page.getByRole('button', { name: 'Pay now' }).click();
    await billing.payWith('Card 4242');
    await billing.says('Basic, monthly');
    await expect.poll(() => billing.invoices()).toEqual(Array(3).fill(['Paid', gross(price.basic)]));
  });

  await test.step('a larger plan holds at once, for the rest of the month', async () => {
    const renewal = dayIn(await page.getByText('It is renewed on').innerText());
    await billing.choose('Professional');
    await expect(dialog.getByText('Unused part, credited')).toBeVisible();
    await billing.order();
    upgraded = billing.now;
    await billing.says('Professional, monthly');
    expect(dayIn(await page.getByText('It is renewed on').innerText())).toBe(renewal);
  });

  await test.step('a smaller one is refused while there are too many people, and comes when there are fewer', async () => {
    const settings = page.url();
    await mia.showUsers();
    for (const name of ['uno', 'due', 'tre']) await mia.invitations.invite(`${name}.${mia.who.email}`);
    await page.goto(settings);
    mia.guard.expect(/status of 409 .*\/subscription\/plan\)$/);
    await billing.choose('Basic');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByText(/^Downgrade failed - Your workspace would be over quota/)).toBeVisible();
    await expect(dialog.getByText('Basic is too small by 1 user. Remove that much first.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await mia.showUsers();
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    await mia.settings.agree('Withdraw');
    await expect(page.getByText(/^The invitation of .* was withdrawn\.$/)).toBeVisible();
    await page.goto(settings);
    await billing.choose('Basic');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await billing.says(/it changes to Basic, monthly/);
    await billing.pass(31);
    await billing.says('Basic, monthly');
  });

  await test.step('it is cancelled, resumed, paid by the year, and cancelled for good', async () => {
    await billing.cancel();
    await billing.pass(1);
    await billing.mailed(`The subscription of ${firm} ends`);
    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await billing.says('Basic, monthly');
    await page.getByText('Yearly, two months free').click();
    await billing.choose('Basic');
    await billing.order();
    byYear = billing.now;
    await billing.says('Basic, yearly');
    await billing.cancel();
  });

  await expect.poll(() => billing.invoices()).toHaveLength(6);
  const sums = await billing.invoices();
  await test.step('the invoices are those of the year', async () => {
    const { basic, professional, basicByYear } = price;
    const third = monthLater(monthLater(begun));
    const larger = changed(third, upgraded, {
      before: basic,
      next: (left) => professional * left,
    });
    const longer = changed(monthLater(third), byYear, { before: basic, next: () => basicByYear });
    const expected = [...Array(3).fill(gross(basic)), larger, gross(basic), longer];
    expect(sums.map(([status]) => status)).toEqual(Array(expected.length).fill('Paid'));
    // Where a part of a month counts, so do the seconds between the click here and the gateway.
    for (const [at, [, cents]] of sums.entries())
      expect(Math.abs(cents - expected[at]!)).toBeLessThanOrEqual(at === 3 || at === 5 ? 2 : 0);
    const mailed = (await billing.invoiceMails(sums.length)).map(({ text }) => text);
    for (const [, cents] of sums)
      expect(mailed.some((text) => text.includes((cents / 100).toFixed(2)))).toBe(true);
  });

  await test.step('the end comes, the deletion is announced three times, and nothing is left', async () => {
    const end = dayIn(await page.getByText(/^Cancelled, ends on/).innerText());
    await billing.pass(368);
    await billing.says('Subscription ended');
    await expect(page.getByRole('link', { name: 'Your workspaces' })).toHaveAttribute('href', '/');
    const [last, first] = await billing.mails(2);
    expect(last!.subject).toContain('ends on');
    expect(dayIn(last!.subject)).toBe(end);
    // 30 times 24 hours: late in the evening the days are 31 where the clocks go forward in between.
    expect([30, 31]).toContain(daysBetween(end, dayIn(first!.subject)));
    await expect.poll(() => billing.invoices()).toEqual(sums);
    await billing.pass(24);
    const [second] = await billing.mails(1);
    // So that less than a day is left, whatever the year's length.
    const announced = dayIn(first!.subject);
    const atUtc = Date.parse(announced) + (byYear % day);
    const deletion = dayAt(atUtc, zone) === announced ? atUtc : atUtc - day;
    await billing.pass(Math.floor((deletion - billing.now) / day));
    const [third] = await billing.mails(1);
    expect([second!.subject, third!.subject]).toEqual([first!.subject, first!.subject]);
    // The open page asks once more for what is gone, if it hears of the end before it is left.
    mia.guard.allow(/status of 404 .*\/(subscription|invoices|billing-record)\)$/);
    await billing.pass(2);
    await page.goto('/');
    await expect(page.getByText('You do not belong to a workspace yet.')).toBeVisible();
  });
});
