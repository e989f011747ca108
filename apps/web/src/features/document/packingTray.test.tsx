// @vitest-environment happy-dom
/** Downloads that take long: each goes on beside the others, and the browser asks before it ends them. */

import { DamagedFileError } from '@kontor/client/files/transfer';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveArchive, saveLarge } from './packing.ts';
import { packings } from './packingState.ts';
import { PackingTray } from './packingTray.tsx';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
/** Takes what it is given until that ends. */
vi.mock('../../platform/saving.ts', () => ({
  saveAsItComes: async ({ content }: { content: ReadableStream<Uint8Array> }) => {
    for await (const _ of content as unknown as AsyncIterable<Uint8Array>);
    return true;
  },
}));

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  said.length = 0;
});
afterEach(() => flushSync(() => root.unmount()));

const show = () =>
  flushSync(() =>
    root.render(
      <MantineProvider>
        <PackingTray />
      </MantineProvider>,
    ),
  );
const titles = () => [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const file = (name: string) => ({ kind: 'file', name, size: 3, createdAt: 0 }) as Document;

/** Returns a content that comes when it is told to. */
function held() {
  let come = () => {};
  const open = (_: Document, signal: AbortSignal) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        come = () => {
          controller.enqueue(new Uint8Array(3));
          controller.close();
        };
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
  return { open, come: () => come() };
}

it('lets each go on beside the others, stops one by itself, and asks before the page goes with them', async () => {
  expect(mayLeave()).toBe(true);
  const [film, plan] = [held(), held()];
  const filming = saveLarge(file('Film.mov'), film.open);
  const packing = saveArchive([{ path: 'Plan.pdf', file: file('Plan.pdf') }] as never, 'Site', plan.open);
  show();
  expect(titles()).toEqual(['2 downloads running']);
  expect(packings.get().map(({ name }) => name)).toEqual(['Film.mov', 'Site.zip']);
  expect(mayLeave()).toBe(false);
  packings.get()[1]!.stop();
  await packing;
  show();
  expect(titles()).toEqual(['A file is being downloaded']);
  film.come();
  await filming;
  show();
  expect(titles()).toEqual([]);
  expect(said).toEqual(['Film.mov is saved.']);
  expect(mayLeave()).toBe(true);
});

it('calls the text that names what is missing as it is called in the archive', async () => {
  const files = ['Missing files.txt', 'gone.txt'].map((path) => ({ path, file: file(path) }));
  const open = ({ name }: Document) =>
    new ReadableStream<Uint8Array>({
      pull: (controller) =>
        name === 'gone.txt' ? controller.error(new DamagedFileError()) : controller.close(),
    });
  await saveArchive(files, 'Site', open);
  expect(said).toEqual([
    'Site.zip is saved without 1 damaged file, which “Missing files (2).txt” in it names.',
  ]);
});
