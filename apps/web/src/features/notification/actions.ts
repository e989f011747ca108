/** Actions upon notifications. They show at once; what the server did not take is said, and shown as it is. */
import { setMuted } from '@kontor/client/workspace/mute';
import { reportFailure } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { notificationMessages } from './messages.ts';

const { t } = notificationMessages;

async function tell(act: Promise<void>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    reportFailure(error, t('changeFailed'));
    return false;
  }
}

const notifications = () => currentWorkspace().records.notifications;

/** Marks as read or unread. Each returns false after saying that it failed. */
export const markRead = (ids: readonly string[], isRead = true) =>
  tell(notifications().markRead(ids, isRead));
export const removeNotifications = (ids: readonly string[]) => tell(notifications().remove(ids));
export const restoreNotifications = (ids: readonly string[]) => tell(notifications().restore(ids));

/** Marks as read what the person opens; nothing is said where that has to wait. */
export const markOpened = (ids: readonly string[]): void => notifications().markOpened(ids);

/** Mutes a place, or lets it speak again, and says so with its name. */
export async function mutePlace(id: string, isMuted: boolean, name: string): Promise<void> {
  const { records, userId } = currentWorkspace();
  if (await tell(setMuted(records, { id, userId, isMuted })))
    toast.success(t(isMuted ? 'isMuted' : 'isUnmuted', { name }));
}
