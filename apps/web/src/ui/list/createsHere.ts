/** Adds what can be made on the page in view to the `New` menu and the palette. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { IconShape } from '../icon.tsx';

export interface CreateHere {
  id: string;
  label: string;
  icon: IconShape;
  run: () => void;
}

const nothing: readonly CreateHere[] = [];
let current = nothing;
const listeners = new Set<() => void>();

function offer(creates: readonly CreateHere[]): void {
  current = creates;
  for (const listener of listeners) listener();
}

/** Offers these for as long as the component stands; what they do may change with each rendering. */
export function useOffer(creates: readonly CreateHere[]): void {
  const latest = useRef(creates);
  useEffect(() => {
    latest.current = creates;
  });
  const shown = creates.map(({ id, label }) => `${id} ${label}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menus change with what they show
  useEffect(() => {
    const offered = latest.current.map((create, i) => ({ ...create, run: () => latest.current[i]?.run() }));
    offer(offered);
    return () => {
      if (current === offered) offer(nothing);
    };
  }, [shown]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useCreatesHere = (): readonly CreateHere[] => useSyncExternalStore(subscribe, () => current);
