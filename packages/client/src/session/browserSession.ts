import { openIndexedDbStore } from '../device/indexedDbStore.ts';
import { Http } from '../http/http.ts';
import { workerVault } from '../vault/worker/workerVault.ts';
import { keepFresh } from './keepFresh.ts';
import { openSession } from './openSession.ts';
import type { Session } from './session.ts';

/** The session of this page: keys in a worker, the store in IndexedDB, looked at now and from then on. */
export function startBrowserSession(): Session {
  const http = new Http({ origin: location.origin });
  const session = openSession({
    http,
    vault: workerVault(),
    openDevice: openIndexedDbStore,
  });
  keepFresh(session);
  return session;
}
