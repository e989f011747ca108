/** When somebody last did something: on this device by its clock, and in each workspace on it by the server's as far as known. */
import { keepOwnItem, ownItem } from './ownItems.ts';

/** ms without a sign of the person after which what they did before counts as their last activity. */
const gapMs = 30 * 60_000;

/** Returns the keys of the device, unless a workspace is named. */
const keysOf = (workspaceId = 'device') => ({
  last: `active ${workspaceId}`,
  before: `active-before ${workspaceId}`,
});

const stored = (key: string): number => Number(ownItem(key)) || 0;

/**
 * Returns when the person last did something before their latest absence, ms, on this device or in a workspace on it; 0
 * where that is not known. A page that is loaded anew goes on with the visit.
 * @param now ms, by the clock by which it was noted
 */
export function lastActivity(workspaceId?: string, now = Date.now()): number {
  const keys = keysOf(workspaceId);
  const [last, before] = [stored(keys.last), stored(keys.before)];
  if (now - last > gapMs) return last;
  // What is still to come is by a clock that ran ahead.
  return before <= now ? before : 0;
}

function noteAt(now: number, workspaceId?: string): void {
  const keys = keysOf(workspaceId);
  if (Math.abs(now - stored(keys.last)) < 60_000) return;
  keepOwnItem(keys.before, String(lastActivity(workspaceId, now)));
  keepOwnItem(keys.last, String(now));
}

/**
 * Notes at most once a minute that the person does something in a workspace. Returns the function that stops it.
 * @param now returns the server's time, ms
 */
export function noteActivity(workspaceId: string, now: () => number = Date.now): () => void {
  const note = () => {
    noteAt(Date.now());
    noteAt(now(), workspaceId);
  };
  note();
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, note, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, note);
  };
}
