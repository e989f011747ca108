/** A contract signed by a customer's user and the firm's owner, each in their own browser, and verified by who is nobody here. */
import { readFileSync } from 'node:fs';
import { createProject } from '@kontor/client/nouns/project';
import { createActor } from '@kontor/testkit/actor';
import { pdf } from '@kontor/testkit/seed/pdf';
import { startServer } from '@kontor/testkit/server';
import { createCustomer, takeIn } from '@kontor/testkit/team';
import { test as base, expect } from './fixture.ts';
import { identity, type Person } from './person/person.ts';

/** Of a server with every feature, whatever was paid. */
const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ env: { BILLING: 'none' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

test('a document is sent, read, signed by both, and verified by anybody', async ({ open, product }) => {
  const firm = 'Zimmerei Ast';
  const [owner, user] = await Promise.all(
    ['Ada', 'Gast'].map((firstName) => createActor(product.url, identity(firstName))),
  );
  const id = await owner!.createWorkspace({ name: firm });
  const customerId = await createCustomer(owner!, id, { customer: { name: 'Alder AG', type: 'COMPANY' } });
  await takeIn(owner!, id, user!, { role: 'CUSTOMER', customerId });
  const workspace = await owner!.open(id);
  const project = createProject(workspace, { name: 'Dachstuhl', customerId });
  const lines = Array.from({ length: 60 }, (_, i) => `${i + 1}. We build the roof as agreed.`);
  const original = await pdf({ title: 'Contract', author: 'Ada Berg', lines });
  const { uploads } = await workspace.files();
  await uploads.add([new File([new Uint8Array(original)], 'Contract.pdf')], { scopeId: project.id });
  for (const actor of [owner, user])
    await expect(async () => {
      await (await actor!.open(id)).outbox.sent();
      await actor!.session.signOut();
    }).toPass();
  const [ada, guest] = await Promise.all([
    open(owner!.person as Person['who']),
    open(user!.person as Person['who']),
  ]);
  await Promise.all([ada.signIn(), guest.signIn()]);

  /** Reads the document to its end, agrees and signs. */
  const sign = async ({ page }: Person) => {
    const action = page.getByRole('button', { name: /Read on|Add your|Agree|Fill in|Sign$/ });
    await expect(action).toHaveText(/Read on: \d+ of [1-9]/);
    await expect(action).toBeDisabled();
    for (const sheet of await page.frameLocator('iframe').locator('.page').all())
      await sheet.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect(action).toHaveText('Agree to the sentence');
    await page.getByRole('checkbox').check();
    await expect(action).toHaveText('Sign');
    return action;
  };

  await test.step('the owner asks: who, in which order, and where on the page', async () => {
    await ada.openWorkspace(firm);
    await ada.page.goto(`/${id}/projects/${project.id}/documents`);
    await ada.documents.act('Contract.pdf', 'Get signed');
    const { page } = ada;
    const who = page.getByRole('combobox', { name: 'Who signs' });
    for (const name of ['Gast Berg (Alder AG)', 'Ada Berg']) {
      await who.fill(name);
      await page.getByRole('option', { name }).click();
    }
    await page.getByLabel('Message').fill('Please sign until Friday.');
    await page.getByRole('button', { name: 'Add a place' }).click();
    const sheet = page.frameLocator('iframe').locator('.page').first();
    await sheet.click({ position: { x: 200, y: 200 } });
    await expect(page.frameLocator('iframe').locator('.place')).toHaveText('1 Signature');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by 0 of 2' })).toBeVisible();
  });

  await test.step('the customer’s user signs in their dashboard', async () => {
    const { page } = guest;
    await page.goto(`/${id}/dashboard/signatures`);
    await expect(page.getByRole('row').filter({ hasText: 'Contract.pdf' })).toContainText(
      'Waits for your signature',
    );
    await page.getByRole('link', { name: 'Contract.pdf' }).click();
    await expect(page.getByText('Please sign until Friday.')).toBeVisible();
    await (await sign(guest)).click();
    await expect(page.getByRole('status').filter({ hasText: 'Signed by 1 of 2' })).toBeVisible();
  });

  await test.step('the owner draws theirs, and has the finished document', async () => {
    const { page } = ada;
    await expect(page.getByText('Waits for your signature')).toBeVisible();
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
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download signed document' }).click();
    const finished = readFileSync(await (await download).path());
    expect(finished.subarray(0, original.length).equals(Buffer.from(original))).toBe(true);

    const nobody = await open(identity('Nora'));
    await nobody.page.goto('/verify');
    const give = (buffer: Buffer) =>
      nobody.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
    await give(finished);
    await expect(nobody.page.getByText('Unchanged, and signed by all.')).toBeVisible();
    await expect(nobody.page.getByText('Gast Berg')).toBeVisible();
    const changed = Buffer.from(finished);
    changed[100]! ^= 1;
    await give(changed);
    await expect(nobody.page.getByText('“signed.pdf” is not the document that was signed.')).toBeVisible();
  });
});
