/** axe on every screen, in both languages and at both widths: nothing serious, nothing critical. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { Customers } from './person/customers.ts';
import { Settings } from './person/settings.ts';

/** What axe calls serious or critical on the page as it stands, as readable lines. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Experimental; takes the initials in a picture for a label.
    .disableRules(['label-content-name-mismatch'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

test('the detector finds what is planted', async ({ actor }) => {
  const ada = await actor('Ada');
  await ada.page.goto('/login');
  await expect(ada.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await ada.page.evaluate(() => {
    const image = document.createElement('img');
    document.querySelector('main, #root')!.append(image);
  });
  expect((await faultsOf(ada.page)).some((fault) => fault.startsWith('image-alt'))).toBe(true);
});

test('every screen has nothing serious', async ({ founder, actor }) => {
  test.setTimeout(300_000);
  const guest = await actor('Gil');
  for (const viewport of [desk, phone])
    for (const path of ['/login', '/register', '/join', '/recovery', '/login?lang=de']) {
      await guest.page.setViewportSize(viewport);
      await guest.page.goto(path);
      await expect(guest.page.getByRole('heading').first()).toBeVisible();
      if (path.endsWith('de')) await guest.page.getByRole('button', { name: 'Deutsch' }).click();
      expect(await faultsOf(guest.page), `${path} at ${viewport.width}`).toEqual([]);
      if (path.endsWith('de')) await guest.page.getByRole('button', { name: 'English' }).click();
    }

  const ada = await founder('Ada', 'Malerei Berg');
  const { page } = ada;
  await ada.projects.create('Treppenhaus', { description: 'Alles neu streichen' });
  await ada.projects.show('Treppenhaus', 'Tasks');
  await ada.tasks.add('Farbe bestellen', 'Gerüst stellen');
  await ada.tasks.create({ title: 'Angebot schreiben', estimate: '2', due: '1 Dec 2026' });
  await ada.tasks.close();
  await ada.projects.show('Treppenhaus', 'Documents');
  await ada.documents.add(
    { name: 'Plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') },
    'Plan.txt',
  );
  await ada.isSettled();

  const project = new URL(page.url()).pathname.replace(/\/documents$/, '');
  await new Customers(page).create('Alder AG');
  const customer = new URL(page.url()).pathname;
  await new Settings(page).show('Users');
  await new Settings(page).edit('Ada Berg');
  const userId = new URL(page.url()).searchParams.get('item');
  const workspace = project.replace(/\/projects\/.*$/, '');
  const screens = [
    '/',
    '/create',
    '/account',
    '/account?tab=security',
    '/no/such/page',
    workspace,
    `${workspace}/projects`,
    `${workspace}/projects?panel=project`,
    `${workspace}/settings/overview`,
    `${workspace}/settings/business-data`,
    `${workspace}/settings/users`,
    `${workspace}/settings/users?panel=member&item=${userId}`,
    `${workspace}/settings/history`,
    project,
    `${project}/tasks`,
    `${project}/tasks?view=board`,
    `${project}/tasks?view=timeline`,
    `${project}/tasks?panel=task`,
    `${project}/documents`,
    `${workspace}/customers`,
    `${workspace}/customers?panel=customer`,
    customer,
    `${customer}/projects`,
    `${customer}/documents`,
    `${customer}/tasks`,
    `${workspace}/dashboard/project`,
    `${workspace}/dashboard/customer`,
  ];
  for (const [language, viewport] of [
    ['English', desk],
    ['Deutsch', phone],
  ] as const) {
    await page.setViewportSize(desk);
    await page.goto('/account');
    await page.getByText(language, { exact: true }).click();
    await page.setViewportSize(viewport);
    for (const path of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[data-loading], .mantine-Skeleton-root')).toHaveCount(0);
      expect(await faultsOf(page), `${path} in ${language} at ${viewport.width}`).toEqual([]);
    }
  }
});

test('an invitation has nothing serious, on either side', async ({ founder, actor }) => {
  test.setTimeout(180_000);
  const [ada, gil] = [await founder('Ada', 'Malerei Gast'), await actor('Gil')];
  const clean = async ({ page }: typeof ada, what: string) => {
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport);
      expect(await faultsOf(page), `${what} at ${viewport.width}`).toEqual([]);
    }
  };
  await new Settings(ada.page).show('Users');
  await ada.page.getByRole('button', { name: 'Invite somebody' }).click();
  await expect(ada.page.getByRole('dialog').getByLabel('E-mail')).toBeVisible();
  await clean(ada, 'the form');
  const link = await ada.invitations.invite(gil.who.email);

  await gil.join();
  await expect(gil.page.getByText('You are invited to Malerei Gast.')).toBeVisible();
  await clean(gil, 'the list of workspaces');
  await gil.invitations.open(link);
  await expect(gil.page.getByText('You will join as: Employee')).toBeVisible();
  await clean(gil, 'the way in');
  await gil.page.goto('/join');
  await gil.page.getByRole('button', { name: 'Join without the link' }).click();
  await expect(gil.page.getByRole('list', { name: 'Your six words' })).toBeVisible();
  await clean(gil, 'six words');

  await expect(ada.page.getByText('waiting', { exact: true })).toBeVisible();
  await clean(ada, 'who waits');
  await ada.page.getByRole('button', { name: 'Let in' }).click();
  await expect(ada.page.getByLabel('Six words')).toBeVisible();
  await clean(ada, 'six words typed');
});
