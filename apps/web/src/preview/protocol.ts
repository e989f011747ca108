/**
 * The messages between the app and the frame that shows attachments. The frame has an origin of its own and no network:
 * the bytes arrive by message, and none of them leave.
 */

export interface ShowRequest {
  type: 'show';
  kind: 'image' | 'pdf' | 'text' | 'markdown' | 'csv' | 'xlsx' | 'words' | 'sound' | 'film';
  mimeType: string;
  name: string;
  bytes: ArrayBuffer;
  /** A BCP 47 language tag. */
  language: string;
  /** `page` takes `{page}` and `{pages}`, `found` `{at}` and `{count}`. */
  labels: { page: string; truncated: string; find: string; found: string };
}

/** `key`: one that the frame has no use for, e.g. an arrow that should lead to the next file. */
export type FrameEvent =
  | { type: 'ready' }
  | { type: 'shown' }
  | { type: 'failed' }
  | { type: 'key'; key: string };

/** The keys that the frame hands back. */
export const passedKeys = ['Escape', 'ArrowLeft', 'ArrowRight'];

/** Says whether a message from the frame is one of its events; a hostile file must not make it say anything else. */
export function isFrameEvent(data: unknown): data is FrameEvent {
  const event = data as { type?: unknown; key?: unknown } | null;
  if (typeof event !== 'object' || event === null) return false;
  if (event.type === 'key') return typeof event.key === 'string' && passedKeys.includes(event.key);
  return event.type === 'ready' || event.type === 'shown' || event.type === 'failed';
}
