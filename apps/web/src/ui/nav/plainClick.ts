import type { MouseEvent } from 'react';

/** Tells whether a click on a link is to be followed in place: keys and other buttons open it elsewhere, or save it. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
