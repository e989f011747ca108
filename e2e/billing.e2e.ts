/** Choosing a plan with 3-D Secure, changing it, cancelling and resuming, at the gateway without money. */
import { expect, test } from './fixture.ts';

test('a plan is chosen, confirmed, changed, cancelled and resumed', async ({ founder }) => {
  const ada = await founder('Ada', 'Zahlwerk');
  const { page } = ada;
  const choose = (plan: string) => page.getByRole('button', { name: `Choose ${plan}` }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Billing and payment' }).first().click();
  await expect(page.getByText('Trial, 14 days left')).toBeVisible();

  await test.step('a first choice asks to whom the invoices go', async () => {
    await choose('Basic');
    await dialog.getByLabel('Company').fill('Zahlwerk GmbH');
    await dialog.getByLabel('Street and number').fill('Weg 1');
    await dialog.getByLabel('Postal code').fill('80331');
    await dialog.getByLabel('City').fill('München');
    await dialog.getByLabel('Country').selectOption('de');
    await dialog.getByRole('button', { name: 'Save' }).click();
  });

  await test.step('a choice without a payment method leads to one, and is still there afterwards', async () => {
    await expect(dialog.getByText('No payment method found - add one first')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add payment method' }).click();
    await page.getByRole('button', { name: '3-D Secure' }).click();
    await expect(dialog.getByText('€22.80').first()).toBeVisible();
  });

  await test.step('3-D Secure confirms it', async () => {
    await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    await expect(page.getByText('Basic, monthly')).toBeVisible();
    await expect(page.getByText('Visa ending in 3184')).toBeVisible();
    await expect(page.getByText('1 of 3 users')).toBeVisible();
  });

  await test.step('the year is cheaper, and credits what is not used', async () => {
    await page.getByText('Yearly, two months free').click();
    await choose('Standard');
    await expect(dialog.getByText('Credit for what is not used')).toBeVisible();
    await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    await expect(page.getByText('Standard, yearly')).toBeVisible();
  });

  await test.step('it is cancelled with the day of the deletion, and resumed', async () => {
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(dialog.getByText('irrevocably deleted')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText(/^Cancelled, ends on/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await expect(page.getByText('Standard, yearly')).toBeVisible();
  });
});
