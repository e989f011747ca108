import { type ComponentType, useSyncExternalStore } from 'react';

let Shown: ComponentType | undefined;
const listeners = new Set<() => void>();

/** Shows a dialog at the place of questions from now on. */
export function provideDialog(dialog: ComponentType): void {
  Shown = dialog;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Shows the place of questions (`confirm.tsx`); stands once, around all pages. The dialog comes with whoever asks, so that the
 * sign-in page does not pay for it.
 */
export function QuestionHost() {
  const Dialog = useSyncExternalStore(subscribe, () => Shown);
  return Dialog ? <Dialog /> : null;
}
