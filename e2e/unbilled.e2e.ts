/** A server that bills nobody: no screen speaks of trials, plans or payments. */
import { expect, test } from './fixture.ts';

test.use({ serverEnv: { BILLING: 'none' } });

const words = /\b(trials?|plans?|subscriptions?|billing|upgrade|invoices?|VAT)\b/i;

test('nothing speaks of plans where nobody is billed', async ({ founder, actor }) => {
  const { page } = await founder('Ada', 'Freie Werkstatt');
  const w = new URL(page.url()).pathname;
  const settings = ['overview', 'business-data', 'users', 'export', 'history', 'links'];
  const inside = ['/account', '/create', w, `${w}/tasks`, `${w}/time`, `${w}/search`, `${w}/signatures`];
  const [stranger, heading] = [(await actor('Otto')).page, { level: 1 } as const];
  const visits = [
    ...[...inside, ...settings.map((part) => `${w}/settings/${part}`)].map((path) => ({ page, path })),
    ...['/login', '/register', '/recovery'].map((path) => ({ page: stranger, path })),
  ];
  for (const { page: seen, path } of visits) {
    await seen.goto(path);
    await expect(seen.getByRole('heading', heading).first()).toBeVisible();
    await expect(seen.getByText('Opening', { exact: true }).filter({ visible: true })).toHaveCount(0);
    expect(await seen.locator('body').innerText(), path).not.toMatch(words);
  }
  for (const { page: seen, path } of [
    { page, path: `${w}/settings/billing-and-payment` },
    { page: stranger, path: '/cancel' },
  ]) {
    await seen.goto(path);
    await expect(seen.getByRole('heading', { name: /^Page Not Found/ })).toBeVisible();
  }
});
