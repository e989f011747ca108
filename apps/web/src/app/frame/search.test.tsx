// @vitest-environment happy-dom
/** The page and the palette of a search, over the real client and index. */
import { createProject } from '@kontor/client/nouns/project';
import type { Replica } from '@kontor/client/replica/replica';
import { until } from '@kontor/client/replica/testing/client';
import type { TeamMember } from '@kontor/client/team/team';
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useMatching } from '../../features/team/queries.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { openPalette } from './palette.tsx';
import { adminsId, open, show, staffId, words } from './testing/searchScene.tsx';
import { keepTyped } from './typedAhead.ts';

const customer = (replica: Replica, name: string, more = {}) => {
  const id = uuidv7();
  replica.transaction((transaction) => {
    transaction.createScope({ id, kind: 'customer', access: 'open' });
    replica.create('customer', id, { id, name, type: 'COMPANY', createdBy: '', createdAt: 0, ...more });
  });
  return id;
};

/** Returns a file with words beside it. */
const file = (replica: Replica, scopeId: string, name: string, more = {}) =>
  replica.create('document', scopeId, {
    kind: 'file',
    name,
    fileKey: 'key',
    blobId: uuidv7(),
    parts: [],
    createdBy: '',
    createdAt: 0,
    words: { blobId: uuidv7(), size: words.length, parts: [] },
    ...more,
  });

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

it('takes what was typed ahead in place of the text of before, opened while it is still closing', async () => {
  await open('ADMIN');
  const palette = await show('palette', undefined, { env: 'default' });
  palette.type('rechnung');
  await palette.says('Nothing found.');
  const leave = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  flushSync(() => document.body.dispatchEvent(leave));
  keepTyped();
  typeInto(document.activeElement as HTMLInputElement, 'v');
  openPalette();
  const field = () => document.querySelector<HTMLInputElement>('[role="combobox"]');
  await until(() => field()?.value === 'v' && document.activeElement === field());
});

it('counts a private customer once, and finds nothing more', async () => {
  const { replica, sent } = await open('ADMIN');
  const customerId = customer(replica, 'Hanna Huber', { type: 'PRIVATE' });
  replica.create('customerFile', adminsId, { customerId, firstName: 'Hanna', lastName: 'Huber' });
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
  file(replica, staffId, 'Plan der Firma.pdf', { customerId });
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
  replica.create('signing', staffId, {
    askerId: userId,
    signerIds: [],
    notifyIds: [],
    documentId: uuidv7(),
    name: 'Vertrag.pdf',
    size: 1,
    sha256: '',
    fileKey: '',
    blobId: uuidv7(),
    isOrdered: false,
    createdAt: 0,
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
  replica.create('member', staffId, { id: ada, userId: ada, email: '', ...names[ada]! });
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
  onTestFinished(() => rendered.unmount());
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
