import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { workspaceMessages } from './messages.ts';

/** Says of a workspace that its person was made inactive there. */
export const inactiveReason = ({ name }: Pick<WorkspaceSummary, 'name'>): string =>
  workspaceMessages.t('inactive', { name });

/** Says of a workspace that it is locked, and whom its person waits for, where there is somebody. */
export const lockedReason = ({
  name,
  hasOtherAdmin,
}: Pick<WorkspaceSummary, 'name' | 'hasOtherAdmin'>): string =>
  workspaceMessages.t(hasOtherAdmin ? 'stillLocked' : 'lockedAlone', { name });
