// @vitest-environment happy-dom
/** The earlier contents of a file: which can be shown or deleted, and that the latter asks first. */
import { replaceContent, versionsOf } from '@kontor/client/nouns/fileVersion';
import { createProject } from '@kontor/client/nouns/project';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { VersionsDialog } from './versionsDialog.tsx';

vi.mock('../../../ui/overlay/confirm.tsx', () => ({ confirm: vi.fn() }));

const content = (blobId: string, uploadedAt: number) => ({
  blobId,
  fileKey: blobId,
  size: 1_000 * uploadedAt,
  uploadedAt,
  mimeType: 'text/plain',
  parts: [{ fileKey: blobId, size: 100, sha256: '' }],
});

let records: Replica;
let document: Document;
let root: Root;
beforeEach(async () => {
  records = await openOn(createDevice(), new ProtocolServer());
  const { id: scopeId } = createProject(records, { name: 'P' });
  const file = { kind: 'file', name: 'Offer.txt', ...content('first', 1) } as const;
  document = records.create('document', scopeId, file);
  replaceContent(records, document.id, content('second', 2));
  replaceContent(records, document.id, content('third', 3));
  provideWorkspace({ records } as never);
  root = createRoot(window.document.body.appendChild(window.document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <VersionsDialog document={document} people={new Map() as never} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  flushSync(() => root.unmount());
  await records.close();
});

const rows = () => [...window.document.querySelectorAll<HTMLElement>('ol li')];
const item = (name: string) =>
  [...window.document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    ({ textContent }) => textContent === name,
  );
const blobIds = () => versionsOf(records, document.id).map(({ blobId }) => blobId);

/** Chooses what the menu of the oldest content offers. */
async function choose(name: string): Promise<void> {
  flushSync(() => rows().at(-1)!.querySelector<HTMLElement>('[aria-haspopup=menu]')!.click());
  await vi.waitFor(() => expect(item(name)).toBeDefined());
  flushSync(() => item(name)!.click());
}

it('offers a preview of those contents that can be shown', async () => {
  const { id } = document;
  flushSync(() =>
    replaceContent(records, id, { ...content('fourth', 4), mimeType: 'application/x-msdownload' }),
  );
  flushSync(() => replaceContent(records, id, content('fifth', 5)));
  await vi.waitFor(() => expect(rows()).toHaveLength(5));
  const offered = [];
  for (const row of rows().slice(1)) {
    flushSync(() => row.querySelector<HTMLElement>('[aria-haspopup=menu]')!.click());
    await vi.waitFor(() => expect(item('Download')).toBeDefined());
    offered.push(item('Preview') !== undefined);
    flushSync(() => row.querySelector<HTMLElement>('[aria-haspopup=menu]')!.click());
    await vi.waitFor(() => expect(item('Download')).toBeUndefined());
  }
  expect(offered).toEqual([false, true, true, true]);
});

it('deletes an earlier content after a question that says that it cannot be undone, and never the one in force', async () => {
  expect(rows().map((row) => row.querySelector('[aria-haspopup=menu]') !== null)).toEqual([
    false,
    true,
    true,
  ]);
  const asked = Promise.withResolvers<boolean>();
  vi.mocked(confirm).mockReturnValueOnce(asked.promise).mockResolvedValueOnce(true);
  await choose('Delete');
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  asked.resolve(false);
  expect(vi.mocked(confirm).mock.calls[0]![0].body).toMatch(
    /cannot be undone.* Frees up to 1,000 B of storage/,
  );
  expect(blobIds()).toEqual(['second', 'first']);
  await choose('Delete');
  await vi.waitFor(() => expect(rows()).toHaveLength(2));
  expect(blobIds()).toEqual(['second']);
});
