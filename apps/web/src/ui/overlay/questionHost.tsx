import { observable } from '@kontor/client/observable';
import { type ComponentType, useSyncExternalStore } from 'react';

const shown = observable<ComponentType | undefined>(undefined);

/** Shows a dialog at the place of questions from now on. */
export function provideDialog(dialog: ComponentType): void {
  shown.set(dialog);
}

/**
 * Shows the place of questions (`confirm.tsx`); stands once, around all pages. The dialog comes with whoever asks, so that the
 * sign-in page does not pay for it.
 */
export function QuestionHost() {
  const Dialog = useSyncExternalStore(shown.subscribe, shown.get);
  return Dialog ? <Dialog /> : null;
}
