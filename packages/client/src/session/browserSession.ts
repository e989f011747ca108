import { openIndexedDbStore } from '../device/indexedDbStore.ts';
import { Http } from '../http/http.ts';
import { workerVault } from '../vault/worker/workerVault.ts';
import type { BearerSession } from './account/bearerSession.ts';
import { browserSignInLock } from './account/signInLock.ts';
import { keepFresh } from './keepFresh.ts';
import { openSession } from './openSession.ts';
import type { Session } from './session.ts';

/**
 * Returns the session of this page: keys in a worker, the store in IndexedDB, looked at now and from then on. `bearer`: of the
 * desktop app, whose server has another origin than its page.
 */
export function startBrowserSession(origin: string, bearer?: BearerSession): Session {
  const http = new Http({ origin, ...bearer?.credentials });
  const session = openSession({
    http,
    vault: workerVault(),
    openDevice: (userId) => openIndexedDbStore(userId, bearer && origin),
    signInLock: browserSignInLock,
    ...(bearer && { bearer }),
  });
  keepFresh(session);
  return session;
}
