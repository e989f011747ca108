// @vitest-environment happy-dom
/** A server that takes no new accounts says so in the place of the form. */
import type { ServerTerms } from '@kontor/contract/wire/server';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Register } from './register.tsx';

const terms = vi.hoisted(() => ({ registration: 'open' as ServerTerms['registration'] }));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => terms }));
vi.mock('../../features/auth/registerForm.tsx', () => ({ RegisterForm: () => 'the form' }));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null }));

it.each([
  ['open', 'the form'],
  ['closed', 'This server takes no new accounts'],
] as const)('where registration is %s, the page shows: %s', async (registration, text) => {
  terms.registration = registration;
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(
    <MantineProvider>
      <Register />
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(place.textContent).toContain(text));
  expect(place.textContent!.includes('the form')).toBe(registration === 'open');
  root.unmount();
});
