// @vitest-environment happy-dom
/** A day that is typed without its century, year or week. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Toward } from '../../platform/text/dayWords.ts';
import { formatDate } from '../../platform/text/format.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { DayInput } from './dayInput.tsx';

/** Returns the day that a field takes what is typed for. */
function taken(typed: string, toward?: Toward): unknown {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  let day: unknown = '';
  const field = {
    name: 'day',
    value: '',
    error: undefined,
    'aria-invalid': undefined,
    onBlur: () => {},
    onChange: (next: unknown) => {
      day = next;
    },
  };
  flushSync(() =>
    root.render(
      <MantineProvider>
        <DayInput label="Day" {...field} {...(toward && { toward })} />
      </MantineProvider>,
    ),
  );
  const input = document.querySelector('input')!;
  // React looks at the value that was there before.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, typed);
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  return day;
}

/** Shows a field; `draw` gives it a value. */
function show(on: { onChange?: (next: unknown) => void; onBlur?: () => void } = {}) {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const field = { name: 'day', error: undefined, 'aria-invalid': undefined };
  const draw = (value: string) =>
    flushSync(() =>
      root.render(
        <MantineProvider>
          <DayInput
            label="Day"
            {...field}
            value={value}
            isInPlace
            onBlur={on.onBlur ?? (() => {})}
            onChange={on.onChange ?? (() => {})}
          />
        </MantineProvider>,
      ),
    );
  onTestFinished(() => {
    flushSync(() => root.unmount());
    document.body.replaceChildren();
  });
  return { element, draw };
}

it('shows what was typed and is no day when it comes back, until something else is typed', () => {
  const { element, draw } = show();
  draw('nextt fr');
  const description = () => {
    const id = element.querySelector('input')!.getAttribute('aria-describedby');
    return id ? document.getElementById(id)?.textContent : undefined;
  };
  expect(description()).toBe('You typed “nextt fr”');
  draw('2026-12-24');
  expect(description()).toBeUndefined();
});

it('shows nothing any more of what was typed and is no day, once it was dropped', async () => {
  const typed = vi.fn();
  const { element, draw } = show({ onChange: typed });
  draw('');
  const input = () => element.querySelector('input')!;
  typeInto(input(), '31.2.');
  expect(typed.mock.calls).toEqual([['31.2.']]);
  draw('31.2.');
  flushSync(() => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await vi.waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).toBeNull());
  expect(input().value).toBe('31.2.');
  draw('');
  await vi.waitFor(() => expect(input().value).toBe(''));
});

it('lies ahead, or where the field says so behind', () => {
  vi.setSystemTime(new Date(2026, 0, 4, 12));
  expect([taken('28.12.'), taken('28.12.', 'past')]).toEqual(['2026-12-28', '2025-12-28']);
  expect([taken('Freitag'), taken('Freitag', 'past')]).toEqual(['2026-01-09', '2026-01-02']);
  expect([taken('12.3.85'), taken('12.3.85', 'past')]).toEqual(['2085-03-12', '1985-03-12']);
  vi.useRealTimers();
});

it('shows the day that somebody else sets, its calendar open or not, and takes it for nothing that was typed', async () => {
  const [changed, left] = [vi.fn(), vi.fn()];
  const { element, draw } = show({ onChange: changed, onBlur: left });
  const isOpen = () => document.querySelector('[data-dates-dropdown]') !== null;
  draw('2026-12-24');
  const input = element.querySelector('input')!;
  const shows = (day: string) => vi.waitFor(() => expect(input.value).toBe(day && formatDate(day)));
  flushSync(() => input.focus());
  await vi.waitFor(() => expect(isOpen()).toBe(true));
  for (const day of ['2027-03-01', '', '2027-03-02']) {
    draw(day);
    await shows(day);
  }
  flushSync(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  draw('2027-03-03');
  await shows('2027-03-03');
  expect([isOpen(), document.activeElement === input]).toEqual([false, true]);
  expect([changed.mock.calls, left.mock.calls]).toEqual([[], []]);
});
