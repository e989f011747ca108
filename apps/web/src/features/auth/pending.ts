/** The address on its way from the registration to the first sign-in. In memory, not in the address bar. */
import { emailOf } from '@kontor/contract/text/email';

let email: string | undefined;
let awaitsCode = false;

/** Remembers the address that has to be confirmed with a code. */
export function setPendingEmail(address: string): void {
  email = address;
  awaitsCode = true;
}

/** Tells whether this tab heard of an address last, however it is written. */
export const isKnownEmail = (address: string): boolean =>
  email !== undefined && emailOf(address) === emailOf(email);

/**
 * Remembers an address for forms to fill in: an invitation named it, or it was typed on another page. A code that was sent to
 * another address is awaited no more.
 */
export function expectEmail(address: string): void {
  if (!isKnownEmail(address)) awaitsCode = false;
  email = address;
}

/** Returns the address that has to be confirmed, if any. */
export const pendingEmail = (): string | undefined => (awaitsCode ? email : undefined);

/** Forgets that a code is pending: it was entered, or the person gave up. */
export const clearPending = (): void => {
  awaitsCode = false;
};

/** Returns the address that this tab heard of last; forms offer it. */
export const knownEmail = (): string => email ?? '';
