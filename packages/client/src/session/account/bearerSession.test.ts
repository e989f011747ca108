import { expect, it } from 'vitest';
import { fakeKeychain } from '../../desktop/testing/fakeKeychain.ts';
import { BearerSession } from './bearerSession.ts';

const origin = 'https://kontor.example';
const deviceToken = { read: () => undefined, keep: () => undefined };
const account = { id: 'anna', deviceShare: 'share' };

/** Returns a keychain that refuses until it is unlocked. */
function lockedKeychain() {
  const inner = fakeKeychain();
  const lock = { isLocked: true };
  const refuse = () => {
    if (lock.isLocked) throw new Error('keychain: locked');
  };
  const keychain = {
    isAvailable: true,
    get: async (of: string) => {
      refuse();
      return inner.get(of);
    },
    set: async (...entry: Parameters<typeof inner.set>) => {
      refuse();
      return inner.set(...entry);
    },
  };
  return { keychain, lock, kept: inner.kept };
}

it('opens with a keychain that is locked, says so, and keeps the session once it is unlocked', async () => {
  const { keychain, lock, kept } = lockedKeychain();
  const bearer = new BearerSession(origin, keychain, deviceToken);
  expect(bearer.trouble.get()).toBeUndefined();
  await bearer.load();
  expect([bearer.trouble.get(), bearer.token, bearer.kept]).toEqual(['locked', undefined, undefined]);

  bearer.token = 'token';
  await bearer.keep(account);
  expect([bearer.trouble.get(), bearer.token, bearer.kept]).toEqual(['locked', 'token', undefined]);

  lock.isLocked = false;
  await bearer.keep(account);
  expect(bearer.trouble.get()).toBeUndefined();
  expect(kept.get(origin)).toEqual(bearer.kept);

  const next = new BearerSession(origin, keychain, deviceToken);
  await next.load();
  expect([next.trouble.get(), next.token]).toEqual([undefined, 'token']);
});

it('is signed out though the keychain refuses to delete the session, and says so', async () => {
  const { keychain, lock, kept } = lockedKeychain();
  lock.isLocked = false;
  const bearer = new BearerSession(origin, keychain, deviceToken);
  bearer.token = 'token';
  await bearer.keep(account);
  lock.isLocked = true;
  await bearer.forget();
  expect([bearer.trouble.get(), bearer.token, bearer.kept]).toEqual(['notForgotten', undefined, undefined]);
  lock.isLocked = false;
  await bearer.forget();
  expect([bearer.trouble.get(), kept.size]).toEqual([undefined, 0]);
});

it('says that there is no keychain, whatever happens', async () => {
  const bearer = new BearerSession(origin, fakeKeychain(false), deviceToken);
  expect(bearer.trouble.get()).toBe('absent');
  await bearer.load();
  bearer.token = 'token';
  await bearer.keep(account);
  expect(bearer.trouble.get()).toBe('absent');
});
