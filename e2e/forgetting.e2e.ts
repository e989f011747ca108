/** A server that shows less of a workspace than an account has seen, as after a backup was put back. */
import { withDatabase } from './database.ts';
import { expect, test } from './fixture.ts';

const otherLog = {
  en: 'The server shows another workspace than your account remembers',
  de: 'Der Server zeigt einen anderen Arbeitsbereich, als Ihr Konto in Erinnerung hat',
};

test('a device that was signed in anew takes an older workspace on a person’s word alone', async ({
  founder,
  another,
  product,
}) => {
  const ada = await founder('Ada', 'Rückblick GmbH');
  const [, workspaceId] = new URL(ada.page.url()).pathname.split('/');
  await ada.page.goto(`/${workspaceId}/settings/users`);
  await ada.invitations.invite('bea@example.org');
  await ada.isSettled();
  const laptop = await another(ada);
  await laptop.signIn();
  await laptop.openWorkspace('Rückblick GmbH');
  await laptop.isSettled();
  await laptop.signOut();

  // The server loses the invitation, as a backup from before it would have; and ends every session.
  await withDatabase(product.dataPath, async (client) => {
    const last = `(SELECT max(seq) FROM member_log WHERE workspace_id = $1)`;
    const { rowCount } = await client.query(
      `DELETE FROM member_log WHERE workspace_id = $1 AND seq = ${last}`,
      [workspaceId],
    );
    expect(rowCount).toBe(1);
  });

  const { page } = laptop;
  await test.step('it is refused, in both languages', async () => {
    await laptop.signIn();
    await page.goto(`/${workspaceId}`);
    await expect(page.getByText(otherLog.en)).toBeVisible();
    const { origin } = new URL(page.url());
    await page.context().addCookies([{ name: 'locale', value: 'de', url: origin }]);
    await page.reload();
    await expect(page.getByText(otherLog.de)).toBeVisible();
    await page.context().addCookies([{ name: 'locale', value: 'en', url: origin }]);
    await page.reload();
    await expect(page.getByText(otherLog.en)).toBeVisible();
  });

  await test.step('no is no', async () => {
    await page.getByRole('button', { name: 'A backup was put back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(otherLog.en)).toBeVisible();
  });

  await test.step('who says so compares six words, and works on', async () => {
    await page.getByRole('button', { name: 'A backup was put back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin from there' }).click();
    await expect(page.getByText('Nothing shows yet that this is your workspace')).toBeVisible();
    await expect(page.locator('main code')).toHaveText(/^(\w+ ){5}\w+$/);
    await page.getByRole('button', { name: 'They are the same' }).click();
    await expect(page.getByText('Nothing shows yet that this is your workspace')).toBeHidden();
    await expect(page.getByRole('button', { name: 'New project' })).toBeVisible();
  });

  await test.step('for good: signed in again, nobody asks', async () => {
    await laptop.signOut();
    await laptop.signIn();
    await page.goto(`/${workspaceId}`);
    await expect(page.getByRole('button', { name: 'New project' })).toBeVisible();
    await expect(page.getByText(otherLog.en)).toBeHidden();
    await expect(page.getByText('Nothing shows yet that this is your workspace')).toBeHidden();
  });
});
