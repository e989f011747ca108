/** Reads how far back messages can be found on this device, and goes further back when asked. */
import type { SearchProgress } from '@kontor/client/searching/search';
import { useCallback, useEffect, useRef, useState } from 'react';
import { currentWorkspace, useAll } from '../../platform/workspace/workspace.ts';

export interface Reach {
  /** All messages since then are here, in ms; 0 where all there are are. */
  since: number;
  isGoingOn: boolean;
  /** True if older ones could not be fetched. */
  hasFailed: boolean;
  /** Fetches older messages, the newest of them first, until there are no more or somebody stops it. */
  goOn: () => void;
  stop: () => void;
}

/** Returns the room of which the least is here, and since when. */
async function nearestEdge(roomIds: readonly string[]): Promise<{ roomId: string; since: number }> {
  const { windows } = currentWorkspace().records;
  let nearest = { roomId: '', since: 0 };
  for (const roomId of roomIds) {
    const since = (await windows.reach(roomId)) ?? 0;
    if (since > nearest.since) nearest = { roomId, since };
  }
  return nearest;
}

/** Follows what is fetched, here and in the background, as the index does (`progress`). */
export function useReach(progress: SearchProgress | undefined): Reach {
  const rooms = useAll('room')
    .map(({ id }) => id)
    .join();
  const [since, setSince] = useState(0);
  const [isGoingOn, setGoingOn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const mayGoOn = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was indexed may have come from further back
  useEffect(() => {
    let isLatest = true;
    nearestEdge(rooms.split(',').filter(Boolean)).then(
      (edge) => isLatest && setSince(edge.since),
      // Nothing is said where the device was closed under it.
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [rooms, progress]);
  const stop = useCallback(() => {
    mayGoOn.current = false;
    setGoingOn(false);
  }, []);
  useEffect(() => stop, [stop]);
  const goOn = async () => {
    mayGoOn.current = true;
    setGoingOn(true);
    setFailed(false);
    try {
      while (mayGoOn.current) {
        const edge = await nearestEdge(rooms.split(','));
        setSince(edge.since);
        if (edge.since === 0 || !(await currentWorkspace().records.windows.reachBack(edge.roomId))) break;
      }
    } catch {
      setFailed(true);
    }
    stop();
  };
  return { since, isGoingOn, hasFailed, goOn: () => void goOn(), stop };
}
