/** Tells whether somebody sits at this window, as their hands say: a window that was left in front has the focus as well. */
import { useSyncExternalStore } from 'react';

/** ms without a hand on it after which a window that is in view counts as left. */
const leftAfter = 5 * 60_000;

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isLeft = false;

function tell(): void {
  for (const listener of listeners) listener();
}

function leave(): void {
  isLeft = true;
  tell();
}

type Sign = Pick<Event, 'type'> & Partial<Pick<PointerEvent, 'movementX' | 'movementY'>>;

function act({ type, movementX, movementY }: Sign): void {
  // Browsers tell a pointer that lies still that the page has moved under it.
  if (type === 'pointermove' && movementX === 0 && movementY === 0) return;
  clearTimeout(timer);
  timer = setTimeout(leave, leftAfter);
  // Most inputs change nothing, and come by the hundred.
  const isNews = isLeft || type === 'focus' || type === 'visibilitychange';
  isLeft = false;
  if (isNews) tell();
}

/** Calls back when `isInUse` or `isLookedAt` may have changed. Returns what ends that. */
export function subscribeAttention(listener: () => void): () => void {
  if (listeners.size === 0) {
    act({ type: 'load' });
    for (const input of inputs) addEventListener(input, act, { passive: true });
    addEventListener('blur', tell);
    document.addEventListener('visibilitychange', act);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    for (const input of inputs) removeEventListener(input, act);
    removeEventListener('blur', tell);
    document.removeEventListener('visibilitychange', act);
  };
}

/** Tells whether somebody does something in this window, or did a moment ago, with the focus or beside another one. */
export const isInUse = (): boolean => document.visibilityState === 'visible' && !isLeft;

/** Tells whether somebody sees what this window shows: it is in use, and in front. */
export const isLookedAt = (): boolean => isInUse() && document.hasFocus();

/** Returns `isLookedAt`; renders again when it changes. */
export const useIsLookedAt = (): boolean => useSyncExternalStore(subscribeAttention, isLookedAt);
