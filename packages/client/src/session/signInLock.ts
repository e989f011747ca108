/**
 * Runs an act while no other tab of this browser signs in. Between the server's yes and the device's key there is a session
 * that no other tab can open yet, and that none may take for one without a key.
 */
export type SignInLock = <T>(act: () => Promise<T>) => Promise<T>;

/** A lock that all tabs of one origin share. */
export const browserSignInLock: SignInLock = (act) => navigator.locks.request('kontor/sign-in', act);

/** For a program that is the only one on its device. */
export const aloneSignInLock: SignInLock = (act) => act();
