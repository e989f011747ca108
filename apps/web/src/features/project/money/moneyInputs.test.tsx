// @vitest-environment happy-dom
/** Names beside hourly rates: a person's, and that of all others, stand in labels and notices as they do elsewhere. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { speak } from '../../../platform/text/locale.ts';
import { projectWords } from '../projectInputs.tsx';
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

it('names whose rate stands in a notice, also of somebody who has left, and from when', () => {
  speak('de');
  const people = new Map([['anna', { id: 'anna', name: 'Anna' }]]);
  const shown = projectWords(people, []).show.rates([
    { id: '1', userId: '', rate: '80,00', from: '' },
    { id: '2', userId: 'anna', rate: '90,00', from: '2026-03-01' },
    { id: '3', userId: 'ben', rate: '70,00', from: '' },
  ]);
  expect(shown).toBe('Alle anderen 80,00, Anna 90,00 ab 01.03.2026, Jemand, der nicht mehr da ist 70,00');
});
