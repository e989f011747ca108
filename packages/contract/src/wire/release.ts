/** Frees memory that would lie here until it were collected as garbage. */
import type { Bytes } from './bytes.ts';

/**
 * Frees the whole buffers of bytes at which nobody looks any more, at once: they go with a message that nobody gets. Browsers
 * collect them late, hundreds of megabytes of them. What `ArrayBuffer.transfer` takes away, Chromium keeps as long, and counts
 * it no more.
 */
export function release(...spent: Bytes[]): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(
    undefined,
    spent.map(({ buffer }) => buffer),
  );
  port1.close();
}
