/** When somebody last did something on this device. */

/** ms without a sign of the person after which what they did before counts as their last activity. */
const gapMs = 30 * 60_000;
const lastKey = 'kontor-active';
const beforeKey = 'kontor-active-before';

const stored = (key: string): number => Number(localStorage.getItem(key)) || 0;
// A page that is loaded anew goes on with the visit.
let before = stored(Date.now() - stored(lastKey) > gapMs ? lastKey : beforeKey);

/** Returns when the person last did something here before their latest absence, ms; 0 where that is not known. */
export const lastActivity = (): number => before;

/**
 * Notes at most once a minute that the person does something. Returns the function that stops it and forgets the moment:
 * it outlives a closed browser, and no sign-out.
 */
export function noteActivity(): () => void {
  const note = () => {
    const [now, last] = [Date.now(), stored(lastKey)];
    if (now - last < 60_000) return;
    if (now - last > gapMs) {
      before = last;
      localStorage.setItem(beforeKey, String(last));
    }
    localStorage.setItem(lastKey, String(now));
  };
  note();
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, note, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, note);
    localStorage.removeItem(lastKey);
    localStorage.removeItem(beforeKey);
  };
}
