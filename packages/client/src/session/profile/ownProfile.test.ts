/** The person's own profile where something of it does not come. */
import { expect, it, vi } from 'vitest';
import { tryWriteLeftNames } from './ownProfile.ts';

vi.mock('./profile.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('leaves the names of the registration for the next time where the code that writes them does not come', async () => {
  await expect(tryWriteLeftNames({} as never)).resolves.toBeUndefined();
});
