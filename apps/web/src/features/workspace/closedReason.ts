import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { workspaceMessages } from './messages.ts';

/** Returns why a workspace does not open for this person. */
export function closedReason({ status, name, hasOtherAdmin }: WorkspaceSummary): string {
  if (status !== 'LOCKED') return workspaceMessages.t('inactive', { name });
  return lockedReason({ name, hasOtherAdmin });
}

/** Says of a workspace that it is locked, and whom its person waits for, where there is somebody. */
export const lockedReason = ({
  name,
  hasOtherAdmin,
}: Pick<WorkspaceSummary, 'name' | 'hasOtherAdmin'>): string =>
  workspaceMessages.t(hasOtherAdmin ? 'stillLocked' : 'lockedAlone', { name });
