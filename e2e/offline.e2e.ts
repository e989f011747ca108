/** Work without a connection: nothing typed is lost, whatever happens to tabs and texts in between. */
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';

test.use({ loadsAhead: true });

async function goOffline(person: Person): Promise<void> {
  await person.isAtHand();
  // The browser itself complains about what it cannot reach.
  person.guard.expect(/ERR_INTERNET_DISCONNECTED/);
  await person.page.context().setOffline(true);
  await expect(person.lineSays(/^Offline/)).toBeVisible();
}

async function goOnline(person: Person): Promise<void> {
  await person.page.context().setOffline(false);
  await person.isSettled();
}

test('what two people change while one is offline survives: fields merge, and of one text both are kept', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Night Train');
  await ada.projects.create('Timetable');
  await ada.projects.show('Timetable', 'Tasks');
  await ada.tasks.add('Draw the map', 'Ask the stations');
  await ada.isSettled();
  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Night Train');
  await there.projects.open('Timetable', 'Tasks');
  await expect(there.tasks.row('Draw the map')).toBeVisible();

  await test.step('edits made offline show at once and arrive later', async () => {
    await goOffline(there);
    await there.tasks.add('Written in a tunnel');
    await expect(there.tasks.row('Written in a tunnel').getByLabel('Not on the server yet')).toBeVisible();
    await expect(there.lineSays('Offline (1 change waiting)')).toBeVisible();
  });

  await test.step('different fields of one task', async () => {
    await there.tasks.setStatus('Draw the map', 'In Progress');
    await ada.tasks.open('Draw the map');
    await ada.tasks.rename('Draw the whole map');
    await ada.tasks.close();
  });

  await test.step('the same text of another', async () => {
    await there.tasks.open('Ask the stations');
    await there.tasks.rename('Ask the southern stations');
    await there.tasks.close();
    await ada.tasks.open('Ask the stations');
    await ada.tasks.rename('Ask the northern stations');
    await ada.tasks.close();
    await ada.isSettled();
  });

  await goOnline(there);
  for (const browser of [ada, there]) {
    await expect(browser.tasks.row('Written in a tunnel')).toBeVisible();
    const started = browser.page.getByRole('region', { name: 'In Progress' });
    await expect(started.getByRole('link', { name: 'Draw the whole map', exact: true })).toBeVisible();
  }
  await expect(there.tasks.row('Written in a tunnel').getByLabel('Not on the server yet')).toHaveCount(0);

  await test.step('both texts are shown in both browsers, and one is chosen', async () => {
    const titles = /^Ask the (northern|southern) stations$/;
    const mark = (browser: typeof ada) =>
      browser.page.getByRole('main').getByLabel('Changed in two places at once');
    for (const browser of [ada, there]) {
      await expect(mark(browser)).toHaveCount(1);
      await browser.page.getByRole('link', { name: titles }).click();
      const notice = browser.tasks.sheet.getByRole('alert').filter({ hasText: 'changed in two places' });
      await expect(notice).toContainText('Ask the northern stations');
      await expect(notice).toContainText('Ask the southern stations');
    }
    const stood = await there.tasks.title.inputValue();
    const other = stood.includes('northern') ? 'Ask the southern stations' : 'Ask the northern stations';
    const notice = there.tasks.sheet.getByRole('alert').filter({ hasText: 'changed in two places' });
    await notice.getByRole('button', { name: 'Take this one' }).click();
    for (const browser of [ada, there]) {
      await expect(browser.tasks.sheet.getByText('changed in two places')).toHaveCount(0);
      await expect(browser.tasks.title).toHaveValue(other);
      await expect(mark(browser)).toHaveCount(0);
    }
  });
});

test('of two names that a folder got at once one is chosen where its mark is', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Sleeper');
  await ada.projects.create('Timetable');
  await ada.projects.show('Timetable', 'Documents');
  await ada.documents.createFolder('Maps');
  await ada.isSettled();
  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Sleeper');
  await there.projects.open('Timetable', 'Documents');
  await expect(there.documents.row('Maps')).toBeVisible();
  const rename = async (browser: typeof ada, name: string) => {
    await browser.documents.act('Maps', 'Rename');
    const dialog = browser.page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(browser.documents.row(name)).toBeVisible();
  };
  await goOffline(there);
  await rename(there, 'Southern maps');
  await rename(ada, 'Northern maps');
  await ada.isSettled();
  await goOnline(there);
  await expect(there.documents.row('Northern maps')).toBeVisible();
  const mark = (browser: typeof ada) =>
    browser.documents
      .row('maps')
      .getByRole('button', { name: 'Changed in two places at once: choose', exact: true });
  await mark(ada).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Rename' });
  await expect(dialog.getByRole('alert')).toContainText('Southern maps');
  await dialog.getByRole('button', { name: 'Take this one' }).click();
  for (const browser of [ada, there]) {
    await expect(browser.documents.row('Southern maps')).toBeVisible();
    await expect(mark(browser)).toHaveCount(0);
  }
});

test('a tab that was reloaded before its changes were sent still has and sends them', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Long Tunnel');
  await ada.projects.create('Letters');
  await ada.projects.show('Letters', 'Tasks');
  await ada.isSettled();
  // The page itself can be loaded; every call of the API fails, as with a server that went away.
  ada.guard.expect(/ERR_INTERNET_DISCONNECTED/);
  await ada.page.route('**/api/changes', (route) => route.abort('internetdisconnected'));
  await ada.tasks.add('Typed before the reload');
  await expect(ada.tasks.row('Typed before the reload').getByLabel('Not on the server yet')).toBeVisible();
  await ada.page.reload();
  await expect(ada.tasks.row('Typed before the reload').getByLabel('Not on the server yet')).toBeVisible();

  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Long Tunnel');
  await there.projects.open('Letters', 'Tasks');
  await expect(there.tasks.row('Typed before the reload')).toHaveCount(0);
  await ada.page.unroute('**/api/changes');
  // The network's return makes it try at once, not when the next attempt is due.
  await ada.page.context().setOffline(true);
  await ada.page.context().setOffline(false);
  await expect(there.tasks.row('Typed before the reload')).toBeVisible();
  await ada.isSettled();
});

test('two tabs of one browser show each other’s changes, offline too, and either may close', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Two Desks');
  await ada.projects.create('Desk');
  await ada.projects.show('Desk', 'Tasks');
  await ada.tasks.add('From the first tab');
  const second = await ada.inNewTab();
  await second.page.goto(ada.page.url());
  await expect(second.tasks.row('From the first tab')).toBeVisible();
  await second.tasks.add('From the second tab');
  await expect(ada.tasks.row('From the second tab')).toBeVisible();

  // Both type into the same field: neither wins unseen.
  const estimate = (person: typeof ada) => person.tasks.sheet.getByLabel('Estimate (hours)');
  await ada.tasks.open('From the first tab');
  await estimate(ada).fill('3');
  await second.tasks.open('From the first tab');
  await estimate(second).selectText();
  // At once: what stands there for a moment is kept, and the first tab would go on from that.
  const { keyboard } = second.page;
  await Promise.all([keyboard.insertText('5'), keyboard.press('Tab')]);
  const notice = ada.tasks.sheet.getByRole('alert').filter({ hasText: 'changed in two places' });
  await expect(notice.getByText('5', { exact: true })).toBeVisible();
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(estimate(second)).toHaveValue('3');
  await ada.tasks.close();
  await second.tasks.close();

  await goOffline(ada);
  await second.tasks.add('Offline from the second tab');
  await expect(ada.tasks.row('Offline from the second tab')).toBeVisible();
  // The first tab leads; the second takes over what waits.
  await ada.page.close();
  await goOnline(second);
  await second.page.reload();
  await expect(second.tasks.row('Offline from the second tab')).toBeVisible();
  await expect(
    second.tasks.row('Offline from the second tab').getByLabel('Not on the server yet'),
  ).toHaveCount(0);
});

test('a tab that was open while the server was updated asks for a reload, and reloads nothing by itself', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Night Train');
  const { page } = ada;
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  // The screen is here then; its worker starts anew each time.
  await ada.settings.show('Export');
  await expect(page.getByText(/^0 rows/)).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();

  await test.step('where only the connection is down it is silent', async () => {
    await page.context().route('**/assets/**', (route) => route.abort());
    ada.guard.expect(/ERR_FAILED/);
    await ada.settings.show('Export');
    await expect(page.getByText('The hours could not be counted.')).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByText('Kontor was updated.')).toBeHidden();
  });

  await page.context().unroute('**/assets/**');
  await page.context().route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  ada.guard.expect(/status of 404/);
  await ada.settings.show('Export');
  await expect(page.getByText('The hours could not be counted.')).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'Kontor was updated. Reload to go on.' });
  await expect(notice).toBeVisible();
  await page.context().unroute('**/assets/**');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/^0 rows/)).toBeVisible();
  await expect(notice).toBeHidden();
});
