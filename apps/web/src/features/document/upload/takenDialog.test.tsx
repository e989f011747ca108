// @vitest-environment happy-dom
/** The question about names that are taken: what it proposes, and for how many names it asks one by one. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personLeft } from '../../../platform/leaving.ts';
import { openPaletteDouble, PaletteDouble } from '../../../testing/paletteDouble.tsx';
import { TakenHost } from './takenDialog.tsx';
import { askAboutTaken, type TakenChoice, type TakenName } from './takenQuestion.ts';

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => flushSync(() => root.unmount()));

const name = (i: number, hasVersions = true): TakenName => ({
  key: `${i}`,
  name: `IMG_${i}.jpg`,
  free: `IMG_${i} (2).jpg`,
  hasVersions,
});

async function ask(
  taken: readonly TakenName[],
): Promise<{ answer: Promise<readonly TakenChoice[] | undefined> }> {
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PaletteDouble />
        <TakenHost />
      </MantineProvider>,
    ),
  );
  const answer = askAboutTaken(taken);
  await vi.waitFor(() =>
    expect(document.querySelector('[role=dialog] button[data-autofocus]')).not.toBeNull(),
  );
  return { answer };
}
const agree = () =>
  document.querySelector<HTMLButtonElement>('[role=dialog] button[data-autofocus]')!.click();

it('proposes a new version of what can have one, and to keep both of anything else', async () => {
  const { answer } = await ask([name(1, false), name(2)]);
  expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(2);
  agree();
  expect(await answer).toEqual(['both', 'version']);
});

it('lists the first names that others get, and says that there are more', async () => {
  await ask([1, 2, 3, 4].map((i) => name(i, false)));
  expect(document.querySelector('[role=dialog]')!.textContent).toContain(
    'Under another name: IMG_1 (2).jpg, IMG_2 (2).jpg, IMG_3 (2).jpg, …',
  );
  agree();
});

it('asks about very many names all at once', async () => {
  const { answer } = await ask(Array.from({ length: 800 }, (_, i) => name(i)));
  expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(0);
  agree();
  expect(await answer).toEqual(new Array(800).fill('version'));
});

it('goes on asking where `Esc` closed the palette over it', async () => {
  const { answer } = await ask([name(1)]);
  const answered = vi.fn();
  void answer.then(answered);
  const titles = () => [...document.querySelectorAll('[role=dialog] h2')].map((each) => each.textContent);
  const pressEscape = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  openPaletteDouble();
  await vi.waitFor(() => expect(titles()).toContain('Palette'));
  pressEscape();
  await vi.waitFor(() => expect(titles()).toHaveLength(1));
  expect(answered).not.toHaveBeenCalled();
  pressEscape();
  expect(await answer).toBeUndefined();
});

it('uploads nothing where the session of its person ends before the answer', async () => {
  const { answer } = await ask([name(1)]);
  personLeft();
  expect(await answer).toBeUndefined();
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});
