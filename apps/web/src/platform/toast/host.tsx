import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { toastMessages } from './messages.ts';

export type ToastKind = 'success' | 'error' | 'info';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'petrol' };

/** Puts one message on the stack. */
export function present(kind: ToastKind, message: string): void {
  notifications.show({
    message,
    color: colors[kind],
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': toastMessages.t('close') },
  });
}

/** The stack: top right, at most five, each for 5 seconds and gone 200 ms after it closes. */
export function ToastHost() {
  return (
    <Notifications
      position="top-right"
      limit={5}
      autoClose={5000}
      transitionDuration={200}
      containerWidth={360}
    />
  );
}
