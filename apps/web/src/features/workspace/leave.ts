import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { forgetDraftsIn } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { endMessages } from './endMessages.ts';

const { t } = endMessages;

/** Asks, then leaves a workspace. Returns true for somebody who left. */
export async function leaveWorkspace({ id, name }: Pick<WorkspaceSummary, 'id' | 'name'>): Promise<boolean> {
  const sure = await confirm({
    title: t('leaveTitle', { name }),
    body: t('leaveBody'),
    action: t('leave'),
    danger: true,
  });
  if (!sure) return false;
  try {
    await currentSession().workspaces.leave(id);
    forgetDraftsIn(id);
  } catch (failure) {
    toastFailure(failure, t('leaveFailed', { name }));
    return false;
  }
  toast.success(t('left', { name }));
  return true;
}
