/**
 * Links that are followed though their address is in view. The router has nothing to do then; what the address names on its page
 * may be out of sight by now.
 */
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const listeners = new Set<() => void>();

/** Makes a router tell of them. */
export function tellFollowedAgain(router: AnyRouter): void {
  const { commitLocation } = router;
  router.commitLocation = (next) => {
    const { latestLocation, state } = router;
    // An address is the latest one before its page is there.
    const isInView = [latestLocation, state.resolvedLocation].every((each) => each?.href === next.href);
    const committed = commitLocation(next);
    if (isInView && !next.replace) for (const listener of listeners) listener();
    return committed;
  };
}

/** Calls back each time. */
export function useFollowedAgain(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const listener = () => latest.current();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
