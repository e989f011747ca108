// @vitest-environment happy-dom
/** Where a mailed code is asked for, somebody who mistyped the address gets back to the form. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { expectEmail, pendingEmail, setPendingEmail } from '../../features/auth/pending.ts';
import { awaitRecovery, pendingRecovery } from '../../features/auth/recovery/pending.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { Recovery } from './recovery.tsx';
import { Register } from './register.tsx';

vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => undefined }));
vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null, TextLink: () => null }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));

const mistyped = 'ada@kontr.example';

it.each<[string, ComponentType, () => void, () => unknown]>([
  ['the registration', Register, () => setPendingEmail(mistyped), pendingEmail],
  [
    'the recovery',
    Recovery,
    () => {
      expectEmail(mistyped);
      awaitRecovery({ email: mistyped, state: 'sealed' });
    },
    pendingRecovery,
  ],
])('offers another address: %s', (_, Page, begin, pending) => {
  provideSession({ subscribe: () => () => {} } as unknown as Session);
  begin();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Page />
      </MantineProvider>,
    ),
  );
  expect(place.querySelector('h1')!.textContent).toBe('Check your mail');
  const other = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Other address',
  );
  flushSync(() => other!.click());
  expect(place.querySelector<HTMLInputElement>('input[type=email]')!.value).toBe(mistyped);
  expect(pending()).toBeUndefined();
  flushSync(() => root.unmount());
});
