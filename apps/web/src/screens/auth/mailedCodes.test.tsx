// @vitest-environment happy-dom
/** Where a mailed code is asked for, somebody who mistyped the address gets back to the form, and hears nothing of whose it is. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { expectEmail, pendingEmail, setPendingEmail } from '../../features/auth/pending.ts';
import { pendingRecovery, setPendingRecovery } from '../../features/auth/recovery/pending.ts';
import { toast } from '../../platform/toasts.tsx';
import { provideSession } from '../../platform/workspace/session.ts';
import { Recovery } from './recovery.tsx';
import { Register } from './register.tsx';

vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => undefined }));
vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null, TextLink: () => null }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));

const mistyped = 'ada@kontr.example';

/** Shows a page. Returns it with what presses one of its buttons. */
function draw(Page: ComponentType) {
  provideSession({
    subscribe: () => () => {},
    recovery: { request: async () => 'sealed anew' },
  } as unknown as Session);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Page />
      </MantineProvider>,
    ),
  );
  const press = (label: string) => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label);
    flushSync(() => button!.click());
  };
  return { place, press, end: () => flushSync(() => root.unmount()) };
}

it.each<[string, ComponentType, () => void, () => unknown]>([
  ['the registration', Register, () => setPendingEmail(mistyped), pendingEmail],
  [
    'the recovery',
    Recovery,
    () => {
      expectEmail(mistyped);
      setPendingRecovery({ email: mistyped, state: 'sealed' });
    },
    pendingRecovery,
  ],
])('offers another address: %s', (_, Page, begin, pending) => {
  begin();
  const { place, press, end } = draw(Page);
  expect(place.querySelector('h1')!.textContent).toBe('Check your mail');
  press('Other address');
  expect(place.querySelector<HTMLInputElement>('input[type=email]')!.value).toBe(mistyped);
  expect(pending()).toBeUndefined();
  end();
});

it('says of no address that there is an account, when another code is asked for', async () => {
  const told = vi.spyOn(toast, 'success').mockReturnValue();
  expectEmail(mistyped);
  setPendingRecovery({ email: mistyped, state: 'sealed' });
  const { press, end } = draw(Recovery);
  press('Send a new code');
  await vi.waitFor(() =>
    expect(told).toHaveBeenCalledExactlyOnceWith(
      `If there is an account for ${mistyped}, a new code is on its way.`,
    ),
  );
  end();
});
