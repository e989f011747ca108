/**
 * A contract signed by a customer's user on a phone, an employee and the firm's owner, each in their own browser and in this
 * order, and verified by who is nobody here; the agreement of whoever runs the server; and one that is declined.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { createActor } from '@kontor/testkit/actor';
import { pdf } from '@kontor/testkit/seed/pdf';
import { startServer } from '@kontor/testkit/server';
import { createCustomer, takeIn } from '@kontor/testkit/team';
import { looksFine, phone } from './axe.ts';
import { test as base, expect } from './fixture.ts';
import { identity, type Person } from './person/person.ts';

/** Of a server with every feature, whatever was paid, and an agreement. */
const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'kontor-agreement-'));
      const file = join(folder, 'agreement.pdf');
      const lines = ['The firm that runs this server processes personal data on behalf of its customers.'];
      writeFileSync(file, await pdf({ title: 'Data-processing agreement', author: 'Host', lines }));
      const env = { BILLING: 'none', AGREEMENT_FILE: file, AGREEMENT_VERSION: '2026-11' };
      const server = await startServer({ env });
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

test.use({ loadsAhead: true });

test('a document is sent, read, signed by three, and verified by anybody', async ({ open, product }) => {
  const firm = 'Zimmerei Ast';
  const [owner, user, colleague] = await Promise.all(
    ['Ada', 'Gast', 'Eva'].map((firstName) => createActor(product.url, identity(firstName))),
  );
  const id = await owner!.createWorkspace({ name: firm });
  const customerId = await createCustomer(owner!, id, { customer: { name: 'Alder AG', type: 'COMPANY' } });
  await takeIn(owner!, id, user!, { role: 'CUSTOMER', customerId });
  await takeIn(owner!, id, colleague!, { role: 'EMPLOYEE' });
  const workspace = await owner!.open(id);
  const project = createProject(workspace, { name: 'Dachstuhl', customerId });
  const lines = Array.from({ length: 60 }, (_, i) => `${i + 1}. We build the roof as agreed.`);
  const original = await pdf({ title: 'Contract', author: 'Ada Berg', lines });
  const { uploads } = await workspace.files();
  await uploads.add([new File([new Uint8Array(original)], 'Contract.pdf')], { scopeId: project.id });
  for (const actor of [owner, user, colleague])
    await expect(async () => {
      await (await actor!.open(id)).outbox.sent();
      await actor!.session.signOut();
    }).toPass();
  const [ada, guest, eva] = await Promise.all([
    open(owner!.person as Person['who']),
    open(user!.person as Person['who'], { viewport: phone }),
    open(colleague!.person as Person['who']),
  ]);
  await Promise.all([ada.signIn(), guest.signIn(), eva.signIn()]);

  /** Reads the document to its end, agrees and signs. */
  const sign = async ({ page }: Person) => {
    const action = page.getByRole('button', { name: /Read on|Add your|Agree|Fill in|Sign$/ });
    await expect(action).toHaveText(/Read on: \d+ of [1-9]/);
    await expect(action).toBeDisabled();
    // A page that was drawn only while it went past was not read.
    await expect(async () => {
      for (const sheet of await page.frameLocator('iframe').locator('.page').all())
        await sheet.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await expect(action).toHaveText('Agree to the sentence', { timeout: 1_000 });
    }).toPass();
    // Scrolling in the frame goes on in the page around it, under the pointer.
    await expect(async () => {
      await page.getByRole('checkbox', { name: /^I have read/ }).check({ timeout: 1_000 });
      await expect(action).toHaveText('Sign', { timeout: 1_000 });
    }).toPass();
    return action;
  };

  /** Opens the form by which a document is sent, beside which a mark shows, and chooses its signers. */
  const askFor = async (names: readonly string[], mark?: string) => {
    const { page } = ada;
    await page.goto(`/${id}/projects/${project.id}/documents`);
    if (mark) await expect(page.getByRole('link', { name: mark, exact: true })).toBeVisible();
    await ada.documents.act('Contract.pdf', 'Get signed');
    const who = page.getByRole('combobox', { name: 'Who signs' });
    for (const name of names) {
      await who.fill(name);
      await page.getByRole('option', { name }).click();
    }
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
    return page;
  };
  const guestName = 'Gast Berg (Alder AG)';

  await test.step('the owner signs the agreement of whoever runs the server', async () => {
    const { page } = ada;
    await ada.openWorkspace(firm);
    await page.getByRole('button', { name: 'Read and sign' }).click();
    await expect(page.getByRole('heading', { name: 'Data-processing agreement 2026-11.pdf' })).toBeVisible();
    await (await sign(ada)).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by all' })).toBeVisible();
    await page.goto(`/${id}/settings/overview`);
    await expect(page.getByText(/^Version 2026-11, signed by Ada Berg/)).toBeVisible();
  });

  await test.step('the owner asks: who, in which order, and where on the page', async () => {
    const page = await askFor([guestName, 'Eva Berg', 'Ada Berg']);
    await page.getByLabel('Message').fill('Please sign until Friday.');
    await page.getByRole('button', { name: 'Add a place' }).click();
    const sheet = page.frameLocator('iframe').locator('.page').first();
    await sheet.click({ position: { x: 200, y: 200 } });
    await expect(page.frameLocator('iframe').locator('.place')).toHaveText('1 Signature: Gast Berg');
    await looksFine(page, 'the form that asks for signatures');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by 0 of 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Remind' }).click();
    await expect(page.getByText('Ada Berg reminded Gast Berg')).toBeVisible();
  });

  await test.step('the customer’s user signs in their dashboard', async () => {
    const { page } = guest;
    await page.goto(`/${id}/dashboard/signatures`);
    await expect(page.getByRole('row').filter({ hasText: 'Contract.pdf' })).toContainText(
      'Waits for your signature',
    );
    await page.getByRole('link', { name: 'Contract.pdf' }).click();
    await expect(page.getByText('Please sign until Friday.')).toBeVisible();
    const action = await sign(guest);
    await looksFine(page, 'the page on which one signs');
    await page.setViewportSize(phone);
    // The browser looks for the frame under the pointer in the picture before the scrolling.
    await action.scrollIntoViewIfNeeded();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await action.click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by 1 of 3' })).toBeVisible();
  });

  await test.step('an employee signs from their first page, and keeps their signature', async () => {
    const { page } = eva;
    await eva.openWorkspace(firm);
    // Below on a new device, where not everything was here at first, and a recent document has that name too.
    await page
      .getByRole('region', { name: 'Waits for your signature' })
      .getByRole('link', { name: 'Contract.pdf' })
      .click();
    await page.getByLabel('Your name as a signature').fill('E. Berg');
    await page.getByRole('checkbox', { name: 'Keep it for the next time' }).check();
    await (await sign(eva)).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by 2 of 3' })).toBeVisible();
  });

  await test.step('the owner draws theirs, and has the finished document', async () => {
    const { page } = ada;
    await expect(page.getByText('Waits for your signature').first()).toBeVisible();
    await page.getByText('Draw', { exact: true }).click();
    const pad = (await page.getByRole('img', { name: 'Draw your signature here' }).boundingBox())!;
    await page.mouse.move(pad.x + 20, pad.y + 90);
    await page.mouse.down();
    for (const [x, y] of [
      [60, 20],
      [100, 110],
      [180, 40],
    ] as const)
      await page.mouse.move(pad.x + x, pad.y + y, { steps: 6 });
    await page.mouse.up();
    await (await sign(ada)).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by all' })).toBeVisible();
    // What proves it is what the server has.
    await ada.isSettled();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download signed document' }).click();
    const finished = readFileSync(await (await download).path());
    expect(finished.subarray(0, original.length).equals(Buffer.from(original))).toBe(true);

    const nobody = await open(identity('Nora'));
    await nobody.page.goto('/verify');
    await nobody.page.waitForLoadState('networkidle');
    await nobody.page.context().setOffline(true);
    const give = (buffer: Buffer) =>
      nobody.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
    await give(finished);
    await expect(
      nobody.page.getByText('Signed by all. What was signed is in it unchanged, below.'),
    ).toBeVisible();
    await expect(nobody.page.getByText('Gast Berg')).toBeVisible();
    await looksFine(nobody.page, 'the page that verifies');
    const changed = Buffer.from(finished);
    changed[100]! ^= 1;
    await give(changed);
    await expect(nobody.page.getByText('“signed.pdf” is not the document that was signed.')).toBeVisible();
  });

  await test.step('an employee declines with a reason, which ends it for all', async () => {
    const asking = await askFor(['Eva Berg', guestName], 'Signed by all');
    await asking.getByRole('button', { name: 'Add a place' }).press('Enter');
    // Whatever is typed, the place stays on a page that is there.
    await asking.getByRole('textbox', { name: 'Page' }).fill('99');
    await asking.getByLabel('From left, %').fill('99');
    const place = asking.frameLocator('iframe').locator('.page').last().locator('.place');
    await expect(place).toHaveAttribute('style', /left: 70%/);
    await asking.getByRole('button', { name: 'Send' }).click();
    await expect(asking.getByRole('status').filter({ hasText: 'Signed by 0 of 2' })).toBeVisible();
    const { page } = eva;
    await page.goto(`/${id}/signatures`);
    const row = page.getByRole('row').filter({ hasText: 'Waits for your signature' });
    await row.getByRole('link', { name: 'Contract.pdf' }).click();
    await expect(page.getByText('E. Berg', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The roof is too steep.');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await guest.page.goto(`/${id}/dashboard/signatures`);
    const theirs = guest.page.getByRole('row').filter({ hasText: 'Declined' });
    await theirs.getByRole('link', { name: 'Contract.pdf' }).click();
    await expect(guest.page.getByText('Eva Berg opened the document')).toBeVisible();
    await expect(guest.page.getByText('Eva Berg declined: The roof is too steep.')).toBeVisible();
    await ada.page.goto(`/${id}/projects/${project.id}/documents`);
    await ada.page.getByRole('link', { name: 'Declined', exact: true }).click();
    await expect(ada.page.getByRole('heading', { name: 'Contract.pdf' })).toBeVisible();
  });
});
