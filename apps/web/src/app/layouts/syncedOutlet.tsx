import { Outlet } from '@tanstack/react-router';
import { VoidKitNotice } from '../../features/kit/voidKitNotice.tsx';
import { MemoryNotice } from '../../features/sync/logWords.tsx';
import { RefusedAnswer } from '../../features/sync/refusedAnswer.tsx';
import { FreshnessNotice } from '../../features/team/freshness/freshnessNotice.tsx';
import { BackupNotice } from '../../features/team/restore/backupNotice.tsx';
import { useSession } from '../../platform/workspace/session.ts';
import { ProgressLine, SkeletonRows } from '../../ui/loading.tsx';
import { Framed } from './framed.ts';
import { useIsHere } from './useIsHere.ts';

/** Shows a workspace's page, once the records that it shows are here; until then how far the first sync has come. */
export function SyncedOutlet() {
  const firstSync = useSession((session) => session.connection.firstSync);
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
