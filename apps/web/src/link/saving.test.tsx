// @vitest-environment happy-dom
/** Saving what a link shows, of which some may be gone: a folder comes with all that is still there. */

import { DamagedFileError } from '@kontor/client/files/transfer';
import { CallError } from '@kontor/client/http/callError';
import type { Visit } from '@kontor/client/link/visit';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { unzipSync } from 'fflate';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenLink } from './openLink.tsx';

const saved = vi.hoisted(() => [] as { blob: Blob; name: string }[]);
vi.mock('../platform/saveFile.ts', async (load) => ({
  ...(await load<typeof import('../platform/saveFile.ts')>()),
  saveFile: (blob: Blob, name: string) => saved.push({ blob, name }),
}));

let root: Root;
beforeEach(() => {
  saved.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => flushSync(() => root.unmount()));

/** Opens a link of a folder with these files, of which some are gone, and downloads all of it. */
async function downloadAll(
  names: readonly string[],
  gone: readonly string[],
  why: unknown = new DamagedFileError(),
): Promise<void> {
  const documents = [
    { id: 'folder', kind: 'folder', name: 'Site', createdAt: 0 },
    ...names.map((name) => ({ id: name, kind: 'file', name, size: 1, parentId: 'folder', createdAt: 0 })),
  ];
  const manifest = { documents, rootId: 'folder', by: 'Ada', from: '', createdAt: 0, expiresAt: 1 };
  const stream = ({ name }: Document) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (gone.includes(name)) return controller.error(why);
        controller.enqueue(new Uint8Array([1]));
        controller.close();
      },
    });
  const visit = { manifest, downloads: { stream } } as unknown as Visit;
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <OpenLink visit={visit} />
      </MantineProvider>,
    ),
  );
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => /ZIP/.test(textContent))!;
  button.click();
  await vi.waitFor(() => expect(document.body.textContent).toMatch(/was downloaded|nothing was saved/));
}

const entries = async (blob: Blob) => Object.keys(unzipSync(new Uint8Array(await blob.arrayBuffer()))).sort();

it('saves a folder without the files that are gone, and says how many these are', async () => {
  await downloadAll(['a.txt', 'b.txt', 'c.txt'], ['b.txt']);
  expect(document.body.textContent).toContain(
    '“Site.zip” was downloaded, but 1 file in it is missing or cut off',
  );
  expect(saved.map(({ name }) => name)).toEqual(['Site.zip']);
  expect(await entries(saved[0]!.blob)).toEqual(['Missing files.txt', 'a.txt', 'c.txt']);
});

it('calls the text that names what is missing as it is called in the archive', async () => {
  await downloadAll(['Missing files.txt', 'b.txt'], ['b.txt']);
  expect(document.body.textContent).toContain('“Missing files (2).txt” in it names that file');
  expect(await entries(saved[0]!.blob)).toEqual(['Missing files (2).txt', 'Missing files.txt']);
});

it('says of a folder that is all there that it is exactly what was sent', async () => {
  await downloadAll(['a.txt', 'b.txt'], []);
  expect(document.body.textContent).toContain('“Site.zip” was downloaded, and is exactly what was sent.');
  expect(await entries(saved[0]!.blob)).toEqual(['a.txt', 'b.txt']);
});

it('saves nothing where nothing of a folder is there any more', async () => {
  await downloadAll(['a.txt', 'b.txt'], ['a.txt', 'b.txt']);
  expect(document.querySelector('[role=alert]')!.textContent).toContain('nothing was saved');
  expect(saved).toEqual([]);
});

it.each([
  [
    new CallError('LINK_ENDED', 410, 'ended', { end: 'expired' }),
    'This link has expired. Whoever sent it can make a new one.',
  ],
  [new CallError('OFFLINE', 0, 'no answer'), 'The server cannot be reached. Please try again.'],
  [
    new DOMException('full', 'QuotaExceededError'),
    'Something went wrong in your browser. There may be too little room for it, in memory or on the disk. Please try again.',
  ],
])('says why it could not be downloaded: %s', async (why, says) => {
  await downloadAll(['a.txt'], ['a.txt'], why);
  expect(document.querySelector('[role=alert]')!.textContent).toBe(
    `“Site.zip” could not be downloaded; nothing was saved. ${says}`,
  );
});
