// @vitest-environment happy-dom
/** A customer's shared documents, as those who work here see them: of all projects, and of no other customer. */
import { createProject } from '@kontor/client/nouns/project';
import { shareDocuments } from '@kontor/client/nouns/share';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { heldSearch } from '../../testing/heldSearch.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { CustomerDocuments } from './documents.tsx';
import { SharedCount } from './sharedCount.tsx';

vi.mock('../../features/document/preview/besidePreview.tsx', () => ({
  BesidePreview: ({ children }: { children: unknown }) => children,
}));

/** Opens the page of a customer with whom the folder of a project and a file of their own are shared. */
async function open() {
  const server = new ProtocolServer();
  const staff = uuidv7();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const device = createDevice();
  const { search } = heldSearch(({ text }) =>
    [...replica.collections.share.all()].flatMap(({ id, name }) => (name.includes(text) ? [id] : [])),
  );
  const replica = Object.assign(await openOn(device, server, { role: 'ADMIN' }), {
    search: async () => search,
  });
  await replica.pull();
  const [alder, birke] = ['Alder AG', 'Birke GmbH'].map((name) => {
    const id = uuidv7();
    replica.transaction((transaction) => {
      transaction.createScope({ id, kind: 'customer', access: 'open' });
      replica.create('customer', id, { id, name, type: 'COMPANY', createdBy: '', createdAt: 0 });
    });
    return id;
  });
  const made = (scopeId: string, name: string, more = {}) =>
    replica.create('document', scopeId, { kind: 'file', name, createdBy: '', createdAt: 1, ...more }).id;
  const [neubau, umbau] = [
    createProject(replica, { name: 'Neubau', customerId: alder! }),
    createProject(replica, { name: 'Umbau', customerId: birke! }),
  ];
  const plans = made(neubau.id, 'Plans', { kind: 'folder' });
  const seen = [
    made(neubau.id, 'Roof.pdf', { parentId: plans }),
    made(staff, 'Contract.pdf', { customerId: alder }),
  ];
  made(neubau.id, 'Internal.pdf');
  shareDocuments(replica, seen, alder!);
  shareDocuments(replica, [made(umbau.id, 'Other.pdf')], birke!);

  provideWorkspace({ records: replica, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const customer = createRoute({ getParentRoute: () => workspace, path: 'customers/$customer' });
  const overview = createRoute({
    getParentRoute: () => customer,
    path: '/',
    component: () => <SharedCount workspace="w" customerId={alder!} />,
  });
  const documents = createRoute({
    getParentRoute: () => customer,
    path: 'documents/$',
    component: CustomerDocuments,
  });
  const tree = [signedIn.addChildren([workspace.addChildren([customer.addChildren([overview, documents])])])];
  const router = createRouter({
    routeTree: root.addChildren(tree),
    history: createMemoryHistory({ initialEntries: [`/w/customers/${alder}`] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const link = (name: string) => [...element.querySelectorAll('a')].find((each) => each.textContent === name);
  const rows = () =>
    [...element.querySelectorAll('tbody tr')].map((row) => row.querySelector('a')!.textContent);
  const button = (label: string) => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`);
  const offered = () =>
    [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
  const end = async () => {
    rendered.unmount();
    element.remove();
    await replica.close();
  };
  await expect.poll(() => link('2 files')).toBeTruthy();
  link('2 files')!.click();
  await expect.poll(rows).toEqual(['Neubau', 'Contract.pdf']);
  return { element, replica, link, rows, button, offered, end };
}

it('lists a folder for each project, leads into it, and is counted on the page of the customer', async () => {
  const { element, link, rows, button, offered, end } = await open();
  // A project stands there as a folder that nobody can rename or move.
  expect(
    [...element.querySelectorAll('tbody [aria-label]')].map((each) => each.getAttribute('aria-label')),
  ).toEqual(expect.arrayContaining(['Download Neubau', 'Actions for Contract.pdf']));
  // A person can end what is shared here, whatever became of its document.
  const [ofProject, ofFile] = element.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]');
  const stopping = () =>
    [...element.querySelectorAll('button')].some((each) => each.textContent === 'Stop sharing');
  ofFile!.click();
  await expect.poll(stopping).toBe(true);
  ofFile!.click();
  ofProject!.click();
  await expect.poll(stopping).toBe(false);
  ofProject!.click();
  expect(link('Shared')!.closest('li')!.dataset.here).toBe('true');
  link('Neubau')!.click();
  await expect.poll(rows).toEqual(['Plans']);
  link('Plans')!.click();
  await expect.poll(rows).toEqual(['Roof.pdf']);
  // What can be done where it lies can be done here.
  button('Actions for Roof.pdf')!.click();
  await expect
    .poll(offered)
    .toEqual(expect.arrayContaining(['Versions', 'Stop sharing with Alder AG', 'Rename', 'Move', 'Delete']));
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    .find(({ textContent }) => textContent === 'Rename')!
    .click();
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input');
  await expect.poll(() => field()?.value).toBe('Roof.pdf');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  set!.call(field(), 'Ridge.pdf');
  field()!.dispatchEvent(new Event('input', { bubbles: true }));
  field()!.form!.requestSubmit();
  await expect.poll(rows).toEqual(['Ridge.pdf']);
  link('Neubau')!.click();
  await expect.poll(rows).toEqual(['Plans']);
  await end();
});

it('does with what is shared what can be done where it lies: by keys, the other button of the mouse, for several', async () => {
  const { element, replica, link, rows, offered, button, end } = await open();
  link('Contract.pdf')!.focus();
  const press = (key: string) =>
    link('Contract.pdf')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('F2');
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value)
    .toBe('Contract.pdf');
  button('Close')!.click();
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  link('Contract.pdf')!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await expect.poll(offered).toContain('Rename');
  const [ofProject, ofFile] = element.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]');
  const verbs = () =>
    ['Move', 'Delete'].filter((verb) =>
      [...element.querySelectorAll('button:not([role])')].some((each) => each.textContent === verb),
    );
  expect(verbs()).toEqual([]);
  ofFile!.click();
  await expect.poll(verbs).toEqual(['Move', 'Delete']);
  // A project stands there as a folder that nobody can move.
  ofProject!.click();
  await expect.poll(verbs).toEqual([]);
  ofProject!.click();
  await expect.poll(verbs).toEqual(['Move', 'Delete']);
  press('Delete');
  await expect.poll(rows).toEqual(['Neubau']);
  expect(replica.collections.trashEntry.all().map(({ name }) => name)).toEqual(['Contract.pdf']);
  await end();
});

it('orders by what a menu offers, and finds in all folders, with where it lies', async () => {
  const { element, link, rows, button, end } = await open();
  button('Sort')!.click();
  const choice = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')].find(
      ({ textContent }) => textContent === name,
    );
  await expect.poll(() => choice('Changed')).toBeTruthy();
  choice('Changed')!.click();
  await expect.poll(() => element.querySelector('[aria-sort]')?.textContent).toBe('Changed');
  typeInto(element.querySelector<HTMLInputElement>('[type=search]')!, 'Roof');
  await expect.poll(rows).toEqual(['Roof.pdf']);
  expect(link('Plans')!.title).toBe('Where it lies');
  link('Plans')!.click();
  await expect.poll(() => element.querySelector('[aria-current=location]')?.textContent).toBe('Plans');
  expect(rows()).toEqual(['Roof.pdf']);
  await end();
});
