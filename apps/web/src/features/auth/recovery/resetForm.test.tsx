// @vitest-environment happy-dom
/** A code that is used up: by an attempt whose answer was lost, or by somebody else. */
import { CallError } from '@kontor/client/http/callError';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typeInto } from '../../../testing/typeInto.ts';
import { ResetForm } from './resetForm.tsx';

const [reset, went, said] = vi.hoisted(() => [vi.fn<() => Promise<void>>(), vi.fn(), vi.fn()]);
vi.mock('../../../platform/workspace/session.ts', () => ({
  currentSession: () => ({ recovery: { reset } }),
}));
vi.mock('../../../platform/toasts.tsx', () => ({ toast: { info: said, error: said, success: said } }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => went }));
vi.mock('../../../ui/nav/link.tsx', () => ({ TextLink: () => null }));
vi.mock('../passwordStrength.tsx', () => ({ PasswordStrength: () => null }));

let close = () => {};
beforeEach(() => vi.clearAllMocks());
afterEach(() => close());

const facts = { workspaces: [] } as unknown as Parameters<typeof ResetForm>[0]['facts'];
const used = new CallError('INVALID_CODE', 400, 'Invalid code');

/** Types a password and sends it, so often. Returns how often it was said that another code is needed. */
async function send(...failures: CallError[]): Promise<number> {
  const onInvalid = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => flushSync(() => root.unmount());
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ResetForm
          email="ada@example.org"
          code={{ state: '', code: '123456' }}
          facts={facts}
          onInvalid={onInvalid}
        />
      </MantineProvider>,
    ),
  );
  for (const input of place.querySelectorAll('[autocomplete="new-password"]'))
    flushSync(() => typeInto(input as HTMLInputElement, 'Correct horse!'));
  for (const [at, failure] of failures.entries()) {
    reset.mockRejectedValueOnce(failure);
    place.querySelector<HTMLElement>('[type="submit"]:not([data-loading])')!.click();
    await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(at + 1));
    await vi.waitFor(() => expect(place.querySelector('[type="submit"]:not([data-loading])')).not.toBeNull());
  }
  return onInvalid.mock.calls.length;
}

it('asks for another code where this one is used up', async () => {
  expect(await send(used)).toBe(1);
  expect(said.mock.lastCall?.[0]).toBe('Invalid recovery code');
});

it('leads to the sign-in where the attempt that used up the code brought no answer', async () => {
  expect(await send(new CallError('OFFLINE', 0, 'No answer'), used)).toBe(0);
  expect(said.mock.lastCall?.[0]).toContain('may be stored already');
  expect(went).toHaveBeenCalledWith({ to: '/login', search: true });
});
