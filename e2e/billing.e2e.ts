/**
 * Choosing a plan with 3-D Secure, changing it, cancelling and resuming, at the gateway without money and without a
 * mouse.
 */
import { expect, test } from './fixture.ts';
import { Keys } from './person/keys.ts';

test('a plan is chosen, confirmed, changed, cancelled and resumed by keyboard alone', async ({ founder }) => {
  const ada = await founder('Ada', 'Zahlwerk');
  const { page } = ada;
  const keys = new Keys(page);
  const dialog = page.getByRole('dialog');
  const fill = async (label: RegExp, text: string) => {
    await keys.tabTo(label);
    await keys.type(text);
  };
  await keys.choose('Settings');
  await expect(page.getByRole('link', { name: 'Billing and payment' }).first()).toBeVisible();
  await keys.choose('Billing and payment');
  await expect(page.getByText('Trial, 14 days left')).toBeVisible();

  await test.step('a first choice asks to whom the invoices go', async () => {
    await keys.choose('Choose Basic');
    await expect(dialog.getByLabel('Company')).toBeVisible();
    await fill(/^Company/, 'Zahlwerk GmbH');
    await fill(/^Street and number/, 'Weg 1');
    await fill(/^Postal code/, '80331');
    await fill(/^City/, 'München');
    await keys.tabTo(/^Country/);
    // Letters that come a second apart, as on a busy machine, count as the first ones of other countries.
    await expect(async () => {
      await keys.type('Germany');
      await expect(dialog.getByLabel('Country')).toHaveValue('de', { timeout: 1_500 });
    }).toPass();
    await keys.choose('Save');
  });

  await test.step('a choice without a payment method leads to one, and is still there afterwards', async () => {
    await expect(dialog.getByText('No payment method found - add one first')).toBeVisible();
    await keys.choose('Add payment method');
    await page.waitForURL('**/sandbox/*');
    await keys.choose(/3-D Secure$/);
    await expect(dialog.getByText('€22.80').first()).toBeVisible();
  });

  await test.step('3-D Secure confirms it', async () => {
    await keys.choose('Order with obligation to pay');
    await expect(page.getByRole('button', { name: 'Confirm the payment' })).toBeVisible();
    await keys.choose('Confirm the payment');
    await expect(page.getByText('Basic, monthly')).toBeVisible();
    await expect(page.getByText('Visa ending in 3184')).toBeVisible();
    await expect(page.getByText('1 of 3 users')).toBeVisible();
  });

  await test.step('the year is cheaper, and credits what is not used', async () => {
    await keys.tabTo('Monthly');
    await keys.press('ArrowRight');
    await keys.choose('Choose Standard');
    await expect(dialog.getByText('Unused part, credited')).toBeVisible();
    await keys.choose('Order with obligation to pay');
    await expect(page.getByRole('button', { name: 'Confirm the payment' })).toBeVisible();
    await keys.choose('Confirm the payment');
    await expect(page.getByText('Standard, yearly')).toBeVisible();
  });

  await test.step('another method is given', async () => {
    await keys.choose('Change');
    await expect(dialog.getByRole('button', { name: 'Go on' })).toBeVisible();
    await keys.choose('Go on');
    await page.waitForURL('**/sandbox/*');
    await keys.choose(/^SEPA direct debit 3000/);
    await expect(page.getByText(/3000/)).toBeVisible();
  });

  await test.step('it is cancelled with the day of the deletion, and resumed', async () => {
    await keys.choose('Cancel subscription');
    await expect(dialog.getByText('irrevocably deleted')).toBeVisible();
    // A dialog that is left by its key gives the focus back.
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => keys.focused()).toBe('Cancel subscription');
    await keys.press('Enter');
    await expect(dialog.getByRole('link', { name: 'Take data along' })).toBeVisible();
    await keys.choose('Cancel subscription');
    await expect(page.getByText(/^Cancelled, ends on/)).toBeVisible();
    await keys.choose('Resume subscription');
    await expect(page.getByText('Standard, yearly')).toBeVisible();
  });
});
