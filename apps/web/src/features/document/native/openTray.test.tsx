// @vitest-environment happy-dom
/** The tray of open files, over their follower. */
import { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import { FakeFiles } from '@kontor/client/desktop/testing/fakeFiles';
import { Page } from '@kontor/client/files/testing/page';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { provideNativeFiles } from './nativeFiles.ts';
import { closeOpenFile } from './openFiles.ts';
import { OpenTray } from './openTray.tsx';

vi.mock('../../../ui/nav/link.tsx', () => ({
  ButtonLink: ({ params, children }: { params: { workspace: string }; children: string }) => (
    <a href={`/${params.workspace}`}>{children}</a>
  ),
}));

let page: Page;
let files: FakeFiles;
let documents: OpenDocuments;
const place = document.createElement('div');
const root = createRoot(place);
const shown = () => {
  flushSync(() =>
    root.render(
      <MantineProvider>
        <OpenTray />
      </MantineProvider>,
    ),
  );
  return place.querySelector('aside')?.textContent;
};

/** Opens a document, and then another workspace. The person is a member of those of `list`. */
async function openElsewhere(list: (own: string) => { id: string; name: string }[]): Promise<string> {
  page = new Page();
  await page.open();
  const { uploads, downloads, workspace: records } = page;
  await uploads.add([new File(['first'], 'Plan.txt')], { scopeId: page.scopeId });
  files = new FakeFiles();
  const said = {
    copyName: (name: string) => name,
    typed: (file: File) => file,
    onSaveEvent: () => {},
    log: () => {},
  };
  documents = new OpenDocuments({
    files,
    server: 'https://kontor.example',
    discarded: new Set<string>(),
    ...said,
  });
  provideNativeFiles({ documents, attach: () => {}, giveBackLeases: async () => {} });
  provideSession({ workspaces: { list: list(records.id) }, subscribe: () => () => {} } as never);
  documents.attach({ uploads, downloads, records, userId: 'ada' });
  await documents.open(records.collections.document.all()[0]!);
  const { loaded, need } = records;
  const other = { id: 'other', loaded, need, collections: { document: { get: () => undefined } } } as never;
  documents.attach({ uploads, downloads, records: other, userId: 'ada' });
  provideWorkspace({ records: other, userId: 'ada' } as never);
  return documents.files.get()[0]!.id;
}

afterEach(async () => {
  flushSync(() => root.render(null));
  await page.close();
});

it('says in which workspace a save of another one goes up', async () => {
  const id = await openElsewhere((own) => [{ id: own, name: 'Slate & Sons' }]);
  files.save(id, 'second');
  await expect.poll(() => documents.files.get()[0]?.status).toBe('waiting');
  expect(shown()).toContain('Goes up when you open Slate & Sons');
  expect(place.querySelector('a')?.textContent).toBe('Open Slate & Sons');
  expect(place.querySelector('a')?.getAttribute('href')).toBe(`/${page.workspace.id}`);
});

it('offers no folder of what is on its way, and has it closed', async () => {
  await openElsewhere((own) => [{ id: own, name: 'Slate & Sons' }]);
  const { uploads, downloads, workspace: records } = page;
  const stream = (_: unknown, signal = new AbortController().signal) =>
    new ReadableStream<Uint8Array>({
      pull: () => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    });
  documents.attach({ uploads, downloads: { ...downloads, stream }, records, userId: 'ada' });
  await documents.close(documents.files.get()[0]!.id);
  const opening = documents.open(records.collections.document.all()[0]!);
  expect(shown()).toContain('Opening …');
  const buttons = () =>
    [...place.querySelectorAll('li button')].map((each) => each.getAttribute('aria-label'));
  expect(buttons()).toEqual(['Close Plan.txt']);
  await closeOpenFile(documents.files.get()[0]!);
  await opening;
  expect([documents.files.get(), files.disk.size]).toEqual([[], 0]);
});

it('says that a save does not go up to a workspace that its person is no longer in', async () => {
  const id = await openElsewhere(() => []);
  expect(shown()).not.toContain('no longer');
  files.save(id, 'second');
  await expect.poll(shown).toContain('You are no longer in its workspace');
  expect(place.querySelector('button[aria-label="Show Plan.txt in its folder"]')).not.toBeNull();
});

it('names no document beside which a file was saved where that is of another workspace', async () => {
  const id = await openElsewhere((own) => [{ id: own, name: 'Slate & Sons' }]);
  files.saveBeside(id, 'Copy.txt', 'mine');
  await documents.close(id);
  expect(shown()).toContain('Saved here, and not uploaded yet');
});

it('says why a save failed', async () => {
  const id = await openElsewhere((own) => [{ id: own, name: 'Slate & Sons' }]);
  files.saveOnFullDisk(id, 'second');
  expect(documents.files.get()[0]?.status).toBe('failed');
  expect(shown()).toContain('The disk of this computer is full');
});
