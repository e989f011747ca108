/** Access and navigation: guards and redirects, unknown pages, the scroll position, toasts and languages. */
import { expect, test } from './fixture.ts';

test('a protected page asks for the sign-in and opens after it; what leads nowhere says so', async ({
  founder,
  another,
  actor,
}) => {
  const ada = await founder('Ada', 'Front Door');
  const wanted = `${new URL(ada.page.url()).pathname}/projects`;
  const there = await another(ada);
  await there.page.goto(wanted);
  await expect(there.page).toHaveURL(`/login?redirect=${encodeURIComponent(wanted)}`);
  await there.signIn();
  await expect(there.page).toHaveURL(wanted);

  await test.step('who is signed in has no business on the login page', async () => {
    for (const path of ['/login', '/register']) {
      await there.page.goto(path);
      // Without a recovery kit the list, which offers one, comes before the only workspace.
      await expect(there.page).toHaveURL('/');
    }
    await there.page.goto(`/login?redirect=${encodeURIComponent('/account')}`);
    await expect(there.page).toHaveURL('/account');
  });

  await test.step('the callback wins over the redirect', async () => {
    await there.signOut();
    await there.page.goto(
      `/login?redirect=%2Fcreate&callbackUrl=${encodeURIComponent(`${new URL(ada.page.url()).origin}/account`)}`,
    );
    await there.signIn();
    await expect(there.page).toHaveURL('/account');
  });

  await test.step('leaving on purpose leads to a login page that leads nowhere else', async () => {
    await there.signOut();
    await there.signIn();
    await expect(there.page).toHaveURL('/');
  });

  await test.step('a redirect that leads off the app leads to its root', async () => {
    const foreign = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/login',
      'javascript:alert(1)',
      '/%09/evil.example',
      '\t//evil.example',
      'data:text/html,x',
      '/login?redirect=//evil.example',
    ];
    for (const address of foreign) {
      await there.page.goto(`/login?redirect=${encodeURIComponent(address)}`);
      await expect(there.page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(there.page.url()).origin, address).toBe(there.origin);
      expect(there.page.url(), address).not.toContain('login');
    }
    // Once as somebody who signs in first: the other way through the guard.
    await there.signOut();
    await there.page.goto('/login?redirect=%2F%2Fevil.example');
    await there.signIn();
    await expect(there.page).toHaveURL('/');
  });

  await test.step('an unknown page says so, in both languages, and a foreign workspace is no other', async () => {
    const workspace = new URL(ada.page.url()).pathname;
    const unknown = [
      '/nowhere',
      `${workspace}/nowhere`,
      `${workspace}/projects/x/nowhere`,
      '/01890000-0000-7000-8000-000000000000/projects',
      '/<img src=x onerror=alert(1)>',
    ];
    // Browsers log the status.
    ada.guard.expect(/status of 404/);
    for (const path of unknown) {
      await ada.page.goto(path);
      const heading = ada.page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(/^Page Not Found: \//);
      const shown = (await heading.innerText()).replace('Page Not Found: ', '');
      expect(decodeURI(shown)).toBe(path);
    }
    const stranger = await actor('Otto');
    stranger.guard.expect(/status of 404/);
    for (const path of ['/nowhere', `${workspace}/nowhere`]) {
      await stranger.page.goto(path);
      await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`);
    }
    await ada.page.context().addCookies([{ name: 'locale', value: 'de', url: ada.origin }]);
    await ada.page.goto('/nowhere');
    await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden: /nowhere');
    await ada.page.getByRole('link', { name: 'Zum Anfang' }).click();
    await expect(ada.page).toHaveURL('/');
  });
});

test('another page begins at its top, and back is where one was', async ({ founder }) => {
  const ada = await founder('Ada', 'Long List', { viewport: { width: 1000, height: 400 } });
  await ada.projects.create('Scroll');
  await ada.projects.show('Scroll', 'Tasks');
  await ada.tasks.add(...Array.from({ length: 12 }, (_, index) => `Task ${index + 1}`));
  // What is said about things that are under way takes room above the list.
  await ada.isSettled();
  const last = ada.page.getByRole('region', { name: 'To Do' }).getByRole('listitem').last();
  await expect(async () => {
    await ada.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport({ ratio: 1, timeout: 1_000 });
  }).toPass();
  const before = await ada.page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  // Opening a slide-over does not change the page.
  await last.getByRole('link').last().click();
  await ada.tasks.close();
  await expect.poll(() => ada.page.evaluate(() => scrollY)).toBe(before);
  const palette = ada.page.getByPlaceholder('Search, go to or do');
  await test.step('back closes what lies over the page, and leaves the page itself alone', async () => {
    const here = ada.page.url();
    const depth = await ada.page.evaluate(() => history.length);
    for (const [key, opened] of [
      ['Control+k', palette],
      ['?', ada.page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      await ada.page.keyboard.press(key);
      await expect(opened).toBeVisible();
      await ada.page.evaluate(() => history.back());
      await expect(opened).toBeHidden();
      await expect(ada.page).toHaveURL(here);
      expect(await ada.page.evaluate(() => [scrollY, history.length])).toEqual([before, depth]);
    }
  });
  await ada.page.keyboard.press('Control+k');
  await palette.fill('Projects');
  await ada.page.keyboard.press('Enter');
  await expect(ada.projects.row('Scroll')).toBeVisible();
  expect(await ada.page.evaluate(() => scrollY)).toBe(0);
  // Going back returns to the previous position.
  await ada.page.goBack();
  await expect.poll(() => ada.page.evaluate(() => scrollY)).toBe(before);
  await ada.page.goForward();
  await expect(ada.projects.row('Scroll')).toBeVisible();
  expect(await ada.page.evaluate(() => scrollY)).toBe(0);

  await test.step('a list is found as it was left: what was searched in it, and its order', async () => {
    const search = ada.page.getByRole('searchbox', { name: 'Search projects' });
    await search.fill('scr');
    await ada.page.getByRole('button', { name: 'Customer' }).click();
    await ada.projects.row('Scroll').getByRole('link', { name: 'Scroll' }).click();
    await expect(ada.page.getByRole('heading', { level: 1, name: 'Scroll' })).toBeVisible();
    await ada.page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Projects' })
      .click();
    await expect(search).toHaveValue('scr');
    await expect(ada.page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });
});

test('at most five toasts stand at once, top right; the others wait', async ({ founder }) => {
  const ada = await founder('Ada', 'Toast House');
  await ada.projects.create('Breakfast');
  await ada.projects.show('Breakfast', 'Documents');
  const files = Array.from({ length: 8 }, (_, i) => ({
    name: `${i}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  }));
  await ada.documents.choose(...files);
  await expect(ada.page.getByRole('checkbox', { name: /^Select \d/ })).toHaveCount(files.length);
  const toasts = ada.page
    .getByRole('alert')
    .or(ada.page.getByRole('status'))
    .getByRole('button', { name: 'Close' });
  const said = ada.page.getByRole('status').filter({ hasText: 'is in the trash' });
  // What told of the project and of the files is gone by itself.
  await expect(toasts).toHaveCount(0);
  for (const [at, { name }] of files.entries()) {
    await ada.documents.row(name).getByRole('link', { name }).focus();
    await ada.page.keyboard.press('Delete');
    // While somebody points at one they all stay.
    if (at === 0) await said.hover();
  }
  await expect(toasts).toHaveCount(5);
  const { x, y } = (await toasts.first().boundingBox())!;
  expect(x).toBeGreaterThan(1280 / 2);
  expect(y).toBeLessThan(100);
  // Closing one lets the next in: all eight are shown.
  for (let more = 5; more < files.length; more++) {
    await toasts.first().click();
    await expect(toasts).toHaveCount(5);
  }
  // They stay while one is pointed at; a menu that opens meanwhile lies over them.
  await toasts.first().hover();
  await ada.page.getByRole('button', { name: 'New', exact: true }).press('Enter');
  const item = ada.page.getByRole('menuitem', { name: 'Task' });
  await expect(item).toBeVisible();
  const isReached = await item.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isReached).toBe(true);
  await expect(toasts).toHaveCount(5);
});

test('the language is the browser’s, can be switched, and is remembered for a year', async ({ actor }) => {
  const ada = await actor('Ada', { locale: 'de-AT' });
  const { page } = ada;
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale')!;
  expect(cookie).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' });
  const days = (cookie.expires - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('nuxt-color-mode'))).toBe('light');
});
