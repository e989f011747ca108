import { Box, Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { toastMessages } from './messages.ts';

export type ToastKind = 'success' | 'error' | 'info';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'petrol' };

/** Something that a toast offers to do, e.g. to take back what it tells of. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastMore {
  action?: ToastAction;
  /** It stands until the person closes it. */
  stays?: boolean;
}

/** Puts one message on the stack. */
export function present(kind: ToastKind, message: string, { action, stays }: ToastMore = {}): void {
  const id = notifications.show({
    message: action ? (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {/* A name without a space breaks rather than push the button out. */}
        <Box component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Box>
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </Group>
    ) : (
      message
    ),
    // Who wants to act has to read it first.
    ...(action && { autoClose: 10_000 }),
    ...(stays && { autoClose: false }),
    color: colors[kind],
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': toastMessages.t('close') },
  });
}

/** The stack: top right, at most five, each for 5 seconds unless it says otherwise, and gone 200 ms after it closes. */
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
