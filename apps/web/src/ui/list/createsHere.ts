/** Adds what can be made on the page in view to the `New` menu and the palette. */
import { observable } from '@kontor/client/observable';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { IconShape } from '../icon.tsx';

export interface CreateHere {
  id: string;
  label: string;
  icon: IconShape;
  run: () => void;
}

const nothing: readonly CreateHere[] = [];
const current = observable(nothing);

/** The thing that begins on the page that comes, up to a moment: browsers let a page ask for files no longer after a click. */
let wanted: { id: string; until: number } | undefined;
const mostWait = 5_000;

function offer(creates: readonly CreateHere[]): void {
  current.set(creates);
  const begins = wanted && creates.find(({ id }) => id === wanted?.id);
  if (!begins) return;
  const isInTime = performance.now() < wanted!.until;
  wanted = undefined;
  if (isInTime) begins.run();
}

/** Has the page that comes begin something, once it offers that. */
export function beginNext(id: string): void {
  wanted = { id, until: performance.now() + mostWait };
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
      if (current.get() === offered) offer(nothing);
    };
  }, [shown]);
}

export const useCreatesHere = (): readonly CreateHere[] =>
  useSyncExternalStore(current.subscribe, current.get);
