// @vitest-environment happy-dom
/** Questions, on the pages outside the layouts as well. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { confirm } from '../ui/overlay/confirm.tsx';
import { Look } from './look.tsx';

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

it('shows what is asked, on whichever page somebody is', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Look>A page</Look>));
  const ask = () =>
    flushSync(() => confirm({ title: 'End Kontor?', body: 'A file is lost.', action: 'End' }));
  for (const [name, answer] of [
    ['End', true],
    ['Cancel', false],
  ] as const) {
    const asked = ask();
    await expect.poll(() => document.body.textContent).toContain('A file is lost.');
    flushSync(() => button(name).click());
    expect(await asked).toBe(answer);
  }
  flushSync(() => root.unmount());
});
