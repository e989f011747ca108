import { Suspense } from 'react';
import { useOpenEntry } from '../../features/timeEntry/queries.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useWorkspace, useWorkspaceIfOpen } from '../../platform/workspace/workspace.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Alerts } from './alerts.tsx';
import { OpenFilesTray, Trays } from './trays.tsx';
import { useTimer } from './useTimer.ts';

const StartDialog = lazyPart(
  async () => (await import('../../features/timeEntry/startDialog.tsx')).StartDialog,
);
const ForgottenDialog = lazyPart(
  async () => (await import('../../features/timeEntry/forgottenDialog.tsx')).ForgottenDialog,
);

/**
 * Keeps running on pages without the workspace's frame what it does unseen: trays, timer, shortcut and alerts. Without a workspace
 * it lists the files that are open in other programs, whose changes may wait for one to be opened.
 */
export function Attached() {
  const workspace = useWorkspaceIfOpen();
  const isOpen = useSession(
    ({ user, workspaces }) =>
      workspace !== undefined && user?.id === workspace.userId && workspaces.isOpen(workspace.records),
  );
  if (!isOpen) return <OpenFilesTray />;
  return <AttachedOpen />;
}

function AttachedOpen() {
  const worksHere = useHasRole('EMPLOYEE');
  return (
    <>
      <Trays />
      {worksHere && <AttachedWork />}
    </>
  );
}

function AttachedWork() {
  const { id } = useWorkspace().records;
  const { question, ask } = useTimer();
  const entry = useOpenEntry();
  return (
    <Suspense>
      <Alerts workspace={id} />
      {question === 'start' && <StartDialog onClose={() => ask(undefined)} />}
      {question === 'forgotten' && entry && <ForgottenDialog entry={entry} onClose={() => ask(undefined)} />}
    </Suspense>
  );
}
