/** The app's service worker (`public/serviceWorker.js`): started by what needs it first, and answered by this page. */
import { isDesktop } from './desktop/desktop.ts';

/** ms in which a worker that was installed takes over this page. */
const patience = 5_000;

/** Starts the worker. Rejects where the browser has none to offer. */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/serviceWorker.js', { type: 'module' });
  return navigator.serviceWorker.ready;
}

/** Starts the worker and waits until what this page asks for comes by it. Resolves with false where it never will. */
async function isServed(): Promise<boolean> {
  // The pages of the desktop app come from the shell, which no worker can stand before.
  if (isDesktop() || !('serviceWorker' in navigator)) return false;
  const started = startServiceWorker().then(async ({ active }) => {
    if (navigator.serviceWorker.controller) return true;
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    active?.postMessage('claim');
    await taken;
    return true;
  });
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([started.catch(() => false), late]);
}

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
