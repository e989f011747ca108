// @vitest-environment happy-dom
/** Two times that are the same are no quiet hours. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { QuietTimes } from './quietTimes.tsx';

it('stores no two times that are the same, and says so beside the one that was typed', () => {
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
  const shown = () => [...element.querySelectorAll('input')].map(({ value }) => value);
  const faults = () =>
    [...element.querySelectorAll('.mantine-TextInput-root')].map((each) =>
      /same time/.test(each.textContent),
    );
  draw(20 * 60, 7 * 60);
  type(0, '07:00');
  expect(onChange).not.toHaveBeenCalled();
  expect([shown(), faults()]).toEqual([
    ['07:00', '07:00'],
    [true, false],
  ]);
  // What was typed before counts with what makes it right.
  type(1, '08:00');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ quietFrom: 7 * 60, quietTo: 8 * 60 });
  draw(7 * 60, 8 * 60);
  expect([shown(), faults()]).toEqual([
    ['07:00', '08:00'],
    [false, false],
  ]);
  flushSync(() => root.unmount());
});
