// @vitest-environment happy-dom
/** Dialogs over one another: `Esc` closes the topmost alone. */
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personLeft } from '../../platform/leaving.ts';
import { openPaletteDouble, PaletteDouble } from '../../testing/paletteDouble.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { QuestionHost } from './questionHost.tsx';

const onClose = vi.fn();
const onKeyAround = vi.fn();
let root: Root;
let isDirty = false;
let drawAgain: () => void;

function Page() {
  const [, setDraws] = useState(0);
  drawAgain = () => flushSync(() => setDraws((count) => count + 1));
  return (
    <MantineProvider env="test">
      <PaletteDouble />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for a slide-over */}
      <div onKeyDown={onKeyAround}>
        <Dialog title="Versions" isDirty={() => isDirty} onClose={() => onClose()}>
          <p>Contents</p>
        </Dialog>
      </div>
      <QuestionHost />
    </MantineProvider>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  isDirty = false;
  root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Page />));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

const titles = () => [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent);
const pressEscape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

it('leaves the dialog beneath a question open, whichever was drawn last', async () => {
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  for (const again of [() => {}, () => drawAgain()]) {
    const asked = confirm({ title: 'Delete?', body: 'For good.', action: 'Delete' });
    await vi.waitFor(() => expect(titles()).toEqual(['Versions', 'Delete?']));
    again();
    // Listeners of effects are there.
    await new Promise((resolve) => setTimeout(resolve));
    pressEscape();
    expect(await asked).toBe(false);
    await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
    expect(onClose).not.toHaveBeenCalled();
  }
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('asks once before what was typed goes, and goes on where the answer is no', async () => {
  isDirty = true;
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  await new Promise((resolve) => setTimeout(resolve));
  for (let times = 0; times < 2; times++) {
    pressEscape();
    await vi.waitFor(() => expect(titles()).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve));
    pressEscape();
    await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  }
  expect(onClose).not.toHaveBeenCalled();
});

it('leaves what lies beneath the palette open: a dialog, and a question', async () => {
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  await new Promise((resolve) => setTimeout(resolve));
  openPaletteDouble();
  await vi.waitFor(() => expect(titles()).toContain('Palette'));
  pressEscape();
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  expect(onClose).not.toHaveBeenCalled();

  const asked = confirm({ title: 'Delete?', body: 'For good.', action: 'Delete' });
  const answered = vi.fn();
  void asked.then(answered);
  await vi.waitFor(() => expect(titles()).toContain('Delete?'));
  await new Promise((resolve) => setTimeout(resolve));
  openPaletteDouble();
  await vi.waitFor(() => expect(titles()).toContain('Palette'));
  pressEscape();
  await vi.waitFor(() => expect(titles()).not.toContain('Palette'));
  expect(answered).not.toHaveBeenCalled();
  pressEscape();
  expect(await asked).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it('leaves the key that closes it, or has it ask, to nothing that it was opened from', async () => {
  isDirty = true;
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
  await new Promise((resolve) => setTimeout(resolve));
  const inside = [...document.querySelectorAll('p')].find((part) => part.textContent === 'Contents')!;
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(onKeyAround).toHaveBeenCalledTimes(1);
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await vi.waitFor(() => expect(titles()).toHaveLength(2));
  expect(onKeyAround).toHaveBeenCalledTimes(1);
  await new Promise((resolve) => setTimeout(resolve));
  pressEscape();
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
});

it('answers a question with no when the session of its person ends: whoever comes next neither reads it nor answers it', async () => {
  const asked = confirm({ title: 'Delete the letter to Mr Miller?', body: 'For good.', action: 'Delete' });
  await vi.waitFor(() => expect(titles()).toContain('Delete the letter to Mr Miller?'));
  personLeft();
  expect(await asked).toBe(false);
  await vi.waitFor(() => expect(titles()).toEqual(['Versions']));
});
