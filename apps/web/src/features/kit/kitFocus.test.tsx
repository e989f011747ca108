// @vitest-environment happy-dom
/** The steps of a recovery kit: each begins with its heading or its field, for a keyboard and for a screen reader. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { KitAgain } from './kitAgain.tsx';
import { KitSteps } from './kitSteps.tsx';

vi.mock('./kitSheet.tsx', () => ({ KitSheet: () => null }));
vi.mock('./sheetActions.tsx', () => ({ SheetActions: () => null }));

const words = Array.from({ length: 24 }, (_, i) => `word${i}`);
let root: Root;
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

const focused = () => [document.activeElement!.localName, document.activeElement!.textContent];
const press = (label: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  button.focus();
  flushSync(() => button.click());
};

/** Shows a kit's first step, and gives the password. */
function begin(kit: ReactElement) {
  const account = { createKit: async () => ({ words }), showKit: async () => ({ words }) };
  const user = { email: 'ada@kontor.example' };
  provideSession({ subscribe: () => () => {}, user, account } as unknown as Session);
  root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<MantineProvider env="test">{kit}</MantineProvider>));
  flushSync(() => typeInto(document.querySelector('input[type=password]')!, 'secret'));
  press('Show the sheet');
}

it('goes with a new kit from step to step', async () => {
  begin(<KitSteps onDone={() => {}} onLater={() => {}} />);
  await expect.poll(focused).toEqual(['h1', 'Your recovery kit']);
  press('It is kept safe');
  await expect.poll(() => focused()[0]).toBe('input');
  press('Back to the sheet');
  await expect.poll(focused).toEqual(['h1', 'Your recovery kit']);
});

it('goes to the sheet of the kit in force', async () => {
  begin(<KitAgain onDone={() => {}} />);
  await expect.poll(focused).toEqual(['h1', 'Your recovery kit']);
});
