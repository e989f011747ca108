/** A stand-in for the palette: a window that is on the page before, and opens over, whatever comes. */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useCloseOnBackOrEscape } from '../ui/overlay/closeOnBack.ts';

let show = () => {};

/** Opens the window. */
export const openPaletteDouble = (): void => flushSync(() => show());

/** Shows the window once it was opened. */
export function PaletteDouble() {
  const [opened, setOpened] = useState(false);
  show = () => setOpened(true);
  // A browser lets React draw before it comes to the next listener of the same key.
  const close = () => flushSync(() => setOpened(false));
  useCloseOnBackOrEscape(close, opened);
  return <Modal opened={opened} closeOnEscape={false} onClose={close} title="Palette" />;
}
