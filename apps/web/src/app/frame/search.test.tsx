// @vitest-environment happy-dom
/** The page and the palette of a search, over the real client and index. */
import { nameOfWords } from '@kontor/client/nouns/document';
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import type { Replica } from '@kontor/client/replica/replica';
import { aloneTab } from '@kontor/client/replica/tabs';
import { clearVault } from '@kontor/client/replica/testing/clearVault';
import { createDevice, hastyClock, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { openSearch } from '@kontor/client/searching/openSearch';
import { WriteBacklog } from '@kontor/client/searching/writeBacklog';
import type { Session } from '@kontor/client/session/session';
import type { TeamMember } from '@kontor/client/team/team';
import type { Plan } from '@kontor/contract/billing/plan';
import type { Role } from '@kontor/contract/entity/role';
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { addDays, today, weekday } from '@kontor/contract/time/day';
import { MantineProvider } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { useMatching } from '../../features/team/queries.ts';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { formatDate } from '../../platform/text/format.ts';
import { speak } from '../../platform/text/locale.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Search } from '../../screens/search/search.tsx';
import { Palette } from './palette.tsx';

const staff = uuidv7();
const admins = uuidv7();
/** The text of every file: at first what is almost a word that stands behind much else. */
const words = `Der Wasserwagen kommt. ${'Gerüst und Plane. '.repeat(400)}Die Wasserwaage liegt im Keller.`;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  forgetDrafts();
});

/** Opens a workspace for somebody of a role. `asked`: the files whose words were fetched; `connection` leads to the server. */
async function open(role: Role, plan: Plan = 'standard', isOffline = false) {
  const server = new ProtocolServer();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  server.addScope({ id: admins, kind: 'admins', access: 'open' });
  const device = createDevice();
  device.connection.isOffline = isOffline;
  const replica = await openOn(device, server, { role });
  if (!isOffline) await replica.pull();
  const vault = clearVault();
  const search = await openSearch({
    ...{
      workspaceId,
      device: device.store,
      replica,
      backlog: new WriteBacklog(replica),
      clock: hastyClock,
      openTabs: () => ({ ...aloneTab(), close: () => {} }),
    },
    vault: {
      sealLocal: (...it) => vault.sealLocal(...it),
      openLocal: (...it) => vault.openLocal(...it),
    } as Parameters<typeof openSearch>[0]['vault'],
    texts: { nameOf: nameOfWords, read: async () => ({ text: words, isDamaged: false }) },
  });
  const asked: string[] = [];
  const files = async () => ({
    downloads: {
      text: async ({ id }: { id: string }) => {
        asked.push(id);
        return words;
      },
    },
  });
  const answers: Promise<unknown>[] = [];
  const query: typeof search.query = (it) => {
    const answer = search.query(it);
    answers.push(answer);
    return answer;
  };
  const records = { ...replica, search: async () => ({ ...search, query }), files };
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  const list = [{ id: workspaceId, access: 'full', subscription: { plan, status: 'active' } }];
  provideSession({ subscribe: () => () => {}, workspaces: { list } } as unknown as Session);
  ends.push(
    () => search.close(),
    () => replica.close(),
  );
  const sent = async () => {
    await replica.outbox.sent();
    await replica.pull();
  };
  const indexed = (count: number) =>
    until(() => search.progress.get().isComplete && search.progress.get().done === count);
  /** Waits until everything that was asked has been answered, and is shown. */
  const answered = async () => {
    await until(() => answers.length > 0);
    await Promise.all(answers);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    replica,
    asked,
    server,
    sent,
    indexed,
    answered,
    userId: device.userId,
    connection: device.connection,
  };
}

/** Shows the page or the palette, and returns how to type and to read. */
async function show(at: 'search' | 'palette', first?: string) {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const command = { id: 'c', group: 'goTo', label: 'Stundenzettel', icon: IconClock, run: () => {} } as const;
  const pages = [
    createRoute({ getParentRoute: () => workspace, path: 'search', component: Search }),
    createRoute({
      getParentRoute: () => workspace,
      path: 'palette',
      component: () => <Palette commands={[command]} workspace={workspaceId} />,
    }),
  ];
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren(pages)])]),
    history: createMemoryHistory({ initialEntries: [`/${workspaceId}/${at}`] }),
  });
  const body = document.createElement('div');
  document.body.append(body);
  const rendered = createRoot(body);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  ends.push(() => {
    rendered.unmount();
    document.body.replaceChildren();
  });
  const field = () => body.ownerDocument.querySelector('input');
  const read = () => document.body.textContent;
  const chips = () => [...document.querySelectorAll<HTMLElement>('[aria-label^="Filter"] > button')];
  await until(() => (first === undefined ? field() !== null : read().includes(first)));
  return {
    read,
    says: (text: string | RegExp) =>
      until(() => (typeof text === 'string' ? read().includes(text) : text.test(read()))),
    type: (text: string) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      set.call(field(), text);
      field()!.dispatchEvent(new Event('input', { bubbles: true }));
    },
    click: (name: string) => {
      const buttons = [...document.querySelectorAll('button')];
      const found = buttons.find((each) =>
        (each.getAttribute('aria-label') ?? each.textContent).includes(name),
      );
      if (!found) throw new Error(`no button ${name} in: ${read()}`);
      found.click();
    },
    field: () => field()?.value,
    chips: () => chips().map(({ textContent }) => textContent),
    press: (name: string) =>
      chips()
        .find(({ textContent }) => textContent.startsWith(name))!
        .click(),
    lines: () => [...document.querySelectorAll('ul li a')].map(({ textContent }) => textContent),
    marks: () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent),
  };
}

const customer = (replica: Replica, name: string, more = {}) => {
  const id = uuidv7();
  replica.transaction((transaction) => {
    transaction.createScope({ id, kind: 'customer', access: 'open' });
    replica.create('customer', id, { id, name, type: 'COMPANY', createdBy: '', createdAt: 0, ...more });
  });
  return id;
};
const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Returns a file with words beside it. */
const file = (replica: Replica, scopeId: string, name: string, more = {}) =>
  replica.create('document', scopeId, {
    ...{ kind: 'file', name, fileKey: 'key', blobId: uuidv7(), parts: [], createdBy: '', createdAt: 0 },
    ...{ words: { blobId: uuidv7(), size: words.length, parts: [] }, ...more },
  });
const day = (text: string) => new Date(`${text}T12:00:00`).getTime();

const notice = 'Searching what is in the workspace is part of the plan Standard';

it('has commands and no hits in a plan without search', async () => {
  const { replica, sent, indexed, answered } = await open('ADMIN', 'basic');
  createProject(replica, { name: 'Stundenhaus' });
  await sent();
  await indexed(1);
  const palette = await show('palette');
  palette.type('stunden');
  await palette.says(notice);
  await answered();
  expect(palette.read()).toContain('Stundenzettel');
  expect(palette.read()).not.toContain('Stundenhaus');
});

it('says on the page that the plan searches in single rooms alone, and keeps its field', async () => {
  await open('ADMIN', 'basic');
  const page = await show('search', notice);
  expect(page.field()).toBe('');
  page.type('x');
  page.type('');
  await page.says(notice);
  expect(page.field()).toBe('');
});

it.each(['palette', 'search'] as const)('finds nothing in the %s only once everything came', async (at) => {
  const { replica, answered, connection } = await open('ADMIN', 'standard', true);
  const shown = await show(at);
  shown.type('nirgends');
  await shown.says('Records are still being loaded. 0 can be searched so far.');
  await answered();
  expect(shown.read()).not.toMatch(/Nothing found|0 results/);
  connection.isOffline = false;
  await replica.pull();
  await shown.says('Nothing found.');
  expect(shown.read()).not.toContain('still being loaded');
});

it('shows what was used last while nothing is typed, and hits behind commands', async () => {
  const { replica, sent, server } = await open('ADMIN', 'standard');
  for (const name of ['Erstes', 'Zweites', 'Drittes', 'Stundenhaus']) {
    createProject(replica, { name });
    server.time += 1_000;
    await sent();
  }
  const palette = await show('palette');
  await palette.says(/Stundenhaus.*Drittes.*Zweites.*Stundenzettel/);
  expect(palette.read()).not.toContain('Erstes');
  palette.type('stunden');
  await palette.says(/Stundenzettel.*Stundenhaus.*All results \(1\)/);
  // A screen reader is told of the lines, of the chosen one and of how many were found.
  expect(document.querySelector('[role="status"]')?.textContent).toBe('1 result');
  const field = document.querySelector<HTMLInputElement>('[role="combobox"]')!;
  const options = () => [...document.querySelectorAll('[role="listbox"] [role="option"]')];
  const chosen = () => options().findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'));
  await until(() => chosen() === 0);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  const down = () =>
    field.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', key: 'ArrowDown', bubbles: true }));
  // What is found last chooses the first line once more.
  await until(() => {
    if (chosen() === 0) down();
    return chosen() === 1;
  });
  expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual(
    options().map((_, at) => String(at === 1)),
  );
});

it('counts a private customer once, and finds nothing more', async () => {
  const { replica, sent } = await open('ADMIN');
  const customerId = customer(replica, 'Hanna Huber', { type: 'PRIVATE' });
  replica.create('customerFile', admins, { customerId, firstName: 'Hanna', lastName: 'Huber' });
  await sent();
  const page = await show('search');
  page.type('huber');
  await page.says('Customers (1)');
  await page.says(/Customers1Where.*Hanna Huber1/);
  expect(page.read()).not.toContain('Show 1 more');
});

it('finds for employees the customers whose documents they read, behind however many others', async () => {
  const { replica, sent, server } = await open('EMPLOYEE');
  const customerId = customer(replica, 'Firma Alt');
  file(replica, staff, 'Plan der Firma.pdf', { customerId });
  createProject(replica, { name: 'Umbau', customerId: customer(replica, 'Firma Bau') });
  await sent();
  server.time += 1_000;
  for (let i = 0; i < 25; i++) customer(replica, `Firma Neu ${i}`);
  await sent();
  const page = await show('search');
  page.type('firma');
  await page.says(/Customers \(1\)Firma Alt.*WhereFirma Alt2/);
  expect(page.read()).not.toContain('Firma Neu');
  page.type('in:');
  // What lies in projects lies in their customers.
  await until(() => page.chips().join() === 'Firma Alt,Firma Bau,Umbau');
});

it('narrows to a room, a place and a day, and takes the filters out again', async () => {
  const { replica, sent, server, userId } = await open('ADMIN');
  const ben = uuidv7();
  replica.create('member', staff, { id: userId, userId, firstName: 'Ada', lastName: 'Berg', email: '' });
  replica.create('member', staff, { id: ben, userId: ben, firstName: 'Ben', lastName: 'Beck', email: '' });
  const by = { userId, at: 0 };
  const say = (room: string, text: string) =>
    replica.create('message', room, { userId, notifyIds: [], content: paragraph(text), createdAt: 0 });
  const project = createProject(replica, { name: 'Website' });
  const other = createProject(replica, { name: 'Website Relaunch' });
  const room = createRoom(
    replica,
    { name: 'Website', memberIds: [userId], projectId: project.id },
    'open',
    by,
  );
  const elsewhere = createRoom(replica, { name: 'Website Fotos', memberIds: [userId] }, 'open', by);
  server.time = day('2026-03-01');
  await sent();
  say(room, 'Angebot hier');
  say(elsewhere, 'Angebot dort');
  replica.create('task', project.id, { title: 'Angebot eins', createdBy: userId });
  await sent();
  server.time = day('2026-03-02');
  replica.create('task', other.id, { title: 'Angebot zwei', createdBy: ben });
  await sent();

  const page = await show('search');
  page.type('angebot in:#website');
  await page.says('within #Website');
  await until(() => page.lines().join().includes('hier') && page.lines().length === 1);

  page.click('Remove within #Website');
  await until(() => page.field() === 'angebot');
  await page.says('4 results');
  await page.says(/Where(?=.*Website2)(?=.*#Website1)(?=.*#Website Fotos1)(?=.*Website Relaunch1)/);
  page.click('Website2');
  await until(() => page.field() === 'angebot in:Website');
  // The project has its room, and not what is called alike.
  await until(() => page.lines().length === 2);
  page.click('Website2');
  await until(() => page.field() === 'angebot');

  page.type('angebot before:2.3.2026');
  await page.says('before Mar 2, 2026');
  await until(() => page.lines().length === 3 && !page.lines().join().includes('zwei'));
  page.type('angebot from:ben');
  await page.says('from Ben Beck');
  await until(() => page.lines().length === 1 && page.lines()[0]!.includes('Angebot zwei'));
  page.type('angebot seit:2.3.2026');
  await page.says('since Mar 2, 2026');
  await until(() => page.lines().length === 1 && page.lines()[0]!.includes('Angebot zwei'));
});

it.each([
  [
    'en',
    'palette',
    ['In …', 'From …', 'Since …', 'Before …'],
    ['in:', 'from:', 'since:', 'before:'],
    'This week',
  ],
  ['de', 'search', ['In …', 'Von …', 'Seit …', 'Vor …'], ['in:', 'von:', 'seit:', 'vor:'], 'Diese Woche'],
] as const)(
  'begins filters by chips and offers what they can name (%s, %s)',
  async (language, at, chips, words, week) => {
    speak(language);
    ends.push(() => speak('en'));
    const { replica, sent, userId } = await open('ADMIN');
    const name = { firstName: 'Ada', lastName: 'Berg', email: '' };
    replica.create('member', staff, { id: userId, userId, ...name });
    for (const name of ['Neubau', 'Altbau West']) createProject(replica, { name });
    createProject(replica, { name: 'Umbau', archivedAt: 1 });
    createRoom(replica, { name: 'Anbau', memberIds: [userId] }, 'open', { userId, at: 0 });
    await sent();
    const shown = await show(at);
    /** Presses a chip and waits for its text. */
    const press = async (chip: string, typed: string) => {
      shown.press(chip);
      await until(() => shown.field() === typed);
      expect(document.activeElement).toBe(document.querySelector('input'));
    };
    shown.type('bau');
    await shown.says('Altbau West');
    await press(chips[0], 'bau in:');
    await until(() => /Altbau West.*Neubau.*#Anbau/.test(shown.chips().join()));
    expect(shown.chips().join()).not.toMatch(/Umbau|Ada/);
    shown.type('bau in:w');
    await until(() => shown.chips().at(-1) === 'Altbau West');
    expect(shown.chips().join()).not.toContain('Neubau');
    await press('Altbau West', 'bau in:"Altbau West" ');
    expect(shown.chips()).not.toContain(chips[0]);

    await press(chips[1], `bau in:"Altbau West" ${words[1]}`);
    await press('Ada Berg', `bau in:"Altbau West" ${words[1]}"Ada Berg" `);
    for (const i of [2, 3]) {
      shown.type('');
      await until(() => shown.chips().includes(chips[i]!));
      await press(chips[i]!, words[i]!);
      await until(() => shown.chips()[0]!.startsWith(week));
      const monday = addDays(today(), -weekday(today()));
      await press(week, `${words[i]}${monday} `);
      expect(shown.chips()[0]).toContain(formatDate(monday));
    }
  },
);

it('narrows the page to what is from this week on', async () => {
  const { replica, sent, server } = await open('ADMIN');
  const project = createProject(replica, { name: 'Neubau' });
  server.time = day('2026-03-02');
  replica.create('task', project.id, { title: 'Rechnung alt' });
  await sent();
  server.time = Date.now();
  replica.create('task', project.id, { title: 'Rechnung neu' });
  await sent();
  const page = await show('search');
  page.type('rechnung');
  await until(() => page.lines().length === 2);
  page.click('This week');
  await until(() => page.lines().join() === 'Rechnung neuNeubau');
  page.click('This week');
  await until(() => page.lines().length === 2 && page.field() === 'rechnung');
});

it('shows what lies in archived projects behind the rest, and marks it', async () => {
  const { replica, sent, server } = await open('ADMIN');
  const live = createProject(replica, { name: 'Neubau' });
  replica.create('task', live.id, { title: 'Rechnung live' });
  await sent();
  server.time += 1_000;
  const old = createProject(replica, { name: 'Altbau', archivedAt: 1 });
  replica.create('task', old.id, { title: 'Rechnung alt' });
  await sent();
  const page = await show('search');
  page.type('rechnung');
  await until(() => page.lines().length === 2);
  expect(page.lines()).toEqual(['Rechnung liveNeubau', 'Rechnung altAltbau · Archived']);
});

it('shows of a file what was found in it, and fetches that once', async () => {
  const { replica, sent, asked } = await open('ADMIN');
  const project = createProject(replica, { name: 'Neubau' });
  const { id } = file(replica, project.id, 'Angebot.pdf');
  await sent();
  const page = await show('search');
  page.type('angebot');
  await until(() => page.lines().length === 1);
  expect(asked).toEqual([]);
  page.type('wasserwaage');
  await page.says(/Neubau.*Die Wasserwaage liegt im Keller/);
  expect(page.marks()).toEqual(['Wasserwaage']);
  page.type('gerüst');
  await until(() => page.marks()[0] === 'Gerüst');
  page.type('wasserwagne');
  await until(() => page.marks()[0] === 'Wasserwagen');
  expect(asked).toEqual([id]);
});

it('says how many files cannot be found by what is in them', async () => {
  const { replica, sent } = await open('ADMIN');
  const project = createProject(replica, { name: 'Neubau' });
  for (const name of ['Angebot.pdf', 'Foto.jpg']) file(replica, project.id, name);
  const wordless = { words: undefined, searchable: 'never' };
  const { id } = file(replica, project.id, 'Scan.pdf', wordless);
  file(replica, project.id, 'Bild.png', wordless);
  replica.create('document', project.id, { kind: 'folder', name: 'Alte.pdf' });
  await sent();
  const page = await show('search', '1 file cannot be searched by its content.');
  file(replica, project.id, 'Groß.docx', wordless);
  await page.says('2 files cannot be searched by their content.');
  file(replica, project.id, 'Lang.txt', { searchable: 'part' });
  await page.says('1 file can be searched by the beginning of its content alone.');
  for (const each of replica.collections.document.where('scopeId', project.id))
    if (each.id === id || /^(Groß|Lang)/.test(each.name)) replica.remove('document', each.id);
  await until(() => !/can(not)? be searched/.test(page.read()));
});

it('finds customers’ people, and requests to sign', async () => {
  const guest = uuidv7();
  const { replica, sent, userId } = await open('ADMIN');
  const customerId = customer(replica, 'Alder AG');
  const members = new Map(replica.log.get()?.members).set(guest, { customerId } as LoggedMember);
  vi.spyOn(replica.log, 'get').mockReturnValue({ ...replica.log.get(), members } as LogState);
  const person = { userId: guest, firstName: 'Gitta', lastName: 'Gast', email: 'gitta@alder.example' };
  replica.create('customerUser', customerId, { id: customerUserId(guest, customerId), ...person });
  replica.create('signing', staff, {
    ...{ askerId: userId, signerIds: [], notifyIds: [], documentId: uuidv7(), name: 'Vertrag.pdf', size: 1 },
    ...{ sha256: '', fileKey: '', blobId: uuidv7(), isOrdered: false, createdAt: 0 },
    message: 'Bitte um Gegenzeichnung',
  });
  await sent();
  const page = await show('search');
  page.type('gast');
  await page.says(/People \(1\)Gitta Gastgitta@alder.example · Alder AG/);
  page.type('gegenzeichnung');
  await page.says(/Documents \(1\)Vertrag.pdfSignature request/);
});

it('finds users by another spelling, and with typos', async () => {
  const { replica, sent, indexed } = await open('ADMIN');
  const customerId = customer(replica, 'Alder AG');
  const [ada, gitta] = [uuidv7(), uuidv7()];
  const names = {
    [ada]: { firstName: 'Ada', lastName: 'Müller' },
    [gitta]: { firstName: 'Gitta', lastName: 'Gast' },
  };
  replica.create('member', staff, { id: ada, userId: ada, email: '', ...names[ada]! });
  const guest = { id: customerUserId(gitta, customerId), userId: gitta, email: '', ...names[gitta]! };
  replica.create('customerUser', customerId, guest);
  await sent();
  await indexed(3);
  const members = Object.entries(names).map(([userId, name]) => ({
    userId,
    email: '',
    role: 'EMPLOYEE',
    ...name,
  }));
  const List = ({ text }: { text: string }) =>
    (members as unknown as TeamMember[])
      .filter(useMatching(text).isMatch)
      .map(({ lastName }) => lastName)
      .join();
  const body = document.createElement('div');
  const rendered = createRoot(body);
  ends.push(() => rendered.unmount());
  for (const [text, found] of [
    ['', 'Müller,Gast'],
    ['Mueller', 'Müller'],
    ['Müler', 'Müller'],
    ['gitat', 'Gast'],
    ['employee gast', 'Gast'],
  ] as const) {
    flushSync(() => rendered.render(<List text={text} />));
    await until(() => body.textContent === found);
  }
});
