// @vitest-environment happy-dom
/** Quiet hours are stored as their fields are left, and never as two times that are the same. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { QuietTimes } from './quietTimes.tsx';

function open() {
  const onChange = vi.fn();
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const draw = (quietFrom: number, quietTo: number) =>
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <QuietTimes {...{ quietFrom, quietTo, onChange }} />
        </MantineProvider>,
      ),
    );
  const type = (at: number, clock: string) => {
    const field = element.querySelectorAll('input')[at]!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, clock);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  };
  const leave = (at: number) =>
    flushSync(() =>
      element.querySelectorAll('input')[at]!.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
    );
  const shown = () => [...element.querySelectorAll('input')].map(({ value }) => value);
  const faults = (words: RegExp) =>
    [...element.querySelectorAll('.mantine-TextInput-root')].map((each) => words.test(each.textContent));
  const close = () => flushSync(() => root.unmount());
  draw(20 * 60, 7 * 60);
  return { onChange, draw, type, leave, shown, faults, close };
}

it('stores a time when its field is left, not while it is typed', () => {
  const { onChange, type, leave, close } = open();
  type(0, '02:00');
  type(0, '21:30');
  expect(onChange).not.toHaveBeenCalled();
  leave(0);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ quietFrom: 21 * 60 + 30 });
  leave(0);
  expect(onChange).toHaveBeenCalledOnce();
  close();
});

it('stores what is typed when the page goes to the background, and when it is left from within the field', () => {
  const { onChange, type, close } = open();
  type(1, '06:00');
  flushSync(() => dispatchEvent(new Event('pagehide')));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ quietTo: 6 * 60 });
  type(1, '06:30');
  close();
  expect(onChange).toHaveBeenLastCalledWith({ quietTo: 6 * 60 + 30 });
});

it('stores no two times that are the same, and says so beside the one that was typed', () => {
  const { onChange, draw, type, leave, shown, faults, close } = open();
  type(0, '07:00');
  leave(0);
  expect(onChange).not.toHaveBeenCalled();
  expect([shown(), faults(/same time/)]).toEqual([
    ['07:00', '07:00'],
    [true, false],
  ]);
  // What was typed before counts with what makes it right.
  type(1, '08:00');
  leave(1);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ quietFrom: 7 * 60, quietTo: 8 * 60 });
  draw(7 * 60, 8 * 60);
  expect([shown(), faults(/same time/)]).toEqual([
    ['07:00', '08:00'],
    [false, false],
  ]);
  close();
});

it('asks for a time that is missing', () => {
  const { onChange, type, leave, faults, close } = open();
  type(0, '');
  expect(faults(/Required/)).toEqual([false, false]);
  leave(0);
  expect(onChange).not.toHaveBeenCalled();
  expect(faults(/Required/)).toEqual([true, false]);
  close();
});

it('lets the later of two times stand where another device changed the same one', () => {
  const { onChange, draw, type, leave, close } = open();
  type(0, '21:00');
  draw(19 * 60, 7 * 60);
  leave(0);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ quietFrom: 21 * 60 });
  close();
});
