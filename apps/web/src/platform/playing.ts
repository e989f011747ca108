/** Sound and film of sealed files, offered to the elements of this page by the service worker. */
import { isServed } from './serviceWorker.ts';

/** A content that an element of this page may play. */
export interface Played {
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Returns bytes `start` to `end` (exclusive) in memory that may be given away. */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

interface Question {
  ask: 'media';
  id: string;
  start?: number;
  end?: number;
}

const open = new Map<string, Played>();

/** Answers the worker. Nothing is the answer to an id that this page does not have, and to bytes that cannot be read. */
async function answer({ data, ports: [port] }: MessageEvent<Question>): Promise<void> {
  if (data?.ask !== 'media' || !port) return;
  const played = open.get(data.id);
  if (!played || data.start === undefined || data.end === undefined) {
    port.postMessage(played && { mimeType: played.mimeType, size: played.size });
    return;
  }
  const stopping = new AbortController();
  port.onmessage = () => stopping.abort();
  const bytes = await played.read(data.start, data.end, stopping.signal).catch(() => undefined);
  port.postMessage(bytes, bytes ? [bytes.buffer] : []);
  port.close();
}

/**
 * Offers a content to the elements of this page, under an address that nobody can guess and no other page can use. Resolves
 * with undefined where no service worker can be had.
 */
export async function offer(played: Played): Promise<{ src: string; end: () => void } | undefined> {
  if (!(await isServed())) return undefined;
  if (open.size === 0) navigator.serviceWorker.addEventListener('message', answer);
  const id = crypto.randomUUID();
  open.set(id, played);
  const end = () => {
    open.delete(id);
    if (open.size === 0) navigator.serviceWorker.removeEventListener('message', answer);
  };
  return { src: `/media/${id}`, end };
}
