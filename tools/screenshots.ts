/** `npm run screenshots`: makes the pictures of the README from the seeded firm, in a real browser on the real server. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seedFirm } from '@kontor/testkit/seed/seedFirm';
import { startServer } from '@kontor/testkit/server';
import { chromium, type Page } from '@playwright/test';
import { buildIfNeeded } from './build.ts';
import { chromiumFlags, findChromium } from './chromium.ts';

const folder = join(import.meta.dirname, '../docs/images');
const password = 'holz leim zwinge hobel';
const domain = 'brandt-holzbau.example';

await buildIfNeeded();
mkdirSync(folder, { recursive: true });
const server = await startServer();
const executablePath = await findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });

const save = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
};

/** Signs in on a fresh device and opens the firm. */
async function open(
  email: string,
  locale: string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ locale, viewport, timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: locale === 'de-DE' ? 'Deutsch' : 'English' }).click();
  await page.locator('input[type=email], input[name=email]').first().fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  if (new URL(page.url()).pathname === '/') await page.getByText('Brandt & Söhne').first().click();
  await page.locator('main table, main [role=list], main h2').first().waitFor();
  // The browser is new to them.
  await page.getByText(/^(Got it|Verstanden)$/).click();
  return page;
}

try {
  const { actor, guest, workspaceId } = await seedFirm(server.url, { password, domain });
  const wide = await open(actor.person.email, 'de-DE', { width: 1280, height: 800 });
  await save(wide, 'home');
  await wide.getByRole('link', { name: 'Praxis Dr. Lindemann, Empfang' }).last().click();
  const tab = (name: string) =>
    wide.getByRole('tab', { name }).or(wide.getByRole('link', { name, exact: true }));
  await tab('Aufgaben').first().click();
  await wide.getByText('Board').click();
  await wide.getByText('Garderobe mit Sitzbank').first().waitFor();
  await save(wide, 'board');
  await wide.getByText('Zeitachse').click();
  await wide
    .getByText(/^KW \d+$/)
    .first()
    .waitFor();
  await save(wide, 'timeline');
  await tab('Dokumente').first().click();
  await wide.getByRole('table').getByText('Angebote').first().waitFor();
  await wide.getByRole('table').getByText('Fotos').click();
  await wide.getByRole('link', { name: /png/ }).first().click();
  await wide.waitForTimeout(1_500);
  await save(wide, 'documents');
  await wide.goto(`${server.url}/${workspaceId}/settings/users`);
  await wide.getByText('Mats Lindner').waitFor();
  await save(wide, 'people');
  const customer = await open(guest.person.email, 'de-DE', { width: 1280, height: 800 });
  await customer.getByRole('link', { name: 'Dachausbau Familie Özdemir' }).click();
  await customer.getByText('Angebote').first().waitFor();
  await save(customer, 'customer');
  await actor.session.account.setLanguage('en');
  const phone = await open(actor.person.email, 'en-GB', { width: 360, height: 740 });
  await save(phone, 'phone');
  console.log(`wrote docs/images/{home,board,timeline,documents,people,customer,phone}.png`);
} finally {
  await browser.close();
  await server.stop();
}
process.exit(0);
