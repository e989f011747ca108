/** The ends, as people meet them: passing a workspace on, leaving it, deleting it, deleting the account. */
import { createActor } from '@kontor/testkit/actor';
import { resetPassword } from '@kontor/testkit/recovery';
import { takeIn } from '@kontor/testkit/team';
import { expect, test } from './fixture.ts';
import { inNode } from './person/inNode.ts';

test('an owner hands over and leaves; the next one deletes the workspace, then her account', async ({
  founder,
  actor,
  another,
  product,
}) => {
  const ada = await founder('Ada', 'Malerei Berg');
  const workspaceId = new URL(ada.page.url()).pathname.split('/')[1]!;
  const registering = await actor('Bea');
  // As a password nothing but spaces will do: each form is to take it.
  registering.who.password = ' '.repeat(12);
  await registering.register();
  await registering.verify(await registering.readCode());
  const bea = await another(registering);
  await bea.signIn();

  await test.step('who registered on another device is asked for her names', async () => {
    const dialog = bea.page.getByRole('dialog', { name: 'What is your name?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Required').first()).toBeVisible();
    await dialog.getByLabel('First name').fill('Bea');
    await dialog.getByLabel('Last name').fill('Berg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bea.page.getByRole('button', { name: `Bea Berg, ${bea.who.email}` })).toBeVisible();
  });

  const [adaInNode, beaInNode] = [await inNode(product.url, ada), await inNode(product.url, bea)];
  await takeIn(adaInNode, workspaceId, beaInNode, { role: 'ADMIN' });
  const directory = await beaInNode.open(workspaceId);
  await expect.poll(() => directory.collections.member.size).toBe(2);
  await directory.outbox.sent();
  for (const { session } of [adaInNode, beaInNode]) await session.signOut({ discard: true });
  await bea.openWorkspace('Malerei Berg');
  const hers = bea.settings;

  await test.step('who is not the owner is told so where it would be deleted', async () => {
    await hers.show('Business data');
    await expect(bea.page.getByText('You are not the owner of this workspace')).toBeVisible();
    await expect(bea.page.getByRole('button', { name: 'Delete workspace' })).toHaveCount(0);
  });

  await test.step('the owner passes the workspace on, and can leave only then', async () => {
    const menu = ada.page.getByRole('button', { name: /switch workspace$/ });
    const leave = ada.page.getByRole('menuitem', { name: /^Leave workspace/ });
    await menu.click();
    await expect(leave).toBeDisabled();
    await expect(leave).toContainText('First pass it on, or delete it.');
    await ada.page.keyboard.press('Escape');
    await ada.settings.show('Business data');
    await ada.page.getByRole('combobox', { name: 'Pass on to' }).click();
    await ada.page.getByRole('option', { name: 'Bea Berg' }).click();
    await ada.page.getByRole('button', { name: 'Pass on' }).click();
    await ada.settings.agree('Make owner');
    await expect(ada.page.getByText('You are not the owner of this workspace')).toBeVisible();
    await menu.click();
    await leave.click();
    await ada.settings.agree('Leave');
    await expect(ada.page.getByText('You left Malerei Berg.')).toBeVisible();
    await expect(ada.page).toHaveURL('/');
    await expect(ada.page.getByText('You do not belong to a workspace yet.')).toBeVisible();
  });

  await test.step('the list shows that she left, until an admin’s device that knows the workspace signs it', async () => {
    await hers.show('Users');
    await expect(hers.user('Ada Berg')).toContainText('Left');
    await bea.page.getByRole('button', { name: 'They are the same' }).click();
    await expect(hers.user('Ada Berg')).toHaveCount(0);
  });

  await test.step('who left with a password that nobody confirmed is removed by a person alone', async () => {
    const [inside, carl] = [
      await inNode(product.url, bea),
      await createActor(product.url, { firstName: 'Carl' }),
    ];
    await takeIn(inside, workspaceId, carl, { role: 'EMPLOYEE' });
    const back = await resetPassword(carl, product.url, 'Another password! 1');
    await back.session.workspaces.leave(workspaceId);
    for (const { session } of [inside, back]) await session.signOut({ discard: true });
    const notice = bea.page.getByRole('alert').filter({ hasText: 'has left; an admin must remove them' });
    await expect(notice).toContainText('Carl Berg');
    await bea.page.getByRole('button', { name: 'Invite somebody' }).click();
    const form = bea.page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('E-mail').fill(carl.person.email);
    await form.getByRole('button', { name: 'Invite' }).click();
    await expect(form.getByText(/has left but is still in the list/)).toBeVisible();
    await bea.page.keyboard.press('Escape');
    await hers.agree('Discard');
    await expect(form).toHaveCount(0);
    await notice.getByRole('button', { name: 'Remove' }).click();
    await hers.agree('Remove');
    await expect(notice).toHaveCount(0);
    await expect(hers.user('Carl Berg')).toHaveCount(0);
  });

  await test.step('deleting it takes two steps and its name', async () => {
    await hers.show('Business data');
    await bea.page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = bea.page.getByRole('dialog', { name: 'Delete Malerei Berg?' });
    await expect(dialog.getByRole('link', { name: 'Go to the export' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    const name = dialog.getByLabel('Type the name of the workspace: Malerei Berg');
    await name.fill('Malerei');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('This is not its name')).toBeVisible();
    await name.fill('Malerei Berg');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(bea.page.getByText('Malerei Berg was deleted.')).toBeVisible();
    await expect(bea.page).toHaveURL('/');
    await expect(bea.page.getByText('You do not belong to a workspace yet.')).toBeVisible();
  });

  await test.step('another e-mail address takes the password and the code that is mailed there', async () => {
    const { page, who } = bea;
    const old = who.email;
    await page.goto('/account');
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change e-mail' });
    await dialog.getByLabel('New e-mail').fill(old);
    await dialog.getByLabel('Password', { exact: true }).fill(who.password);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(dialog.getByText('This is your e-mail already')).toBeVisible();
    // Of an address that is taken the page says what it says of any.
    await dialog.getByLabel('New e-mail').fill(ada.who.email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(dialog.getByText(`We sent a mail to ${ada.who.email}.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Other address' }).click();
    who.email = `new.${old}`;
    await dialog.getByLabel('Password', { exact: true }).fill(who.password);
    await dialog.getByLabel('New e-mail').fill(who.email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByLabel('Digit 1 of 6').pressSequentially(await bea.readCode());
    await expect(page.getByText(`From now on you sign in with ${who.email}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Bea Berg, ${who.email}` })).toBeVisible();
  });

  await test.step('an account goes with its password, and nobody signs in to it again', async () => {
    const { page, who } = bea;
    await page.goto('/account?tab=security');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password', { exact: true }).fill('something else');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('Current password is not correct')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(who.password);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('Your account was deleted.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('E-mail').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Invalid credentials').first()).toBeVisible();
  });
});
