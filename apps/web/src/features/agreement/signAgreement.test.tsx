// @vitest-environment happy-dom
/** The way of the agreement: here, and sealed back, within one time. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { SignAgreement } from './signAgreement.tsx';

const { agreement, store } = vi.hoisted(() => ({
  agreement: vi.fn(async (_: AbortSignal) => new Uint8Array(1)),
  store: vi.fn(async (_: Uint8Array, __: AbortSignal) => Promise.reject(new Error('full'))),
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));
vi.mock('../../platform/workspace/session.ts', () => ({
  currentSession: () => ({ registrations: { agreement } }),
}));
vi.mock('../../platform/workspace/workspace.ts', () => ({
  currentWorkspace: () => ({ store }),
  useWorkspace: () => ({ records: {}, userId: 'u' }),
}));
vi.mock('../../platform/failures/failures.ts', () => ({ toastFailure: () => {} }));

it('gives the download no time of its own', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <SignAgreement workspace="w" offered={{ version: '1' } as never} askerName="Ada" />
      </MantineProvider>,
    ),
  );
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(store).toHaveBeenCalled());
  const [signal] = agreement.mock.calls[0]!;
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(store.mock.calls[0]![1]).toBe(signal);
  flushSync(() => root.unmount());
});
