import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { VoidKitNotice } from '../../features/kit/voidKitNotice.tsx';
import { MemoryNotice } from '../../features/sync/logWords.tsx';
import { RefusedAnswer } from '../../features/sync/refusedAnswer.tsx';
import { FreshnessNotice } from '../../features/team/freshness/freshnessNotice.tsx';
import { BackupNotice } from '../../features/team/restore/backupNotice.tsx';
import { useSession } from '../../platform/workspace/session.ts';
import { useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { ProgressLine, SkeletonRows } from '../../ui/loading.tsx';
import { scopesAt } from '../scopesAt.ts';
import { Framed } from './framed.ts';

/** A workspace's page, once the records that it shows are here; until then how far the first sync has come. */
export function SyncedOutlet() {
  const firstSync = useSession((session) => session.line.firstSync);
  const isHere = useIsHere();
  return (
    <>
      <BackupNotice />
      {isHere && <FreshnessNotice />}
      <VoidKitNotice />
      <MemoryNotice />
      {isHere ? (
        <Framed value>
          <Outlet />
        </Framed>
      ) : (
        <RefusedAnswer
          otherwise={
            <>
              {firstSync && <ProgressLine {...firstSync} />}
              <SkeletonRows />
            </>
          }
        />
      )}
    </>
  );
}

/** Says whether everything that the page shows is here; asks for it before the rest. */
function useIsHere(): boolean {
  const { records } = useWorkspace();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { scopes, isComplete } = useObservable(records.loaded);
  useObservable(records.scopes);
  const list = useRead(records.collections.project, () => scopesAt(pathname, records).join(' '));
  const named = useMemo(() => list.split(' ').filter(Boolean), [list]);
  useEffect(() => records.need(named), [records, named]);
  return isComplete || (named.length > 0 && named.every((id) => scopes.has(id)));
}
