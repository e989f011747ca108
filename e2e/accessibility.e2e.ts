/**
 * axe on every screen, in both languages and at both widths: nothing serious, nothing critical, nothing cut off. Each language has
 * one of the widths; LONG=1 plays both at both.
 */
import { globSync, readFileSync } from 'node:fs';
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { createActor } from '@kontor/testkit/actor';
import { richTextOf } from '@kontor/testkit/seed/richText';
import { createCustomer } from '@kontor/testkit/team';
import type { Page } from '@playwright/test';
import { beyondEdge, desk, faintWordsOf, faultsOf, fits, looksFine, phone, vanished } from './axe.ts';
import { withDatabase } from './database.ts';
import { expect, test } from './fixture.ts';
import { type Identity, identity } from './person/person.ts';

/** Where each named route leads those who are not signed in. */
const outside = {
  login: ['/login'],
  register: ['/register'],
  recovery: ['/recovery'],
  'recovery-device': ['/recovery/device'],
  join: ['/join'],
  cancel: ['/cancel'],
  verify: ['/verify'],
};

interface Places {
  workspace: string;
  project: string;
  room: string;
  customer: string;
  userId: string;
}

/**
 * Returns where each named route leads the owner of a workspace; `more` are pages without a route of their
 * own.
 */
const inside = ({ workspace: w, project, room, customer, userId }: Places) => ({
  index: ['/'],
  create: ['/create'],
  account: ['/account', '/account?tab=security', '/account?tab=notifications'],
  // The scenarios of recovery look at it: it takes somebody who is locked.
  unlock: [],
  workspace: [w],
  'workspace-search': [`${w}/search`],
  'workspace-search-files': [`${w}/search/files`],
  'workspace-notifications': [`${w}/notifications`, `${w}/notifications?tab=activity`],
  'workspace-tasks': [`${w}/tasks`],
  'workspace-time': [`${w}/time`, `${w}/time?view=month`, `${w}/time?view=month&panel=absence`],
  'workspace-time-export': [`${w}/time/export`],
  'workspace-signatures': [`${w}/signatures`],
  // The scenario of signatures looks at these two: they take a document.
  'workspace-signatures-signing': [],
  'workspace-signatures-ask-document': [],
  'workspace-chat': [`${w}/chat`, `${w}/chat?panel=room`, `${w}/chat?panel=direct`],
  'workspace-chat-room': [room],
  'workspace-projects': [`${w}/projects`, `${w}/projects?panel=project`],
  'workspace-projects-space': [project],
  'workspace-projects-space-tasks': [
    `${project}/tasks`,
    `${project}/tasks?view=board`,
    `${project}/tasks?view=timeline`,
    `${project}/tasks?panel=task`,
  ],
  'workspace-projects-space-documents': [`${project}/documents`, `${project}/documents/trash`],
  'workspace-customers': [`${w}/customers`, `${w}/customers?panel=customer`],
  'workspace-customers-customer': [customer],
  'workspace-customers-customer-projects': [`${customer}/projects`],
  'workspace-customers-customer-documents': [`${customer}/documents`, `${customer}/documents/shared`],
  'workspace-customers-customer-tasks': [`${customer}/tasks`],
  'workspace-dashboard': [`${w}/dashboard`],
  'workspace-dashboard-project': [`${w}/dashboard/project`],
  'workspace-dashboard-project-space': [project.replace('/projects/', '/dashboard/project/')],
  'workspace-dashboard-signatures': [`${w}/dashboard/signatures`],
  'workspace-dashboard-signatures-signing': [],
  'workspace-dashboard-customer': [`${w}/dashboard/customer`],
  'workspace-dashboard-customer-customer': [customer.replace('/customers/', '/dashboard/customer/')],
  'workspace-trash': [`${w}/trash`],
  'workspace-settings-overview': [`${w}/settings/overview`],
  'workspace-settings-business-data': [`${w}/settings/business-data`],
  'workspace-settings-users': [`${w}/settings/users`, `${w}/settings/users?panel=member&item=${userId}`],
  'workspace-settings-export': [`${w}/settings/export`],
  'workspace-settings-billing-and-payment': [`${w}/settings/billing-and-payment`],
  'workspace-settings-links': [`${w}/settings/links`],
  'workspace-settings-history': [`${w}/settings/history`],
  more: ['/no/such/page', `${w}/no-such-page`],
});

/** Each language at a width of its own: texts are longest in German, and the room for them is narrowest on a phone. */
const languages = [
  ['English', desk],
  ['Deutsch', phone],
  ...(process.env.LONG
    ? ([
        ['English', phone],
        ['Deutsch', desk],
      ] as const)
    : []),
] as const;

test.describe.configure({ mode: 'parallel' });

test('no route is left out', () => {
  const files = globSync('apps/web/src/app/routes/*.ts*', { cwd: `${import.meta.dirname}/..` });
  const names = files
    .map((file) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8'))
    .flatMap((code) => [...code.matchAll(/staticData: \{ name: '([^']+)' \}/g)].map(([, name]) => name!))
    // A folder is the screen of the documents that it lies in.
    .filter((name) => !name.endsWith('-path'));
  expect(names.length).toBeGreaterThan(25);
  const { more: _, ...screens } = inside({ workspace: '', project: '', room: '', customer: '', userId: '' });
  expect([...Object.keys(outside), ...Object.keys(screens)].sort()).toEqual(names.sort());
});

test('the detectors find what is planted', async ({ actor }) => {
  const ada = await actor('Ada');
  await ada.page.goto('/login');
  await expect(ada.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await ada.page.evaluate(() => {
    const image = document.createElement('img');
    const wide = document.createElement('div');
    wide.style.width = '2000px';
    wide.style.height = '1px';
    const dot = document.createElement('i');
    dot.style.cssText = 'background: teal; display: block; height: 8px; width: 8px';
    document.querySelector('main, #root')!.append(image, wide, dot);
  });
  expect(await beyondEdge(ada.page)).toBeGreaterThan(0);
  expect(await vanished(ada.page)).toEqual([expect.stringContaining('background: teal')]);
  expect((await faultsOf(ada.page)).some((fault) => fault.startsWith('image-alt'))).toBe(true);
});

for (const [language, viewport] of languages)
  test(`every screen outside has nothing serious in ${language} at ${viewport.width}`, async ({ actor }) => {
    const locale = language === 'Deutsch' ? 'de-DE' : 'en-GB';
    const { page } = await actor('Gil', { locale, viewport });
    for (const path of Object.values(outside).flat()) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      await fits(page, `${path} in ${language} at ${viewport.width}`);
      expect(await faultsOf(page), `${path} in ${language} at ${viewport.width}`).toEqual([]);
    }
  });

interface Navigates {
  navigate: (to: { href: string }) => Promise<void>;
}

/** Goes to a screen as a link does, without loading the app anew. */
const goWithin = (page: Page, href: string): Promise<void> =>
  page.evaluate(
    (to) => (globalThis as unknown as { __TSR_ROUTER__: Navigates }).__TSR_ROUTER__.navigate({ href: to }),
    href,
  );

/** Makes a workspace with something on every screen, made by the product's own client in Node. */
async function furnish(url: string, who: Identity): Promise<Places> {
  const actor = await createActor(url, who);
  const id = await actor.createWorkspace({ name: 'Malerei Berg' });
  const customerId = await createCustomer(actor, id, { customer: { name: 'Alder AG', type: 'COMPANY' } });
  const workspace = await actor.open(id);
  const project = createProject(workspace, {
    name: 'Treppenhaus',
    description: richTextOf(['Alles neu streichen']),
    customerId,
  });
  for (const title of ['Farbe bestellen', 'Gerüst stellen']) workspace.create('task', project.id, { title });
  const dated = { title: 'Angebot schreiben', timeEstimate: 120, dueDate: '2026-12-01' };
  workspace.create('task', project.id, dated);
  const userId = actor.session.user!.id;
  const by = { userId, at: Date.now() };
  const room = createRoom(workspace, { name: 'Werkstatt', memberIds: [] }, 'open', by);
  for (const text of ['Guten Morgen', 'Das Gerüst steht'])
    workspace.create('message', room, {
      userId,
      notifyIds: [],
      content: richTextOf([text]),
      createdAt: by.at,
    });
  const { uploads } = await workspace.files();
  await uploads.add([new File(['Plan'], 'Plan.txt', { type: 'text/plain' })], { scopeId: project.id });
  await workspace.outbox.sent();
  expect(workspace.collections.document.all().map(({ name }) => name)).toEqual(['Plan.txt']);
  expect(workspace.outbox.failed.get()).toEqual([]);
  // What a customer sees of a project is written behind it, by itself.
  await expect(async () => {
    await workspace.outbox.sent();
    await actor.session.signOut();
  }).toPass();
  return {
    workspace: `/${id}`,
    project: `/${id}/projects/${project.id}`,
    room: `/${id}/chat/${room}`,
    customer: `/${id}/customers/${customerId}`,
    userId,
  };
}

for (const [language, viewport] of languages)
  test(`every screen has nothing serious in ${language} at ${viewport.width}`, async ({ open, product }) => {
    const who = identity('Ada');
    const places = await furnish(product.url, who);
    const ada = await open(who);
    const { page } = ada;
    await ada.signIn();
    // A page that does not exist is a 404 on the wire, too.
    ada.guard.expect(/status of 404 .*no.such.page\)$/);
    await page.goto('/account');
    await page.getByText(language, { exact: true }).click();
    await page.setViewportSize(viewport);
    const { more, ...screens } = inside(places);
    for (const path of [...Object.values(screens).flat(), ...more]) {
      // Only a server answers that there is no such page.
      await (more.includes(path) ? page.goto(path) : goWithin(page, path));
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[data-loading], .mantine-Skeleton-root')).toHaveCount(0);
      await fits(page, `${path} in ${language} at ${viewport.width}`);
      expect.soft(await faultsOf(page), `${path} in ${language} at ${viewport.width}`).toEqual([]);
      expect.soft(await vanished(page), `${path} in ${language}, forced colours`).toEqual([]);
      // The page of a desktop at 200 %.
      await page.setViewportSize({ width: desk.width / 2, height: desk.height / 2 });
      await fits(page, `${path} in ${language} at 200 %`);
      await page.setViewportSize(viewport);
    }
    await page.goto(`${places.workspace}/search`);
    for (const at of ['page', 'palette']) {
      const placeholder =
        at === 'page' ? /^(Search everything|Alles durch)/ : /^(Search, go to|Suchen, öffnen)/;
      const field = page.getByPlaceholder(placeholder);
      await field.fill('gerüst in:Treppenhaus');
      await expect(page.locator('mark').last()).toBeVisible();
      await looksFine(page, `a filled ${at} of the search in ${language}`);
      expect.soft(await vanished(page), `a filled ${at} in ${language}, forced colours`).toEqual([]);
      await field.fill('gerüst in:nirgends');
      await expect(page.locator('mark')).toHaveCount(0);
      await looksFine(page, `a ${at} of the search without hits in ${language}`);
      await page.keyboard.press('Control+k');
    }
    await page.goto(places.workspace);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('dialog').locator('input').first()).toBeFocused();
    await looksFine(page, `the question which task the timer runs for in ${language}`);
    await page.goto(`${places.workspace}/projects?panel=project`);
    await page
      .getByLabel(/^(Customer|Kunde)$/)
      .first()
      .click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await looksFine(page, `the customers that a project is offered in ${language}`);
  });

const paid = `plan = 'standard', interval = 'month', period_start = now() - interval '3 days',
  period_end = now() + interval '27 days', access = 'full',
  method = '{"type": "card", "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": 2031}'`;
/** The columns of a subscription in each state, as the gateway and the rounds leave them; each state follows the one above it. */
const subscriptionStates: Record<string, string> = {
  'a trial': `access = 'full'`,
  'a trial that ended': `trial_ends_at = now() - interval '1 day', access = 'closed'`,
  'one that is paid': `status = 'active', ${paid}`,
  'one that was cancelled': 'is_canceled = true, canceled_at = now()',
  'one whose payment failed': `status = 'pastDue', is_canceled = false, canceled_at = NULL,
    past_due_since = now() - interval '4 days'`,
  'one that is read-only': `past_due_since = now() - interval '20 days', access = 'readOnly'`,
  'one that ended': `status = 'ended', ended_at = now() - interval '1 day', canceled_at = now() - interval '9 days',
    past_due_since = NULL, access = 'closed'`,
};

for (const [language, viewport] of languages)
  test(`a subscription has nothing serious in any state, for whoever meets it, in ${language} at ${viewport.width}`, async ({
    firm,
    product,
  }) => {
    const name = `Malerei ${language} ${viewport.width}`;
    const { id, people, enter } = await firm(name, ['Ada', 'Ben']);
    const [ada, ben] = [await enter(people[0]!), await enter(people[1]!)];
    for (const { page, guard } of [ada, ben]) {
      // A device writes by itself that it has seen the newest log, as long as it does not know that nobody writes now.
      guard.allow(/status of 402 .*\/api\/changes\)$/);
      await page.goto('/account');
      await page.getByText(language, { exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'de');
    }
    const write = (text: string) => withDatabase(product.dataPath, (client) => client.query(text, [id]));
    const look = async (page: Page, what: string) => {
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[data-loading], .mantine-Skeleton-root')).toHaveCount(0);
      for (const { width, height } of [phone, desk]) {
        await page.setViewportSize({ width, height });
        await fits(page, `${what} in ${language} at ${width}`);
      }
      await page.setViewportSize(viewport);
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors });
        const where = `${what} in ${language}, forced colours: ${forcedColors}`;
        await fits(page, where);
        const faults = forcedColors === 'none' ? faultsOf(page) : faintWordsOf(page);
        expect.soft(await faults, where).toEqual([]);
      }
    };
    const billing = `/${id}/settings/billing-and-payment`;
    for (const [state, columns] of Object.entries(subscriptionStates)) {
      await write(`UPDATE subscription SET ${columns} WHERE workspace_id = $1`);
      await ada.page.goto(billing);
      await look(ada.page, state);
      if (columns.includes('closed')) {
        await ben.page.goto(`/${id}`);
        await look(ben.page, `${state}, before an employee`);
        await write(`UPDATE membership SET status = 'LOCKED' WHERE workspace_id = $1 AND is_owner`);
        await ada.page.goto(`/${id}`);
        await look(ada.page, `${state}, before an owner who is locked`);
        await expect(ada.page.getByRole('link', { name: /^(Take data along|Daten mitnehmen)$/ })).toHaveCount(
          0,
        );
        await expect(ada.page.getByRole('link', { name: /^(Unlock to|Entsperren, um)/ })).toBeVisible();
        await write(`UPDATE membership SET status = 'ACTIVE' WHERE workspace_id = $1 AND is_owner`);
        await ada.page.goto(`/${id}/settings/export`);
        await look(ada.page, `${state}: what is taken along`);
        await ben.page.goto(`/${id}/signatures`);
        await look(ben.page, `${state}: what was signed`);
      }
      if (state === 'one that is paid')
        for (const button of [
          /^(Choose Basic|Basic wählen)$/,
          /^(Cancel subscription|Abonnement kündigen)$/,
        ]) {
          await ada.page.goto(billing);
          await ada.page.getByRole('button', { name: button }).click();
          await expect(ada.page.getByRole('dialog')).toBeVisible();
          await look(ada.page, `${state}: ${button.source.includes('Basic') ? 'the choice' : 'the end'}`);
        }
    }
  });

test('an invitation has nothing serious, on either side', async ({ founder, actor }) => {
  const [ada, gil] = [await founder('Ada', 'Malerei Gast'), await actor('Gil')];
  await ada.settings.show('Users');
  await ada.page.getByRole('button', { name: 'Invite somebody' }).click();
  await expect(ada.page.getByRole('dialog').getByLabel('E-mail')).toBeVisible();
  await looksFine(ada.page, 'the form');
  const link = await ada.invitations.invite(gil.who.email);

  await gil.register();
  gil.guard.expect(/status of 400 .*users\/verify/);
  const first = gil.page.getByLabel('Digit 1 of 6');
  await first.pressSequentially('000000');
  await expect(gil.page.getByText('Invalid verification code').first()).toBeVisible();
  await looksFine(gil.page, 'the boxes of a wrong code');
  await gil.page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(gil.page.getByText(/^A new code is on its way/)).toBeVisible();
  await expect(first).toBeFocused();
  await gil.verify(await gil.readCode());
  await gil.signIn();
  await expect(gil.page.getByText('You are invited to Malerei Gast.')).toBeVisible();
  await looksFine(gil.page, 'the list of workspaces');
  await gil.invitations.open(link);
  await expect(gil.page.getByText('You will join as: Employee')).toBeVisible();
  await looksFine(gil.page, 'the way in');
  await gil.page.goto('/join');
  await gil.page.getByRole('button', { name: 'Join without the link' }).click();
  await expect(gil.page.getByRole('list', { name: 'Your six words' })).toBeVisible();
  await looksFine(gil.page, 'six words');

  await expect(ada.page.getByText('waiting', { exact: true })).toBeVisible();
  await looksFine(ada.page, 'who waits');
  await ada.page.getByRole('button', { name: 'Let in' }).click();
  await expect(ada.page.getByLabel('Six words')).toBeVisible();
  await looksFine(ada.page, 'six words typed');
});
