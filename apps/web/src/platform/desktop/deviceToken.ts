import type { DeviceToken } from '@kontor/client/http/http';

const keyOf = (origin: string): string => `kontor-device ${origin}`;

/**
 * Returns the mark by which a server's accounts know this desktop app. It lies where the browser of the app keeps its data,
 * not in the keychain: it opens nothing, and where no keychain keeps the session people sign in most often.
 */
export const deviceToken = (origin: string): DeviceToken => ({
  read: () => localStorage.getItem(keyOf(origin)) ?? undefined,
  keep: (token) => localStorage.setItem(keyOf(origin), token),
});

/** Forgets it, with the server. */
export const forgetDeviceToken = (origin: string): void => localStorage.removeItem(keyOf(origin));
