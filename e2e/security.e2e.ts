/** The account: who somebody is to others, and what happens when the password changes. */
import { logo } from '@kontor/testkit/seed/png';
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';

test('Ada gives herself a name and a picture, here and in her workspace', async ({ actor, another }) => {
  const ada = await actor('Ada');
  await ada.join();
  await ada.createWorkspace('Bilder GmbH');
  const { page } = ada;

  await test.step('what is no picture is refused', async () => {
    await page.goto('/account');
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    const field = page.locator('input[type=file]');
    const text = { name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada') };
    await field.setInputFiles(text);
    await expect(page.getByText('Invalid filetype').first()).toBeVisible();
    await field.setInputFiles({ ...text, name: 'me.png', mimeType: 'image/png' });
    await expect(page.getByText('Invalid filetype').first()).toBeVisible();
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: hugePng() });
    await expect(page.getByText(/not exceed a resolution of 8192 x 8192/).first()).toBeVisible();
  });

  await test.step('name and picture are stored', async () => {
    await page.getByLabel('Last name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Required')).toBeVisible();
    await page.getByLabel('Last name').fill('Lovelace');
    const buffer = Buffer.from(logo());
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('group', { name: /Section of the picture/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Your details were saved.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Ada Lovelace, ${ada.who.email}` })).toBeVisible();
  });

  await test.step('another browser shows them, and so does the directory of the workspace', async () => {
    const there = await another(ada);
    await there.signIn();
    await there.page.goto('/account');
    await expect(there.page.getByRole('button', { name: /^Ada Lovelace/ }).locator('img')).toBeVisible();
    await there.page.goto('/');
    await there.openWorkspace('Bilder GmbH');
    await there.page.keyboard.press('c');
    await there.page.getByRole('combobox', { name: /Assign/ }).click();
    const option = there.page.getByRole('option', { name: 'Ada Lovelace' });
    await expect(option.locator('img')).toBeVisible();
  });
});

test('Bea changes her password: other devices end, data and kit stay', async ({ actor, another }) => {
  const bea = await actor('Bea');
  await bea.join();
  await bea.beginWorkspace('Schlüssel KG');
  const words = await bea.readKit();
  await bea.confirmKit(words);
  await bea.isIn('Schlüssel KG');
  const phone = await another(bea);
  await phone.signIn();
  await phone.openWorkspace('Schlüssel KG');
  const { page, who } = bea;
  const next = `${who.password} anew`;

  await test.step('the wrong password and unequal new ones are refused', async () => {
    await page.goto('/account?tab=security');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Repeat new password').fill(`${next}!`);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Passwords must match')).toBeVisible();
    await dialog.getByLabel('Repeat new password').fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Current password is not correct')).toBeVisible();
    await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused();
  });

  await test.step('the right one changes it and ends the phone', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(who.password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password was changed.')).toBeVisible();
    await expect(phone.page).toHaveURL(/\/login/);
    await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();
  });

  await test.step('this browser goes on, also after a reload', async () => {
    await page.goto('/');
    await bea.openWorkspace('Schlüssel KG');
    await bea.isSettled();
  });

  await test.step('the old password is refused elsewhere, the new one opens everything', async () => {
    await phone.page.getByLabel('E-mail').fill(who.email);
    await phone.page.getByLabel('Password', { exact: true }).fill(who.password);
    await phone.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(phone.page.getByText('Invalid credentials').first()).toBeVisible();
    who.password = next;
    await phone.signIn();
    await phone.isIn('Schlüssel KG');
  });

  await test.step('the kit shows the same words for the new password', async () => {
    await page.goto('/account?tab=security');
    await page.getByRole('button', { name: 'Show and print' }).click();
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Show the sheet' }).click();
    await expect(page.getByText('Current password is not correct').first()).toBeVisible();
    await bea.openKit();
    expect(await bea.readKit()).toEqual(words);
    const sheet = await textOf(await bea.saveKit());
    for (const [index, word] of words.entries()) expect(sheet).toContain(`${index + 1} ${word}`);
  });

  await test.step('all other devices are signed out in one go', async () => {
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText('All other devices were signed out.')).toBeVisible();
    await expect(phone.page).toHaveURL(/\/login/);
  });
});

/** Returns the head of a PNG that says it has 50,000 x 50,000 pixels. */
function hugePng(): Buffer {
  const png = Buffer.from(logo());
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(50_000, 20);
  return png;
}
