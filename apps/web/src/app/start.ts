import { startBrowserSession } from '@kontor/client/session/browserSession';
import type { Session } from '@kontor/client/session/session';

/** Opens the session of this browser, over the API that served the page. The replica loads with the first workspace. */
export const startSession = (): Session => startBrowserSession();
