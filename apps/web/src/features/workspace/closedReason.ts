import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { workspaceMessages } from './messages.ts';

/** Returns why a workspace does not open for this person. */
export function closedReason({ status, name, hasOtherAdmin }: WorkspaceSummary): string {
  if (status !== 'LOCKED') return workspaceMessages.t('inactive', { name });
  return workspaceMessages.t(hasOtherAdmin ? 'stillLocked' : 'lockedAlone', { name });
}
