/**
 * Runs an act while no other tab of this browser is between the server's yes and the device's key: there is a session then
 * that no other tab can open yet, and that none may take for one without a key. Waiting has an end, since a tab may hang
 * there; the act is told if it runs alone (`isAlone`).
 */
export type SignInLock = <T>(act: (isAlone: boolean) => Promise<T>) => Promise<T>;

/** ms that an act waits for another tab. */
const patience = 20_000;

/** Returns a lock that all tabs of one origin share. */
export const browserSignInLock: SignInLock = async (act) => {
  if (!('locks' in navigator)) return act(true);
  let isAlone = false;
  try {
    return await navigator.locks.request('kontor/sign-in', { signal: AbortSignal.timeout(patience) }, () => {
      isAlone = true;
      return act(isAlone);
    });
  } catch (error) {
    if (isAlone || (error as Error).name !== 'TimeoutError') throw error;
    return act(isAlone);
  }
};

/** Returns the lock for a program that is the only one on its device. */
export const aloneSignInLock: SignInLock = (act) => act(true);
