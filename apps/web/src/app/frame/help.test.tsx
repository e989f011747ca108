// @vitest-environment happy-dom
/** The shortcuts that are offered while those of single keys are switched off. */
import { MantineProvider } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { setLetterShortcuts } from '../../platform/shortcuts.ts';
import type { Command } from './command.ts';
import { Help } from './help.tsx';
import { Keys } from './keys.tsx';

afterEach(() => setLetterShortcuts(true));

const command = (shortcut: string): Command => ({
  id: shortcut,
  group: 'create',
  label: `Of ${shortcut}`,
  icon: IconPlus,
  shortcut,
  run: () => {},
});
const shownKeys = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent);

it('explains those of single keys no more once they are switched off', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Help commands={['c', 'g h', 'mod+j'].map(command)} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  expect(shownKeys().slice(0, 4)).toEqual(['Ctrl K, /', 'C', 'G H', 'Ctrl J']);
  flushSync(() => document.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click());
  expect(shownKeys().slice(0, 3)).toEqual(['Ctrl K', 'Ctrl J', '↑ ↓']);
  flushSync(() => root.unmount());
});

it('shows them beside no command then', () => {
  setLetterShortcuts(false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        {['c', 'mod+k'].map((shortcut) => (
          <Keys key={shortcut} of={shortcut} />
        ))}
      </MantineProvider>,
    ),
  );
  expect(shownKeys()).toEqual(['Ctrl K']);
  flushSync(() => root.unmount());
});
