import { type Freshness, freshnessOf } from '@kontor/client/team/sightings';
import { useEffect, useMemo, useState } from 'react';
import { personName } from '../../../platform/text/personName.ts';
import { useSession } from '../../../platform/workspace/session.ts';
import { useAll, useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { freshnessMessages } from './messages.ts';

/** ms between two looks at the clock. */
const lookEvery = 60_000;

/** Returns the time in ms, anew each minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEvery);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns who confirmed last what the server shows here, and whether the others are silent. */
export function useFreshness(): Freshness {
  const { records } = useWorkspace();
  const userId = useSession((session) => session.user?.id) ?? '';
  const log = useObservable(records.log);
  const status = useObservable(records.status);
  const sightings = useAll('sighting');
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads these three from the workspace
  return useMemo(
    () => freshnessOf({ workspace: records, userId }, now),
    [records, userId, now, log, status, sightings],
  );
}

/** Returns how to name a member by their id. */
export function useNameById(): (userId: string) => string {
  const directory = useAll('member');
  return (userId) => {
    const entry = directory.find((member) => member.userId === userId);
    return (entry && personName(entry)) || freshnessMessages.t('somebody');
  };
}
