/** Says which of several tabs that show a draft stores it: the one that holds it, until it closes or ends. */
import { type DraftPlace, isKnown, keepNow } from './drafts.ts';

/**
 * Holds the draft of a form that is there. Calls back once no other tab holds it, unless that one has just stored or dropped
 * it, of which this one will hear. Returns what lets go of it, as soon as the device has what was typed or knows that it is gone.
 */
export function holdDraft(name: string, onHeld: () => void, place: DraftPlace): () => void {
  const ending = new AbortController();
  const kept = Promise.withResolvers<void>();
  // A page that has no locks leaves to the person what may be of another tab.
  navigator.locks
    ?.request(`kontor/draft/${place}/${name}`, { signal: ending.signal }, async () => {
      // What the device cannot tell stays a draft.
      const isFree = await isKnown(name, place).catch(() => false);
      if (isFree && !ending.signal.aborted) onHeld();
      await kept.promise;
    })
    .catch((error: Error) => error.name !== 'AbortError' && reportError(error));
  return () => {
    ending.abort();
    void keepNow().finally(kept.resolve);
  };
}
