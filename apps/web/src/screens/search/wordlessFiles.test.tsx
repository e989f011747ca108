// @vitest-environment happy-dom
/** The list of files that cannot be found by all of their words: why not, and which are read again. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { contentLimits } from '../../contents/limits.ts';
import { readAll } from '../../features/document/reading.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { WordlessFiles } from './wordlessFiles.tsx';

vi.mock('../../features/document/reading.ts', () => ({ readAll: vi.fn() }));

it('says why, and has those read that can be', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const { id: project } = createProject(replica, { name: 'Neubau' });
  const words = { blobId: '', size: 1, parts: [] };
  const file = (name: string, more = {}) =>
    replica.create('document', project, { kind: 'file', name, createdBy: '', createdAt: 1, ...more });
  file('Angebot.pdf', { words, searchable: 'yes' });
  file('Bild.png');
  replica.create('document', project, { kind: 'folder', name: 'Alte.pdf', createdBy: '', createdAt: 1 });
  file('Buch.pdf', { words, searchable: 'part' });
  file('Film.pdf', { size: contentLimits.fileBytes + 1 });
  file('Neu.docx');
  file('Scan.pdf', { searchable: 'never' });
  provideWorkspace({ records: replica, userId: device.userId } as unknown as OpenWorkspace);
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const page = createRoute({
    getParentRoute: () => workspace,
    path: 'search/files',
    component: WordlessFiles,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: ['/w/search/files'] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const rows = () =>
    [...element.querySelectorAll('tbody tr')].map((row) => [
      row.textContent,
      row.querySelector('input') !== null,
    ]);
  await expect.poll(rows).toEqual([
    ['Buch.pdfNeubauToo long, only its beginning', false],
    ['Film.pdfNeubauLarger than 20 MB', false],
    ['Neu.docxNeubauNot read yet', true],
    ['Scan.pdfNeubauNo text found', true],
  ]);
  element.querySelector<HTMLElement>('[aria-label="Select all"]')!.click();
  const button = () =>
    [...element.querySelectorAll('button')].find((each) => each.textContent === 'Make searchable');
  await expect.poll(button).toBeTruthy();
  button()!.click();
  const read = vi.mocked(readAll).mock.calls.map(([documents]) => documents.map(({ name }) => name));
  expect(read).toEqual([['Neu.docx', 'Scan.pdf']]);
  await expect.poll(button).toBe(undefined);
  rendered.unmount();
  await replica.close();
});
