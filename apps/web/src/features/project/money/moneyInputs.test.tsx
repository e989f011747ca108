// @vitest-environment happy-dom
/** The labels of hourly rates: a name, and the line of all others, stand in them as they are called elsewhere. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { speak } from '../../../platform/text/locale.ts';
import { MoneyInputs } from './moneyInputs.tsx';

afterEach(() => speak('en'));

it.each([
  [
    'en',
    [
      'Hourly rate: Everybody else',
      'First day of the rate: Everybody else',
      'Remove the rate: Everybody else',
    ],
  ],
  [
    'de',
    ['Stundensatz: Alle anderen', 'Erster Tag des Satzes: Alle anderen', 'Satz entfernen: Alle anderen'],
  ],
] as const)('in %s', (language, labels) => {
  speak(language);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const form = { values: { budgetValue: '', rates: [] }, field: () => ({ error: undefined }), set: () => {} };
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <MoneyInputs form={form as never} memberIds={[]} people={new Map()} currency="EUR" />
      </MantineProvider>,
    ),
  );
  const line = element.querySelector('li')!;
  const shown = [...line.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
  expect(shown).toEqual(expect.arrayContaining([...labels]));
  flushSync(() => root.unmount());
});
