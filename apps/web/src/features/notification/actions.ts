/** Actions upon notifications. They show at once; what the server did not take is said, and shown as it is. */
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { notificationMessages } from './messages.ts';

const { t } = notificationMessages;

async function tell(act: Promise<void>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch {
    toast.error(t('changeFailed'));
    return false;
  }
}

const notifications = () => currentWorkspace().records.notifications;

/** Each returns false after saying that it failed. */
export const markRead = (ids: readonly string[], isRead = true) =>
  tell(notifications().markRead(ids, isRead));
export const removeNotifications = (ids: readonly string[]) => tell(notifications().remove(ids));
export const restoreNotifications = (ids: readonly string[]) => tell(notifications().restore(ids));

/**
 * Marks as read what the person opens, which is no act of its own: what fails is not said, and tried again with the next
 * answer of the server.
 */
export function markOpened(ids: readonly string[]): void {
  const { inbox, markRead: mark } = notifications();
  const attempt = () =>
    void mark(ids, true).catch(() => {
      const stop = inbox.subscribe(() => {
        stop();
        attempt();
      });
    });
  attempt();
}

/** Mutes a place, or lets it speak again, and says so with its name. */
export async function setMuted(id: string, isMuted: boolean, name: string): Promise<void> {
  if (await tell(notifications().mute(id, isMuted)))
    toast.success(t(isMuted ? 'isMuted' : 'isUnmuted', { name }));
}
