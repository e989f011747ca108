import type { KeyboardEvent } from 'react';

/** Runs, as `onKeyDownCapture`, on Ctrl or Cmd with Enter, before any field takes the key for itself. */
export const onSubmitKey = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  run();
};
