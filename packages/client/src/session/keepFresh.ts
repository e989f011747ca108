import { CallError } from '../http/callError.ts';
import type { Session } from './session.ts';

/** ms between two looks at the session while nothing happens. */
const sessionRefreshMs = 3_600_000;

/** ms before the first look is repeated while no server answers. */
const firstRetryMs = 2_000;

/**
 * Looks at the session now, every hour, and whenever the window or the network comes back. Before the first answer it
 * tries again every other second. Returns the function that stops it.
 */
export function keepFresh(session: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const look = async () => {
    clearTimeout(timer);
    try {
      await session.refresh();
    } catch (error) {
      // What fails here passes (no connection, a busy server, a closed store): the next look comes by itself.
      if (!(error instanceof CallError || error instanceof DOMException)) throw error;
    } finally {
      if (!stopped) timer = setTimeout(look, session.status === 'loading' ? firstRetryMs : sessionRefreshMs);
    }
  };
  const visible = () => {
    if (document.visibilityState === 'visible') void look();
  };
  const inBrowser = typeof window !== 'undefined';
  if (inBrowser) {
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', visible);
  }
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    if (!inBrowser) return;
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', visible);
  };
}
