/** The desktop app's page with a fake app around it: a server is chosen, a file is saved, the tray says how it stands. */
import { createActor } from '@kontor/testkit/actor';
import { desk, looksFine } from './axe.ts';
import { expect, test } from './fixture.ts';
import {
  desktopOrigin,
  filesOn,
  holdInProgram,
  insideDesktop,
  pressShortcut,
  quit,
  saveInProgram,
} from './person/desktop.ts';

test.use({ loadsAhead: true });

test('a file is opened in its program, saved, and wiped on signing out', async ({ actor, product }) => {
  const ada = await actor('Ada', {
    viewport: desk,
    baseURL: desktopOrigin,
    permissions: ['local-network-access'],
  });
  const { page, documents } = ada;
  const founding = await createActor(product.url, ada.who);
  await founding.createWorkspace({ name: 'Slate & Söhne' });
  await founding.session.signOut();
  await insideDesktop(page.context());
  ada.guard.allow(/^request off the origin: http:\/\/tauri\.localhost\//);
  const tray = page.getByRole('complementary', { name: 'Open files' });
  const cell = tray.getByRole('listitem');

  await test.step('the app asks for a server first, and takes none that is not one', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Choose a server' })).toBeVisible();
    await looksFine(page, 'servers');
    await page.getByLabel('Address of the server').fill('http://evil.example');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('That is not a server address.')).toBeVisible();
    await page.getByLabel('Address of the server').fill(product.url);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.waitForURL('**/login**');
  });

  await test.step('signed in without a cookie, a reload stays signed in', async () => {
    await ada.signIn();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('auth.token');
    await ada.openWorkspace('Slate & Söhne');
    await page.reload();
    await ada.isSettled();
  });

  await test.step('the timer hears its keys from any program; this computer has a page of its own', async () => {
    await ada.projects.create('Annexe');
    await pressShortcut(page);
    await page.getByRole('dialog').getByRole('textbox').fill('Survey');
    await page.keyboard.press('Enter');
    const timer = page.getByRole('region', { name: 'Timer' });
    await expect(timer.getByRole('button', { name: 'Pause' })).toBeVisible();
    await pressShortcut(page);
    await expect(timer.getByRole('button', { name: 'Resume' })).toBeVisible();
    await ada.isSettled();
    await page.goto('/account?tab=computer');
    await page.getByLabel(/Ctrl \+ Alt \+ K$/).check();
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await expect(page.getByText('/home/ada/Plans')).toBeVisible();
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByRole('button', { name: 'Load and install' }).click();
    await expect(page.getByText(/^The update on offer was not signed/)).toBeVisible();
    await looksFine(page, 'this computer');
    await page.goBack();
    await ada.isSettled();
  });

  await test.step('another server can be chosen without signing out of the first', async () => {
    await page.goto('/account?tab=computer');
    await page.getByRole('button', { name: 'Another server' }).click();
    await page.getByRole('button', { name: `Open ${new URL(product.url).host}` }).click();
    await ada.openWorkspace('Slate & Söhne');
  });

  await test.step('a document opens in its program, and what is saved there is a version', async () => {
    await ada.projects.open('Annexe', 'Documents');
    await documents.add({ name: 'Plan.txt', mimeType: 'text/plain', buffer: Buffer.from('one') }, 'Plan.txt');
    await documents.row('Plan.txt').getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Open in its program' }).click();
    await expect(cell).toContainText(/Plan.txt.*Annexe.*Open$/);
    await saveInProgram(page, 'Plan.txt', 'two');
    await expect(page.getByText('Plan.txt: Saved successfully')).toBeVisible();
    await expect(cell).toContainText('Saved');
    await looksFine(page, 'open files');
  });

  await test.step('the account page keeps it in view, and the timer hears its keys there', async () => {
    await page.getByRole('button', { name: /^Workspace .*, switch workspace$/ }).click();
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await expect(page).toHaveURL(/\/account/);
    await expect(cell).toContainText('Plan.txt');
    await pressShortcut(page);
    await page.goBack();
    await expect(
      page.getByRole('region', { name: 'Timer' }).getByRole('button', { name: 'Pause' }),
    ).toBeVisible();
  });

  await test.step('without a connection it waits; quitting and signing out ask first', async () => {
    ada.guard.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await page.context().setOffline(true);
    await saveInProgram(page, 'Plan.txt', 'three');
    await expect(cell).toContainText('Waiting for a connection');
    const answer = quit(page);
    const question = page.getByRole('dialog', { name: '1 open file is not uploaded yet' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await answer).toBe(false);
    await page.context().setOffline(false);
    await expect(cell).toContainText('Saved', { timeout: 60_000 });
    await holdInProgram(page, 'Plan.txt');
    const whileHeld = quit(page);
    const warning = page.getByRole('dialog', { name: '1 file may still be open in its program' });
    await expect(warning).toContainText('Perhaps still open in another program: Plan.txt.');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    expect(await whileHeld).toBe(false);
    await cell.getByRole('button', { name: 'Close Plan.txt' }).click();
    const closing = page.getByRole('dialog', { name: 'Close “Plan.txt”, though' });
    await closing.getByRole('button', { name: 'Cancel' }).click();
    expect(await filesOn(page)).toBe(1);
    await holdInProgram(page, '');
    expect(await quit(page)).toBe(true);
    await ada.signOut();
    expect(await filesOn(page)).toBe(0);
  });
});
