// @vitest-environment happy-dom
/** The frame of a preview: what it does not show in time ends with it. */
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentLimits } from '../../../contents/limits.ts';
import { PreviewFrame } from './previewFrame.tsx';
import type { Previewed } from './previewKind.ts';

const place = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  root = createRoot(place);
});
const markdown: Previewed = { kind: 'markdown', mimeType: 'text/markdown' };
function show(content = new Blob(['# A']), preview = markdown) {
  const file = { id: 'a', name: 'a.md' } as Document;
  flushSync(() =>
    root.render(
      <MantineProvider>
        <PreviewFrame document={file} preview={preview} content={content} onKey={() => {}} />
      </MantineProvider>,
    ),
  );
}
afterEach(() => {
  flushSync(() => root.unmount());
  vi.useRealTimers();
});

const frame = () => place.querySelector('iframe');
/** Lets what follows happen, and time pass. */
async function pass(ms: number) {
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 10; i++) await settle();
  vi.advanceTimersByTime(ms);
  for (let i = 0; i < 10; i++) await settle();
}
/** Says something as the frame does. */
function tell(type: 'ready' | 'shown') {
  const source = frame()!.contentWindow;
  window.dispatchEvent(new MessageEvent('message', { source, data: { type } }));
}

it('ends with a file that it does not show in time', async () => {
  show();
  tell('ready');
  await pass(contentLimits.time - 1_000);
  expect(frame()).not.toBeNull();
  await pass(2_000);
  expect(frame()).toBeNull();
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be shown');
});

it('ends with a frame that never says that it is there, and gives one that does all its time', async () => {
  show();
  await pass(contentLimits.time - 1_000);
  tell('ready');
  await pass(contentLimits.time - 1_000);
  expect(frame()).not.toBeNull();
  flushSync(() => root.unmount());
  root = createRoot(place);
  show();
  await pass(contentLimits.time - 1_000);
  expect(frame()).not.toBeNull();
  await pass(2_000);
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be shown');
});

it('stays where it has shown it', async () => {
  show();
  tell('ready');
  await pass(1_000);
  tell('shown');
  await pass(2 * contentLimits.time);
  expect(frame()).not.toBeNull();
  expect(place.querySelector('[role="alert"]')).toBeNull();
});

it('shows no picture of more pixels than a page can hold', async () => {
  const png = new DataView(new ArrayBuffer(64));
  const words = [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, 20_000, 20_000];
  for (const [at, word] of words.entries()) png.setUint32(4 * at, word);
  show(new Blob([png.buffer]), { kind: 'image', mimeType: 'image/png' });
  await pass(0);
  expect(frame()).toBeNull();
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be shown');
});
