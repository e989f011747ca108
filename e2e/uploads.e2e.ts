/** Uploads that are never lost: without a connection, over a reload, under a name that is taken. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.ts';
import { isPart } from './isPart.ts';
import { countRows, dumpStorage } from './storage.ts';

test.use({ loadsAhead: true });

test('uploads pause without a connection, survive a reload, and go on by themselves', async ({ founder }) => {
  const ada = await founder('Ada', 'Slow Train');
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  const { page, documents } = ada;
  const tray = page.getByRole('complementary', { name: 'Uploads' });
  const needle = 'a sentence that nobody else may read';
  const large = Buffer.alloc(4_400_000, `${needle}. `);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer });
  // The browser itself complains about what it cannot reach.
  ada.guard.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.route(isPart, (route) =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  );
  await documents.choose(file('Long.txt', large), file('Short.txt', Buffer.from('short')));

  await test.step('they say so in plain words; the small one stands on top', async () => {
    await expect(tray.getByRole('heading')).toHaveText('Uploads are paused');
    await expect(tray.getByRole('status')).toContainText('You may close Kontor');
    await expect(tray.getByRole('listitem')).toHaveText([/^Short.txtPaused/, /^Long.txtPaused/]);
  });

  await test.step('nothing of them lies readable on the device', async () => {
    const parts = () => countRows(page, 'part');
    await expect.poll(parts).toBe(3);
    const { values } = await dumpStorage(page);
    for (const secret of [needle, 'Long.txt'])
      expect(values.filter((value) => value.includes(Buffer.from(secret).toString('hex')))).toEqual([]);
  });

  await test.step('leaving the page asks first; what was chosen is there again', async () => {
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await expect(tray.getByRole('listitem')).toHaveCount(2);
    await expect(documents.upload('Long.txt')).toContainText('Paused');
  });

  await test.step('signing out asks first, too', async () => {
    await page.getByRole('button', { name: /^Workspace .*, switch workspace$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: '2 changes or uploads are not on the server yet' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
  });

  await page.unroute(isPart);
  await tray.getByRole('button', { name: 'Try now' }).click();
  await expect(documents.row('Short.txt')).toBeVisible();
  await expect(documents.row('Long.txt')).toBeVisible();
  expect(readFileSync(await documents.save('Long.txt')).equals(large)).toBe(true);
});

test('a name that differs in its letters alone is asked about before anything is sent', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Two Streets');
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  const { page, documents } = ada;
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(name) });
  await documents.add(file('STRASSE.pdf'), 'STRASSE.pdf');
  await documents.choose(file('Straße.pdf'));
  const question = page.getByRole('dialog', { name: '“Straße.pdf” exists already' });
  await question.getByRole('button', { name: 'Upload nothing' }).click();
  await expect(question).toBeHidden();
  await documents.choose(file('Straße.pdf'));
  await question.getByText('Keep both').click();
  await expect(question).toContainText('Straße (2).pdf');
  await question.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(documents.row('Straße (2).pdf')).toBeVisible();
  await expect(documents.row('STRASSE.pdf')).toBeVisible();

  // What failed is taken off the list by its cross, and nothing of it is left.
  ada.guard.expect(/403/);
  await page.route(isPart, (route) => route.fulfill({ status: 403 }));
  await documents.choose(file('Refused.pdf'));
  await expect(documents.upload('Refused.pdf')).toContainText('the storage refused it.');
  await page.getByRole('button', { name: 'Remove Refused.pdf from the list' }).click();
  await expect(documents.upload('Refused.pdf')).toHaveCount(0);
  await page.unroute(isPart);
  await page.reload();
  await expect(documents.row('STRASSE.pdf')).toBeVisible();
  await expect(documents.row('Refused.pdf')).toHaveCount(0);
  await expect(documents.upload('Refused.pdf')).toHaveCount(0);
});
