/** The hours of two people, exported by an admin: what stands on the screen stands in the workbook, the CSV file and the PDF. */
import { readFile } from 'node:fs/promises';
import { createProject } from '@kontor/client/nouns/project';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { Segment } from '@kontor/contract/nouns/timeEntry';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { createCustomer, takeIn } from '@kontor/testkit/team';
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';
import { identity, type Person } from './person/person.ts';
import { rowsOfCsv, rowsOfWorkbook } from './workbook.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

interface Plans {
  workspaceId: string;
  projectId: string;
  taskId: string;
}

/** Lets somebody work on the plans, in Berlin. */
async function work(
  who: Actor,
  { workspaceId, ...place }: Plans,
  segment: Segment,
  description: string,
): Promise<void> {
  const workspace = await who.open(workspaceId);
  const hours = () => hoursOf(workspace.collections, who.session.user!.id);
  await expect.poll(() => hours() !== undefined).toBe(true);
  workspace.create('timeEntry', hours()!.scopeId, {
    ...place,
    taskTitle: 'Plans',
    projectName: 'Villa',
    status: 'DONE',
    zone: 'Europe/Berlin',
    isBillable: true,
    segments: [segment],
    description,
  });
  await workspace.outbox.sent();
}

/** Presses a button that makes a file. Resolves to its bytes and its name. */
async function made({ page }: Person, button: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await download;
  return {
    path: await file.path(),
    bytes: await readFile(await file.path()),
    name: file.suggestedFilename(),
  };
}

test('is the same in every file, split at midnight and rounded; what is invoiced says so', async ({
  open,
  product,
}) => {
  const who = identity('Ada');
  const [ada, ben] = [
    await createActor(product.url, who),
    await createActor(product.url, { firstName: 'Ben' }),
  ];
  const workspaceId = await ada.createWorkspace({ name: 'Haus Ast' });
  await takeIn(ada, workspaceId, ben, { role: 'EMPLOYEE' });
  const customerId = await createCustomer(ada, workspaceId, {
    customer: { name: 'Brandt & Söhne', type: 'COMPANY' },
  });
  const workspace = await ada.open(workspaceId);
  const projectId = createProject(workspace, { name: 'Villa', customerId, customField: 'K-7' }).id;
  const taskId = workspace.create('task', projectId, { title: 'Plans' }).id;
  workspace.create('hourlyRate', workspace.scopeOf('admins'), { projectId, rate: 9_000 });
  await workspace.outbox.sent();
  const plans = { workspaceId, projectId, taskId };
  // Through the night in which the clock goes back: 22:00 to 24:00, then five hours until 4:00.
  await work(
    ben,
    plans,
    { from: utc('2026-10-24T20:00'), to: utc('2026-10-25T03:00') },
    '=HYPERLINK("http://evil")',
  );
  await work(ada, plans, { from: utc('2026-10-20T07:00'), to: utc('2026-10-20T08:07') }, 'Größe; façade');
  const away = { kind: 'vacation', from: '2026-10-12', to: '2026-10-18', isHalf: false } as const;
  workspace.create('absence', hoursOf(workspace.collections, ada.session.user!.id)!.scopeId, away);
  await workspace.outbox.sent();
  await Promise.all([ada, ben].map((each) => each.session.signOut({ discard: true })));

  const person = await open(who);
  const { page } = person;
  await person.signIn();
  await person.openWorkspace('Haus Ast');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('custom');
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('31.10.2026');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('18.10.2026');
  await page.getByRole('textbox', { name: 'To', exact: true }).press('Tab');
  await expect(page.getByText('The end lies before the start.')).toBeVisible();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('01.10.2026');
  await page.getByRole('textbox', { name: 'From', exact: true }).press('Tab');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('31.10.2026');
  await page.getByRole('textbox', { name: 'To', exact: true }).press('Tab');
  const minutes = page.getByRole('textbox', { name: 'Minutes to round to' });
  await minutes.fill('much');
  await expect(page.getByText('Must be number')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Excel' })).toBeDisabled();
  await minutes.fill('15');
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('up');
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Time to bill', 'Custom field']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('checkbox', { name: 'Billable' }).uncheck();
  await page.getByRole('button', { name: 'Move “Hours” to the front' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 rows · 8:07 worked · 8:15 to bill · €742.50')).toBeVisible();

  const { bytes, name } = await made(person, 'Excel');
  expect(name).toBe('Hours 1 Oct 2026 to 31 Oct 2026.xlsx');
  const [head, ...rows] = rowsOfWorkbook(bytes);
  expect(Object.values(head!).map(({ value }) => value)).toEqual([
    ...['Date', 'Person', 'Customer', 'Project', 'Task', 'Description', 'Hours', 'Time'],
    ...['Rate (EUR)', 'Total (EUR)', 'Time to bill', 'Custom field'],
  ]);
  expect(rows.map(({ B, F, G, H, J, K }) => [B, F, G, H, J, K].map((cell) => cell?.value))).toEqual([
    ['Ada Berg', 'Größe; façade', 1.12, expect.closeTo(67 / 1440, 9), 112.5, 75 / 1440],
    [expect.stringMatching(/^Ben /), '=HYPERLINK("http://evil")', 2, 2 / 24, 180, 2 / 24],
    [expect.stringMatching(/^Ben /), '=HYPERLINK("http://evil")', 5, 5 / 24, 450, 5 / 24],
    [undefined, undefined, 8.12, expect.closeTo(487 / 1440, 9), 742.5, 495 / 1440],
  ]);
  expect([rows[0]!.A, rows[0]!.G, rows[0]!.H, rows[0]!.J].map((cell) => cell!.format)).toEqual([
    'yyyy\\-mm\\-dd',
    '0.00',
    '[hh]:mm',
    '#,##0.00',
  ]);

  const csv = (await made(person, 'CSV')).bytes.toString();
  expect(csv.startsWith('\uFEFFDate;Person;')).toBe(true);
  expect(
    rowsOfCsv(csv)
      .slice(1)
      .map(([day, , customer, , , description, hours, time, , total]) => [
        day,
        customer,
        description,
        hours,
        time,
        total,
      ]),
  ).toEqual([
    ['2026-10-20', 'Brandt & Söhne', 'Größe; façade', '1.12', '1:07', '112.50'],
    ['2026-10-24', 'Brandt & Söhne', '\'=HYPERLINK("http://evil")', '2.00', '2:00', '180.00'],
    ['2026-10-25', 'Brandt & Söhne', '\'=HYPERLINK("http://evil")', '5.00', '5:00', '450.00'],
  ]);

  const list = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Payroll list of all work (CSV)' }).click();
  const payroll = rowsOfCsv(await readFile(await (await list).path(), 'utf8'));
  // Ada was away all week before, of which five days were hers to work.
  expect(payroll.slice(1)).toEqual([
    [expect.stringMatching(/^Ada /), '2026-10', '1', '1:07', '1.12', '', '5', '', ''],
    [expect.stringMatching(/^Ben /), '2026-10', '2', '7:00', '7.00', '', '', '', ''],
  ]);

  const words = await textOf((await made(person, 'PDF')).path);
  for (const part of [
    'Haus Ast',
    '1 Oct 2026 to 31 Oct 2026',
    'Größe; façade',
    'Brandt & Söhne',
    'K-7',
    '742.50',
    'Page 1 of 1',
  ])
    expect(words).toContain(part);
  expect(words).toContain('Time to bill rounded up to 15 minutes, per entry');

  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Save as a template' }).click();
  await page.getByRole('textbox', { name: 'Name of the template' }).fill('October');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.reload();
  await expect(page.getByText('No hours match this choice.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'October' }).click();
  await expect(page.getByText('3 rows · 8:07 worked · 8:15 to bill · €742.50')).toBeVisible();

  await page.getByRole('button', { name: 'Mark 2 entries as invoiced' }).click();
  await page.getByRole('textbox', { name: 'Name of the invoice or export' }).fill('RE 2026-17');
  await page.getByRole('button', { name: 'Mark as invoiced' }).click();
  await expect(page.getByText('2 entries are marked as invoiced.')).toBeVisible();
  await page.goto(`/${workspaceId}/time?day=2026-10-20`);
  await page
    .getByRole('region', { name: /^Entries of/ })
    .getByRole('link', { name: /Plans/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Time entry' });
  await expect(form.getByText(/^Invoiced with “RE 2026-17”/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Description' }).fill('Größe');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Change anyway' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Entries of/ })).toContainText('Größe');
});
