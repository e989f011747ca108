// @vitest-environment happy-dom
/** Another address: after a wrong code, and on the way back to the address, the fields have the focus. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { provideSession } from '../../platform/workspace/session.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { EmailChange } from './emailChange.tsx';

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('fieldset input[inputmode]')];
const field = (type: string) =>
  document.querySelector<HTMLInputElement>(`input[type=${type}]:not([hidden])`)!;
const press = (label: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  button.focus();
  flushSync(() => button.click());
};

it('puts the focus into the first box after a wrong code, and into the address that is typed anew', async () => {
  vi.spyOn(toast, 'error').mockReturnValue();
  const account = {
    requestEmail: async () => {},
    changeEmail: vi.fn().mockRejectedValue(new Error('wrong')),
  };
  const user = { email: 'ada@kontor.example' };
  provideSession({ subscribe: () => () => {}, user, account } as unknown as Session);
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <EmailChange onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => expect(field('email')).not.toBeNull());
  flushSync(() => typeInto(field('email'), 'ada@kontr.example'));
  flushSync(() => typeInto(field('password'), 'secret'));
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(boxes()).toHaveLength(6));
  for (const [i] of boxes().entries()) {
    boxes()[i]!.focus();
    flushSync(() => typeInto(boxes()[i]!, '7'));
  }
  await vi.waitFor(() => expect(account.changeEmail).toHaveBeenCalled());
  await vi.waitFor(() => expect(boxes()[0]!.disabled).toBe(false));
  expect(boxes().indexOf(document.activeElement as HTMLInputElement)).toBe(0);
  press('Other address');
  await vi.waitFor(() => expect(document.activeElement).toBe(field('email')));
  expect(field('email').value).toBe('ada@kontr.example');
  flushSync(() => root.unmount());
});
