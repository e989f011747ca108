import { Box, Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import type { FocusEvent } from 'react';
import { takesText } from '../shortcuts.ts';
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

interface Undo {
  run: () => void;
  /** The dialogs and sheets that were open as the toast came. */
  over: readonly Element[];
}

/** The ways to take back what toasts tell of, by the id of each that stands; the newest last. */
const undos = new Map<string, Undo>();

const dialogs = (): Element[] => [...document.querySelectorAll('[role="dialog"]')];

/** The element that had the focus before it came to a button of the stack. */
let before: EventTarget | null = null;

const isInStack = (element: Element | null): boolean =>
  element?.closest('.mantine-Notifications-root') != null;

const noteBefore = ({ relatedTarget }: FocusEvent) => {
  if (!isInStack(relatedTarget as Element | null)) before = relatedTarget;
};

/** Takes back at Ctrl or Cmd and Z what the newest toast tells of; the keys of whoever types, or is in a dialog above it, are theirs. */
function onKey(event: KeyboardEvent): void {
  // A browser that fills a form in says a key without a name.
  const isUndo = event.key?.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
  if (!isUndo || event.shiftKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (takesText(event.target)) return;
  const undo = [...undos.values()].at(-1);
  // What opened since lies over what the toast tells of.
  if (!undo || !dialogs().every((each) => undo.over.includes(each))) return;
  event.preventDefault();
  undo.run();
}

function offer(id: string, undo: Undo): void {
  if (undos.size === 0) window.addEventListener('keydown', onKey);
  undos.set(id, undo);
}

function withdraw(id: string): void {
  undos.delete(id);
  if (undos.size === 0) window.removeEventListener('keydown', onKey);
}

/** Puts one message on the stack. */
export function present(kind: ToastKind, message: string, { action, stays }: ToastMore = {}): void {
  const act = () => {
    const hasFocus = isInStack(document.activeElement);
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
        <Button size="compact-sm" variant="subtle" flex="none" onFocus={noteBefore} onClick={act}>
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
    onClose: () => withdraw(id),
    closeButtonProps: { 'aria-label': toastMessages.t('close'), onFocus: noteBefore },
  });
  if (action?.isUndo) offer(id, { run: act, over: dialogs() });
}

/** Takes every message off the stack, with what each offers. */
export function clear(): void {
  for (const id of undos.keys()) withdraw(id);
  notifications.clean();
}

/** Shows the stack: top right, at most five, each for 5 seconds unless it says otherwise, and gone 200 ms after it closes. */
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
