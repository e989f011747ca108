// @vitest-environment happy-dom
/** The strength of a password while it is typed: said anew each time, also after the estimator could not be loaded. */
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PasswordStrength } from './passwordStrength.tsx';

const estimator = vi.hoisted(() => ({ isOffline: false, loads: 0 }));
vi.mock('@zxcvbn-ts/core', () => ({
  ZxcvbnFactory: class {
    constructor() {
      estimator.loads++;
      if (estimator.isOffline) throw new TypeError('Failed to fetch');
    }
    check = (password: string) => ({ guessesLog10: password.length });
  },
}));
vi.mock('@zxcvbn-ts/language-common', () => ({ dictionary: {}, adjacencyGraphs: {} }));

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const form = (password: string) => (
  <MantineProvider env="test">
    <PasswordStrength password={password} own={[]} hint="Take three words" />
  </MantineProvider>
);
const type = (password: string) => act(async () => root.render(form(password)));
const said = () => place.querySelector('[role=status]')?.textContent;

it('tries again to load the estimator with the next letter', async () => {
  estimator.isOffline = true;
  await type('1-2-3');
  await expect.poll(() => estimator.loads).toBe(1);
  expect(place.textContent).toContain('Take three words');
  estimator.isOffline = false;
  await type('1-2-3-4-5');
  await expect.poll(said).toBe('Password strength: fair, a few more words would help');
});

it('says it in an element that was there before, and nothing of what was typed before the field was emptied', async () => {
  await type('');
  const status = place.querySelector('[role=status]');
  expect(status?.textContent).toBe('');
  await type('1-2-3-4-5-6-7-8');
  await expect.poll(said).toBe('Password strength: very strong');
  expect(place.querySelector('[role=status]')).toBe(status);
  await type('');
  expect(said()).toBe('');
  // Before the one letter is judged.
  act(() => root.render(form('1')));
  expect(said()).toBe('');
  await expect.poll(said).toBe('Password strength: very weak, guessed at once');
});
