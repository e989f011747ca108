/** The person's own profile where something of it does not come. */
import { expect, it, vi } from 'vitest';
import { observable } from '../../observable.ts';
import type { Replica } from '../../replica/replica.ts';
import { tryWriteLeftNames, writeOwnProfile } from './ownProfile.ts';

vi.mock('./profile.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('leaves the names of the registration for the next time where the code that writes them does not come', async () => {
  await expect(tryWriteLeftNames({} as never)).resolves.toBeUndefined();
});

it('waits for the server no longer than there is a connection to it', async () => {
  const connected = observable(true);
  const outcome = vi.fn(() => new Promise<'done'>(() => {}));
  const personal = {
    collections: { profile: { get: () => undefined } },
    scopeOf: () => 'personal',
    transaction: () => 'act',
    outbox: { stored: async () => {}, outcome },
  };
  const written = writeOwnProfile(
    { firstName: 'Anna' },
    {
      email: 'anna@example.org',
      personal: personal as unknown as Replica,
      workspace: async () => undefined,
      isConnected: connected.get,
      subscribe: connected.subscribe,
    },
  );
  await vi.waitUntil(() => outcome.mock.calls.length > 0);
  connected.set(false);
  const late = new Promise((resolve) => setTimeout(resolve, 500, 'still waits'));
  expect(await Promise.race([written, late])).toBe('waiting');
});
