/**
 * Toasts: short messages at the top right. What shows them loads with the first one, so that the login page does not
 * pay for it.
 */
import { observable } from '@kontor/client/observable';
import { type ComponentType, useSyncExternalStore } from 'react';

import type { ToastAction, ToastKind, ToastMore } from './toast/host.tsx';

const host = observable<ComponentType | undefined>(undefined);
let clear = () => {};

type Message = [kind: ToastKind, message: string, more?: ToastMore];

/** ms after which a message that nothing has shown is none any more: somebody else may sit there. */
const mostWait = 60_000;
/** Messages that nothing shows yet, oldest first. */
const waiting: { at: number; message: Message }[] = [];

function show(...message: Message): void {
  waiting.push({ at: performance.now(), message });
  void showWaiting();
}

async function showWaiting(): Promise<void> {
  try {
    const module = await import('./toast/host.tsx');
    clear = module.clear;
    host.set(module.ToastHost);
    for (const { at, message } of waiting.splice(0))
      if (performance.now() - at < mostWait) module.present(...message);
  } catch {
    // The code did not come: they show with the next message, or once there is a connection, where the browser asks for it again.
    addEventListener('online', showWaiting, { once: true });
  }
}

/**
 * Shows a message for 5 seconds, one that offers something for 10, one that `stays` until it is closed; at most five stand at
 * once, the others wait. Errors are announced at once.
 */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action && { action }),
  error: (message: string, more?: ToastMore) => show('error', message, more),
  info: (message: string, action?: ToastAction) => show('info', message, action && { action }),
};

/** Takes every message off, those that wait, too: whoever comes next is told nothing. */
export function clearToasts(): void {
  waiting.length = 0;
  clear();
}

/** Shows the place of the toasts; stands once, at the root. */
export function Toasts() {
  const Shown = useSyncExternalStore(host.subscribe, host.get);
  return Shown ? <Shown /> : null;
}
