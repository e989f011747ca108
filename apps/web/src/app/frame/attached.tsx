import { useHasRole } from '../../platform/workspace/actor.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useWorkspace, useWorkspaceIfOpen } from '../../platform/workspace/workspace.ts';
import { Alerts } from './alerts.tsx';
import { TimerQuestions } from './timerQuestions.tsx';
import { OpenFilesTray, Trays } from './trays.tsx';
import { useTimer } from './useTimer.ts';

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
  return (
    <>
      <Alerts workspace={id} />
      <TimerQuestions question={question} onClose={() => ask(undefined)} />
    </>
  );
}
