/** Says when what is typed and not sent or saved is kept: soon, and before the page may end. */

/** ms after which what is typed is kept. */
export const keptAfter = 800;

/** Calls back when the page goes to the background or away, from where it may not return. Returns what ends that. */
export function onHidden(run: () => void): () => void {
  const change = () => {
    if (document.visibilityState === 'hidden') run();
  };
  document.addEventListener('visibilitychange', change);
  addEventListener('pagehide', run);
  return () => {
    document.removeEventListener('visibilitychange', change);
    removeEventListener('pagehide', run);
  };
}
