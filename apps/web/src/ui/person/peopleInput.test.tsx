// @vitest-environment happy-dom
/** The list of people that are offered, as a screen reader finds it. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { theme } from '../../platform/theme/theme.ts';
import { PeopleInput } from './peopleInput.tsx';

it('says in an option that there is nobody to choose', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <PeopleInput
          name="people"
          label="People"
          placeholder="Choose"
          nothingFound="Nobody"
          people={new Map()}
          value={[]}
          {...{ error: undefined, 'aria-invalid': undefined }}
          onChange={() => {}}
          onBlur={() => {}}
        />
      </MantineProvider>,
    ),
  );
  flushSync(() => document.querySelector<HTMLElement>('input:not([type="hidden"])')!.click());
  const options = [...document.querySelectorAll('[role="listbox"] [role="option"]')];
  expect(options.map(({ textContent }) => textContent)).toEqual(['Nobody']);
  flushSync(() => root.unmount());
});

it('leaves whoever is kept where the others are taken back', () => {
  const chosen: string[][] = [];
  const people = new Map(['Ada', 'Ben'].map((name) => [name, { id: name, name }]));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (value: string[]) =>
    flushSync(() =>
      root.render(
        <MantineProvider theme={theme} env="test">
          <PeopleInput
            name="people"
            label="People"
            placeholder="Choose"
            nothingFound="Nobody"
            people={people}
            kept="Ada"
            description="You are one of them."
            value={value}
            {...{ error: undefined, 'aria-invalid': undefined }}
            onChange={(next) => chosen.push(next as string[])}
            onBlur={() => {}}
          />
        </MantineProvider>,
      ),
    );
  const takeLast = () =>
    flushSync(() =>
      document
        .querySelector('input:not([type="hidden"])')!
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true })),
    );
  draw(['Ada', 'Ben']);
  expect(document.body.textContent).toContain('You are one of them.');
  expect(document.querySelectorAll('.mantine-Pill-remove')).toHaveLength(1);
  takeLast();
  draw(['Ben', 'Ada']);
  takeLast();
  expect(chosen).toEqual([['Ada'], ['Ada', 'Ben']]);
  flushSync(() => root.unmount());
});
