import { Box, Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { typing } from '../shortcuts.ts';
import { toastMessages } from './messages.ts';

export type ToastKind = 'success' | 'error' | 'info';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'petrol' };

/** Something that a toast offers to do, e.g. to take back what it tells of. */
export interface ToastAction {
  label: string;
  run: () => void;
  /** It takes back what the toast tells of: Ctrl or Cmd and Z do so, too, while the toast stands. */
  isUndo?: boolean;
}

export interface ToastMore {
  action?: ToastAction;
  /** It stands until the person closes it. */
  stays?: boolean;
}

/** Takes back what each toast that stands tells of, the newest last. */
const undos = new Map<string, () => void>();

window.addEventListener('keydown', (event) => {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
  if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
  const undo = [...undos.values()].at(-1);
  if (!undo) return;
  event.preventDefault();
  undo();
});

/** Puts one message on the stack. */
export function present(kind: ToastKind, message: string, { action, stays }: ToastMore = {}): void {
  /** The element that had the focus before the button. */
  let before: EventTarget | null = null;
  const act = (button?: HTMLElement) => {
    const hasFocus = button !== undefined && document.activeElement === button;
    notifications.hide(id);
    action?.run();
    if (!hasFocus) return;
    const target =
      before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main');
    target?.focus({ preventScroll: true });
  };
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
          onFocus={({ relatedTarget }) => {
            if (!(relatedTarget as Element | null)?.closest('.mantine-Notifications-root'))
              before = relatedTarget;
          }}
          onClick={({ currentTarget }) => act(currentTarget)}
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
    onClose: () => void undos.delete(id),
    closeButtonProps: { 'aria-label': toastMessages.t('close') },
  });
  if (action?.isUndo) undos.set(id, act);
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
