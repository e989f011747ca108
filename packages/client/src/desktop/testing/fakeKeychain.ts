import type { KeptSession, Keychain } from '../bridge.ts';

/** Returns a keychain in memory: what stays when the app is killed. */
export function fakeKeychain(isAvailable = true): Keychain & { kept: Map<string, KeptSession> } {
  const kept = new Map<string, KeptSession>();
  return {
    kept,
    isAvailable,
    get: async (origin) => kept.get(origin),
    set: async (origin, session) => {
      if (session && isAvailable) kept.set(origin, session);
      else kept.delete(origin);
    },
  };
}
