// @vitest-environment happy-dom
/** A search in a folder: left standing it hides nothing that an address leads to, and pictures stay pictures. */
import { createProject } from '@kontor/client/nouns/project';
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
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { heldSearch } from '../../../testing/heldSearch.ts';
import { typeInto } from '../../../testing/typeInto.ts';
import { Explorer } from './explorer.tsx';

vi.mock('../preview/besidePreview.tsx', () => ({
  BesidePreview: ({ shown, children }: { shown?: { name: string }; children: unknown }) => (
    <>
      <output>{shown?.name}</output>
      {children}
    </>
  ),
}));

afterEach(() => vi.unstubAllGlobals());

/** Shows the documents of a project with two files. */
async function open() {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const { id: project } = createProject(replica, { name: 'Umbau' });
  const [plan, offer] = ['Plan.bin', 'Offer.bin'].map((name) =>
    replica.create('document', project, { kind: 'file', name, createdBy: '', createdAt: 1 }),
  );
  const { search } = heldSearch(() => [plan!.id]);
  const records = Object.assign(replica, { search: async () => search, serverTime: () => undefined });
  const uploads = { entries: { get: () => [], subscribe: () => () => {} } };
  provideWorkspace({ records, uploads, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const path = `/w/projects/${project}/documents`;
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '$workspace/projects/$space/documents/{-$folder}',
    component: function Page() {
      const { file } = page.useSearch() as { file?: string };
      const { folder } = page.useParams() as { folder?: string };
      return (
        <Explorer
          workspace="w"
          root={{ scopeId: project }}
          path={folder}
          file={file}
          people={new Map()}
          left={(id) => <p>What is left of {id}</p>}
          onShow={(id) => void router.navigate({ href: id ? `${path}?file=${id}` : path })}
        />
      );
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const field = () => element.querySelector<HTMLInputElement>('[type="search"]')!;
  const type = (text: string) => typeInto(field(), text);
  await expect.poll(field).toBeTruthy();
  const end = async () => {
    rendered.unmount();
    await replica.close();
  };
  return { element, router, path, replica, plan: plan!, offer: offer!, field, type, end };
}

it('is dropped for the file of an address that it hides, and for the way to where one is', async () => {
  const { element, router, path, plan, offer, field, type, end } = await open();
  const shown = () => element.querySelector('output')?.textContent;
  type('plan');
  await expect.poll(() => element.textContent).not.toContain('Offer.bin');
  await router.navigate({ href: `${path}?file=${plan.id}` });
  await expect.poll(shown).toBe('Plan.bin');
  expect(field().value).toBe('plan');
  await router.navigate({ href: `${path}?file=${offer.id}` });
  await expect.poll(shown).toBe('Offer.bin');
  expect(field().value).toBe('');
  // What is typed while a file is in view stands.
  type('plan');
  await expect.poll(shown).toBe('');
  expect(field().value).toBe('plan');
  vi.stubGlobal('location', { pathname: path });
  element.querySelector<HTMLAnchorElement>('a[title="Where it lies"]')!.click();
  await expect.poll(() => field().value).toBe('');
  await end();
});

it('shows what is left of the file of an address that is gone, also with its folder', async () => {
  const { element, router, path, replica, offer, end } = await open();
  const left = `What is left of ${offer.id}`;
  await router.navigate({ href: `${path}?file=${offer.id}` });
  await expect.poll(() => element.querySelector('output')?.textContent).toBe('Offer.bin');
  expect(element.textContent).not.toContain(left);
  replica.remove('document', offer.id);
  await expect.poll(() => element.textContent).toContain(left);
  await router.navigate({ href: `${path}/gone?file=${offer.id}` });
  await expect.poll(() => element.textContent).toContain('All documents');
  expect(element.textContent).toContain(left);
  await router.navigate({ href: path });
  await expect.poll(() => element.textContent).not.toContain(left);
  await end();
});

it('leaves pictures pictures, each with where it lies, and the choice between them and rows', async () => {
  const { element, type, end } = await open();
  element.querySelector<HTMLElement>('[aria-label="Show as pictures"]')!.click();
  const pictures = () =>
    [...element.querySelectorAll('ul[aria-label="Documents"] > li')].map(({ textContent }) => textContent);
  await expect.poll(pictures).toEqual(['Task documents', 'Offer.bin', 'Plan.bin']);
  type('plan');
  await expect.poll(pictures).toEqual(['Plan.binDocuments']);
  element.querySelector<HTMLElement>('[aria-label="Show as list"]')!.click();
  await expect.poll(() => element.querySelector('tbody')?.textContent).toContain('Plan.bin');
  await end();
});

it('sorts pictures, too, by what a menu offers', async () => {
  const { element, replica, plan, end } = await open();
  element.querySelector<HTMLElement>('[aria-label="Show as pictures"]')!.click();
  const pictures = () =>
    [...element.querySelectorAll('ul[aria-label="Documents"] > li')].map(({ textContent }) => textContent);
  await expect.poll(pictures).toEqual(['Task documents', 'Offer.bin', 'Plan.bin']);
  const offered = () => [...document.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const chosen = () =>
    offered().flatMap((item) => (item.getAttribute('aria-checked') === 'true' ? [item.textContent] : []));
  const choose = (name: string) =>
    offered()
      .find(({ textContent }) => textContent === name)!
      .click();
  element.querySelector<HTMLElement>('[aria-label="Sort"]')!.click();
  await expect.poll(() => offered().length).toBe(6);
  choose('Descending');
  await expect.poll(pictures).toEqual(['Task documents', 'Plan.bin', 'Offer.bin']);
  replica.update('document', plan.id, { size: 5 });
  choose('Size');
  await expect.poll(chosen).toEqual(['Size', 'Descending']);
  choose('Ascending');
  await expect.poll(pictures).toEqual(['Task documents', 'Offer.bin', 'Plan.bin']);
  await expect.poll(chosen).toEqual(['Size', 'Ascending']);
  await end();
});
