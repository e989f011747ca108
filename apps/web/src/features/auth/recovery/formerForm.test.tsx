// @vitest-environment happy-dom
import { CallError } from '@kontor/client/http/callError';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { typeInto } from '../../../testing/typeInto.ts';
import { FormerForm } from './formerForm.tsx';

const [openFormer, answer] = vi.hoisted(() => [vi.fn<() => Promise<object>>(), vi.fn<() => Promise<void>>()]);
vi.mock('../../../platform/workspace/session.ts', () => ({
  currentSession: () => ({ recovery: { openFormer, answer } }),
  useSession: () => ({ id: 'anna', email: 'anna@example.org' }),
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));
vi.mock('../../../ui/nav/link.tsx', () => ({ TextLink: () => null }));

let close = () => {};
afterEach(() => close());

function show() {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => flushSync(() => root.unmount());
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <FormerForm />
      </MantineProvider>,
    ),
  );
  return place;
}

const nothing = 'There is nothing left here';
const forget = 'Forget the old sign-in here';

it.each([
  ['there is no connection', new CallError('OFFLINE', 0, 'No answer')],
  ['the code does not come', new TypeError('Failed to fetch dynamically imported module')],
])('says that it could not look where %s, and tries again', async (_, failure) => {
  openFormer.mockRejectedValueOnce(failure);
  const place = show();
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).not.toBeNull());
  expect(place.textContent).not.toContain(nothing);
  expect(place.textContent).not.toContain(forget);
  openFormer.mockResolvedValueOnce({ workspaces: ['Tischlerei'], unsent: 0, unstored: 0 });
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.textContent).toContain('Tischlerei'));
});

it.each([
  ['keeps no keys', Object.assign(new Error(), { fault: 'missing-key' })],
  ['is no former one any more', new CallError('NOT_SIGNED_IN', 401, 'Not signed in')],
])('says that there is nothing left where the device %s', async (_, failure) => {
  openFormer.mockRejectedValueOnce(failure);
  const place = show();
  await vi.waitFor(() => expect(place.textContent).toContain(nothing));
  expect(place.textContent).toContain(forget);
});

it('tells of what was not sent where others have unlocked everything', async () => {
  openFormer.mockResolvedValueOnce({ workspaces: [], unsent: 2, unstored: 0 });
  const place = show();
  await vi.waitFor(() => expect(place.textContent).toContain(nothing));
  expect(place.textContent).toContain('2 changes that were made on this device have not been sent');
});

it('says that there is nothing left, and what is lost, where everything was unlocked before the last answer came', async () => {
  openFormer.mockResolvedValueOnce({ workspaces: ['Tischlerei'], unsent: 2, unstored: 0 });
  answer.mockRejectedValueOnce(new CallError('NOT_SIGNED_IN', 401, 'Not signed in'));
  const place = show();
  await vi.waitFor(() => expect(place.textContent).toContain('Tischlerei'));
  flushSync(() => typeInto(place.querySelector('input')!, 'abandon ability able about above absent'));
  flushSync(() => place.querySelector<HTMLElement>('[type="submit"]')!.click());
  await vi.waitFor(() => expect(place.textContent).toContain(nothing));
  expect(place.textContent).toContain('2 changes that were made on this device have not been sent');
  expect(place.textContent).toContain(forget);
});
