import { Outlet } from '@tanstack/react-router';
import { VoidKitNotice } from '../../features/kit/voidKitNotice.tsx';
import { RefusedAnswer } from '../../features/sync/refusedAnswer.tsx';
import { BackupNotice } from '../../features/team/restore/backupNotice.tsx';
import { useSession } from '../../platform/workspace/session.ts';
import { ProgressLine, SkeletonRows } from '../../ui/loading.tsx';
import { Framed } from './framed.ts';

/** A workspace's page, once its records are here; until then how far the first sync has come. */
export function SyncedOutlet() {
  const firstSync = useSession((session) => session.line.firstSync);
  return (
    <>
      <BackupNotice />
      <VoidKitNotice />
      {firstSync ? (
        <RefusedAnswer
          otherwise={
            <>
              <ProgressLine {...firstSync} />
              <SkeletonRows />
            </>
          }
        />
      ) : (
        <Framed value>
          <Outlet />
        </Framed>
      )}
    </>
  );
}
