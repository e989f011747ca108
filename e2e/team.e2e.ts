/** The people of a workspace: role, status, personnel file, owner, removal; each of them seen at once by the others. */
import { leaveSighting } from '@kontor/client/team/sightings';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { act, createCustomer, takeIn } from '@kontor/testkit/team';
import { withDatabase } from './database.ts';
import { expect, test } from './fixture.ts';
import { shutOut } from './guard.ts';
import { inNode, registered } from './person/inNode.ts';

test.use({ loadsAhead: true });

test('an owner and a mate: what one does to the other shows without reloading', async ({
  founder,
  actor,
  product,
}) => {
  const ada = await founder('Ada', 'Malerei Berg');
  const workspaceId = new URL(ada.page.url()).pathname.split('/')[1]!;
  const bea = await actor('Bea');
  // What browsers say of a connection that is cut, and of answers to somebody who was just put out.
  ada.guard.expect(/ERR_INTERNET_DISCONNECTED/);
  for (const { guard } of [ada, bea]) guard.expect(shutOut);
  const { settings } = ada;
  await settings.show('Users');
  await expect(settings.user('Ada Berg')).toContainText('Owner');

  await test.step('who is taken in appears, with name and address once they have opened it', async () => {
    const [adaInNode, beaInNode] = [await inNode(product.url, ada), await registered(product.url, bea)];
    await takeIn(adaInNode, workspaceId, beaInNode, { role: 'EMPLOYEE' });
    const workspace = await beaInNode.open(workspaceId);
    leaveSighting({ workspace, userId: beaInNode.session.user!.id }, Date.now());
    await workspace.outbox.sent();
    for (const { session } of [adaInNode, beaInNode]) await session.signOut({ discard: true });
    await expect(ada.page.getByText('2 members')).toBeVisible();
    await bea.signIn();
    await bea.openWorkspace('Malerei Berg');
    await expect(settings.user('Bea Berg')).toContainText(bea.who.email);
    await expect(settings.user('Bea Berg')).toContainText('Six words');
    await expect(bea.page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0);
    await bea.page.goto(`/${workspaceId}/settings/users`);
    await expect(bea.page).toHaveURL(`/${workspaceId}`);
  });

  await test.step('the history is hers to read, with who confirmed it last', async () => {
    await bea.page.getByRole('button', { name: /^Workspace Malerei Berg/ }).click();
    await bea.page.getByRole('menuitem', { name: 'History' }).click();
    await expect(bea.page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    await expect(bea.page.getByText(/^Last confirmed by /)).toBeVisible();
    await expect(bea.page.getByRole('table', { name: 'History' })).toContainText('founded the workspace.');
  });

  await test.step('a search finds by name, and says when it finds nobody', async () => {
    const search = ada.page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('nobody');
    await expect(ada.page.getByText('Nobody found for "nobody".')).toBeVisible();
    await search.fill('bea');
    await expect(settings.user('Ada Berg')).toHaveCount(0);
    await search.fill('');
  });

  await test.step('a personnel file: a mistyped IBAN is said and nothing is lost', async () => {
    const form = await settings.edit('Bea Berg');
    await form.getByLabel('Job title').fill('Painter');
    await form.getByLabel('Bank account (IBAN)').fill('DE89 3704 0044 0532 0130 01');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Invalid IBAN. Please check the digits.')).toBeVisible();
    await form.getByLabel('Bank account (IBAN)').fill('de89370400440532013000');
    await form.getByLabel('Confession').selectOption({ label: 'No denomination' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const again = await settings.edit('Bea Berg');
    await expect(again.getByLabel('Job title')).toHaveValue('Painter');
    await expect(again.getByLabel('Bank account (IBAN)')).toHaveValue('DE89 3704 0044 0532 0130 00');
    await ada.page.keyboard.press('Escape');
  });

  await test.step('another role opens the settings to her', async () => {
    const form = await settings.edit('Bea Berg');
    await form.getByLabel('Role').selectOption('ADMIN');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(settings.user('Bea Berg')).toContainText('Admin');
    await expect(bea.page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    const hers = bea.settings;
    await hers.show('Users');
    const file = await hers.edit('Bea Berg');
    await expect(file.getByLabel('Job title')).toHaveValue('Painter');
    await expect(file.getByLabel('Role')).toBeDisabled();
    await expect(file.getByText('Only another admin can change your role and status.')).toBeVisible();
    await bea.page.keyboard.press('Escape');
  });

  const editProject = async () => {
    await ada.page.getByRole('button', { name: 'Actions for Fassade' }).click();
    await ada.page.getByRole('menuitem', { name: 'Edit' }).click();
    return ada.page.getByRole('dialog', { name: 'Edit project' });
  };
  await test.step('she is made a member of a project', async () => {
    await ada.projects.create('Fassade');
    const form = await editProject();
    await ada.projects.chooseMember('Bea Berg');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await settings.show('Users');
  });

  await test.step('without a connection nothing is changed, and the form keeps what was chosen', async () => {
    const form = await settings.edit('Bea Berg');
    await ada.page.context().setOffline(true);
    await form.getByLabel('Status').selectOption('INACTIVE');
    await form.getByRole('button', { name: 'Save' }).click();
    await settings.agree('Set to inactive');
    await expect(ada.page.getByText(/Role, status and membership need a connection/)).toBeVisible();
    await expect(form.getByLabel('Status')).toHaveValue('INACTIVE');
    await ada.page.context().setOffline(false);
  });

  await test.step('set to inactive she is put out at once, and told so; let in again she opens it', async () => {
    const form = ada.page.getByRole('dialog', { name: 'Bea Berg' });
    await form.getByRole('button', { name: 'Save' }).click();
    const told = expect(bea.page.getByText(/Your access to Malerei Berg is switched off/)).toBeVisible();
    await settings.agree('Set to inactive');
    await told;
    await expect(bea.page).toHaveURL('/');
    await expect(settings.user('Bea Berg')).toContainText('Inactive');
    await ada.projects.open('Fassade');
    const members = await editProject();
    await expect(members.locator('.mantine-Pill-root').filter({ hasText: 'Bea Berg' })).toBeVisible();
    await expect(members.getByRole('group', { name: 'Hourly rates' })).toContainText('Bea Berg');
    await ada.page.keyboard.press('Escape');
    await settings.show('Users');
    const again = await settings.edit('Bea Berg');
    await again.getByLabel('Status').selectOption('ACTIVE');
    await again.getByRole('button', { name: 'Save' }).click();
    await expect(settings.user('Bea Berg')).toContainText('Active');
    await bea.page.reload();
    await bea.openWorkspace('Malerei Berg');
  });

  const hers = bea.settings;
  await test.step('the owner passes the workspace on', async () => {
    await settings.act('Bea Berg', 'Make owner');
    await settings.agree('Make owner');
    await hers.show('Users');
    await expect(hers.user('Bea Berg')).toContainText('Owner');
    await settings.user('Ada Berg').getByRole('button', { name: 'Actions for Ada Berg' }).click();
    await expect(ada.page.getByRole('menuitem', { name: 'Make owner' })).toHaveCount(0);
    await expect(ada.page.getByRole('menuitem', { name: /^Remove/ })).toBeDisabled();
    await ada.page.keyboard.press('Escape');
  });

  await test.step('the history says all of it, newest first', async () => {
    await hers.show('History');
    const lines = bea.page.getByRole('table', { name: 'History' }).getByRole('row');
    await expect(lines.nth(1)).toContainText('Ada Berg made Bea Berg the owner.');
    for (const line of [
      'made Bea Berg an admin',
      'set Bea Berg to inactive',
      'took in Bea Berg as an employee',
    ])
      await expect(lines.filter({ hasText: line })).toHaveCount(1);
    await expect(lines.last()).toContainText('Ada Berg founded the workspace.');
  });

  await test.step('it says who confirmed it last; silence of the others is told, with what to do', async () => {
    const { page } = await ada.inNewTab();
    await page.goto(`/${workspaceId}/settings/history`);
    await expect(page.getByText(/^Last confirmed by Bea Berg, /)).toBeVisible();
    await page.clock.setFixedTime(Date.now() + 5 * 86_400_000);
    await page.reload();
    const notice = page.getByRole('status').filter({ hasText: 'No sign of your colleagues for 5 days' });
    await expect(notice).toContainText('Otherwise call somebody');
    await page.close();
  });

  await test.step('removed, somebody is put out at once and told so', async () => {
    await hers.show('Users');
    const file = await hers.edit('Ada Berg');
    await file.getByLabel('Tax ID').fill('12 345 678 901');
    await file.getByRole('button', { name: 'Save' }).click();
    await expect(file).toHaveCount(0);
    await hers.act('Ada Berg', 'Remove');
    // A toast stands for five seconds: it is waited for from the beginning.
    const told = expect(ada.page.getByText('You are no longer a member of Malerei Berg.')).toBeVisible();
    await hers.agree('Remove');
    await told;
    await expect(ada.page).toHaveURL('/');
    await expect(hers.user('Ada Berg')).toHaveCount(0);
    await expect(ada.page.getByRole('link', { name: 'Malerei Berg' })).toHaveCount(0);
  });

  await test.step('the file of who has left stays until an admin deletes it', async () => {
    await bea.page.getByLabel('Show 1 former member').check();
    await bea.page.getByRole('button', { name: 'Ada Berg', exact: true }).click();
    const form = bea.page.getByRole('dialog', { name: 'Ada Berg' });
    await expect(form.getByText(/^Is no longer a member/)).toBeVisible();
    await expect(form.getByLabel('Tax ID')).toHaveValue('12 345 678 901');
    await form.getByLabel('Tax ID').fill('98 765 432 109');
    await form.getByRole('button', { name: 'Save' }).click();
    await bea.page.getByRole('button', { name: 'Ada Berg', exact: true }).click();
    await expect(form.getByLabel('Tax ID')).toHaveValue('98 765 432 109');
    await form.getByRole('button', { name: 'Delete the personnel file' }).click();
    await hers.agree('Delete');
    await expect(form).toHaveCount(0);
    await bea.isSettled();
    await bea.page.getByRole('button', { name: 'Ada Berg', exact: true }).click();
    await expect(form.getByText(/has no personnel file here/)).toBeVisible();
  });
});

test('the file of who is a customer’s user by now shows still, and can be deleted', async ({
  founder,
  actor,
  product,
}) => {
  const ada = await founder('Ada', 'Tischlerei Berg');
  const workspaceId = new URL(ada.page.url()).pathname.split('/')[1]!;
  const [inside, bea] = [await inNode(product.url, ada), await registered(product.url, await actor('Bea'))];
  await takeIn(inside, workspaceId, bea, { role: 'EMPLOYEE' });
  const userId = bea.session.user!.id;
  const records = await inside.open(workspaceId);
  const file = { id: personnelId(userId), userId, taxId: '12 345 678 901' };
  records.create('personnel', records.scopeOf('admins'), file);
  await records.outbox.sent();
  const customerId = await createCustomer(inside, workspaceId);
  await act(inside, workspaceId, { type: 'role', userId, role: 'CUSTOMER', customerId });
  const asBea = await bea.open(workspaceId);
  await expect.poll(() => asBea.collections.customerUser.size).toBe(1);
  await asBea.outbox.sent();
  for (const { session } of [inside, bea]) await session.signOut({ discard: true });
  const { settings } = ada;
  await settings.show('Users');
  const form = await settings.edit('Bea Berg');
  await expect(form.getByText(/^No longer works here/)).toBeVisible();
  await expect(form.getByLabel('Tax ID')).toHaveValue('12 345 678 901');
  await form.getByRole('button', { name: 'Delete the personnel file' }).click();
  await settings.agree('Delete');
  await expect(form).toHaveCount(0);
  await settings.edit('Bea Berg');
  await expect(form.getByLabel('Role')).toBeVisible();
  await expect(form.getByText(/^No longer works here/)).toHaveCount(0);
});

test('the details of the firm reach the others at once; what one says about oneself, one’s own devices', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Kanzlei Berg');
  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Kanzlei Berg');
  await ada.settings.show('Business data');
  await ada.page.getByLabel('Website').fill('javascript:alert(1)');
  await ada.page.getByRole('button', { name: 'Save' }).click();
  await expect(ada.page.getByText('Invalid URL')).toBeVisible();
  await ada.page.getByLabel('Website').fill('https://kanzlei.example');
  await ada.page.getByLabel('City').fill('Graz');
  const country = ada.page.getByRole('combobox', { name: 'Country' });
  await country.fill('Pol');
  await ada.page.getByRole('listbox').getByRole('option', { name: 'Poland' }).click();
  await ada.page.getByLabel('Name', { exact: true }).fill('Kanzlei Berg & Partner');
  await ada.page.getByRole('button', { name: 'Save' }).click();
  await expect(ada.page.getByText('The business data was saved.')).toBeVisible();
  await there.isIn('Kanzlei Berg & Partner');
  await there.settings.show('Business data');
  await expect(there.page.getByLabel('City')).toHaveValue('Graz');
  await expect(there.page.getByRole('combobox', { name: 'Country' })).toHaveValue('Poland');
  await there.settings.show('Overview');
  await expect(there.page.getByText('1 admin · 0 employees · 0 customer users')).toBeVisible();

  await test.step("what one says for oneself alone is kept, and is in nobody's directory", async () => {
    await ada.page.goto('/account');
    await ada.page.getByLabel('Street and number').fill('Herrengasse 1');
    const nationality = ada.page.getByRole('combobox', { name: 'Nationality' });
    await nationality.fill('Öster');
    await expect(ada.page.getByText('No such country')).toBeVisible();
    await nationality.fill('Austr');
    await ada.page.getByRole('listbox').getByRole('option', { name: 'Austria' }).click();
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await expect(ada.page.getByText('Your details were saved.')).toBeVisible();
    await there.page.goto('/account');
    await expect(there.page.getByLabel('Street and number')).toHaveValue('Herrengasse 1');
    await expect(there.page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('Austria');
  });
});

test('a member or a role made in the database is shown as what it is: nobody confirmed it', async ({
  founder,
  actor,
  product,
}) => {
  const ada = await founder('Ada', 'Notariat Berg');
  const workspaceId = new URL(ada.page.url()).pathname.split('/')[1]!;
  const [bea, mallory] = [await actor('Bea'), await actor('Mallory')];
  const inside = await Promise.all([inNode(product.url, ada), registered(product.url, bea)]);
  await takeIn(inside[0], workspaceId, inside[1], { role: 'EMPLOYEE' });
  const stranger = await registered(product.url, mallory);
  const [beaId, malloryId] = [inside[1], stranger].map(({ session }) => session.user!.id);
  for (const { session } of [...inside, stranger]) await session.signOut({ discard: true });

  const { settings } = ada;
  const alarms = ada.page.getByRole('alert').filter({ hasText: 'is not confirmed by an administrator.' });
  await settings.show('Users');
  await expect(settings.user(bea.who.email)).toContainText('Not signed in');
  await expect(alarms).toHaveCount(0);

  await withDatabase(product.dataPath, async (client) => {
    await client.query(
      `INSERT INTO membership (workspace_id, user_id, role, status, is_owner, cert_key, created_at)
       VALUES ($1, $2, 'ADMIN', 'ACTIVE', false, '', now())`,
      [workspaceId, malloryId],
    );
    await client.query(`UPDATE membership SET role = 'ADMIN' WHERE workspace_id = $1 AND user_id = $2`, [
      workspaceId,
      beaId,
    ]);
  });
  await ada.page.reload();
  for (const { email } of [mallory.who, bea.who])
    await expect(alarms.filter({ hasText: `Member ${email} is not confirmed` })).toHaveCount(1);
  // The list is the log: the stranger is not in it, and the role is the one that was given.
  await expect(ada.page.getByText('2 members')).toBeVisible();
  await expect(settings.user(mallory.who.email)).toHaveCount(0);
  await expect(settings.user(bea.who.email)).toContainText('Employee');
});
