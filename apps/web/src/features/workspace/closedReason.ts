import type { WorkspaceSummary } from '@kontor/contract/workspace';
import { workspaceMessages } from './messages.ts';

/** Why a workspace does not open for this person. */
export const closedReason = ({ status, name }: WorkspaceSummary): string =>
  workspaceMessages.t(status === 'LOCKED' ? 'stillLocked' : 'inactive', { name });
