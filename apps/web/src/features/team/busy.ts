import { observable } from '@kontor/client/observable';
import { useObservable } from '../../platform/workspace/workspace.ts';

const busy = observable<ReadonlySet<string>>(new Set());

/** Runs an act upon somebody, who is marked in the list for as long as it is under way. */
export async function whileBusy(userId: string, act: () => Promise<void>): Promise<void> {
  busy.set(new Set([...busy.get(), userId]));
  try {
    await act();
  } finally {
    busy.set(new Set([...busy.get()].filter((id) => id !== userId)));
  }
}

/** Returns the people upon whom an action is under way. */
export const useBusy = (): ReadonlySet<string> => useObservable(busy);
