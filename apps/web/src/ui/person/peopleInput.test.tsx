// @vitest-environment happy-dom
/** The list of people that are offered, as a screen reader finds it. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { theme } from '../../platform/theme/theme.ts';
import type { People } from './people.tsx';
import { PeopleInput } from './peopleInput.tsx';

let root: Root | undefined;
afterEach(() => flushSync(() => root?.unmount()));

/** Shows the field; returns its input. */
function show(people: People): HTMLInputElement {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root?.render(
      <MantineProvider theme={theme} env="test">
        <PeopleInput
          name="people"
          label="People"
          placeholder="Choose"
          nothingFound="Nobody"
          people={people}
          value={[]}
          {...{ error: undefined, 'aria-invalid': undefined }}
          onChange={() => {}}
          onBlur={() => {}}
        />
      </MantineProvider>,
    ),
  );
  return document.querySelector<HTMLInputElement>('input:not([type="hidden"])')!;
}

const options = () =>
  [...document.querySelectorAll('[role="listbox"] [role="option"]')].map(({ textContent }) => textContent);

it('says in an option that there is nobody to choose', () => {
  const input = show(new Map());
  flushSync(() => input.click());
  expect(options()).toEqual(['Nobody']);
});

it('makes its list once it has the focus, and keeps it for the keys that open it again', () => {
  const input = show(new Map([['ada', { id: 'ada', name: 'Ada' }]]));
  expect(document.querySelector('[role="listbox"]')).toBeNull();
  flushSync(() => input.focus());
  expect(options()).toEqual([expect.stringContaining('Ada')]);
  flushSync(() => input.blur());
  expect(options()).toHaveLength(1);
});

it('offers people as people count', () => {
  const input = show(new Map(['Guest 10', 'Guest 2'].map((name) => [name, { id: name, name }])));
  flushSync(() => input.focus());
  expect(options()).toEqual([expect.stringContaining('Guest 2'), expect.stringContaining('Guest 10')]);
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
