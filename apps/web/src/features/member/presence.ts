/** Presence: tells the colleagues that this person is there. */
import { useEffect } from 'react';
import { useWorkspace } from '../../platform/workspace/workspace.ts';

/** ms without a hand on it after which a window that is in view counts as left. */
const awayAfter = 5 * 60_000;

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

/** Tells the others that this person is here: active while they do something in a window that is in view, away otherwise. */
export function useOwnPresence(): void {
  const { presence } = useWorkspace().records;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => presence.show('away');
    const act = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return leave();
      presence.show('active');
      timer = setTimeout(leave, awayAfter);
    };
    act();
    for (const input of inputs) addEventListener(input, act, { passive: true });
    document.addEventListener('visibilitychange', act);
    return () => {
      clearTimeout(timer);
      for (const input of inputs) removeEventListener(input, act);
      document.removeEventListener('visibilitychange', act);
    };
  }, [presence]);
}
