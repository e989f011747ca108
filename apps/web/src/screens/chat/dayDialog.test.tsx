// @vitest-environment happy-dom
/** The day of a room to go to. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { formMessages } from '../../ui/form/messages.ts';
import { DayDialog } from './dayDialog.tsx';

it('begins empty, and says of what is no day that it is none', async () => {
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <DayDialog onChoose={onChoose} onClose={onClose} />
      </MantineProvider>,
    ),
  );
  const field = await vi.waitFor(() => document.querySelector<HTMLInputElement>('form input')!);
  expect(field.value).toBe('');
  const send = () =>
    flushSync(() =>
      document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  };
  send();
  expect(document.body.textContent).toContain(formMessages.t('invalidDay'));
  type('soon');
  expect(document.body.textContent).not.toContain(formMessages.t('invalidDay'));
  send();
  expect(document.body.textContent).toContain(formMessages.t('invalidDay'));
  expect(onChoose).not.toHaveBeenCalled();
  type('2026-03-12');
  send();
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(new Date(2026, 2, 12).getTime());
  expect(onClose).toHaveBeenCalledOnce();
  flushSync(() => root.unmount());
});
