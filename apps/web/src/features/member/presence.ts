/** Presence: tells the colleagues that this person is there. */
import { useEffect } from 'react';
import { isInUse, subscribeAttention } from '../../platform/attention.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';

/** Tells the others that this person is here: active while they do something in a window that is in view, away otherwise. */
export function useOwnPresence(): void {
  const { presence } = useWorkspace().records;
  useEffect(() => {
    const show = () => presence.show(isInUse() ? 'active' : 'away');
    const stop = subscribeAttention(show);
    show();
    return stop;
  }, [presence]);
}
