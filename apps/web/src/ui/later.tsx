import { type ReactNode, useDeferredValue } from 'react';

interface LaterProps {
  children: ReactNode;
  /** Stands in meanwhile. */
  fallback?: ReactNode;
}

/** Draws what it holds after the first frame, in pieces between which the page answers. */
export function Later({ children, fallback = null }: LaterProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
