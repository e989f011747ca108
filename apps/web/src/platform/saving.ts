/** Hands files to the browser's own downloads as they come, by the service worker: whatever their size, memory stays flat. */
import { isServed } from './serviceWorker.ts';

/** ms in which a browser begins to save. */
const patience = 5_000;
/** ms after which a worker would be ended of which nothing was asked, and less. */
const stayAwake = 10_000;

interface Saved {
  name: string;
  /** Bytes; undefined where nobody knows before the end. */
  size: number | undefined;
  content: ReadableStream<Uint8Array>;
}

interface Question {
  ask: 'saved';
  id: string;
  want: 'name' | 'piece' | 'end';
}

/**
 * Saves a content while it arrives. Resolves with true once the browser has taken all of it, and with false, before anything of
 * it was read, where there is no service worker or none that saves. Rejects as the content does, and with an AbortError where
 * the person stopped the browser's download: nothing of it is left then.
 */
export async function saveAsItComes({ name, size, content }: Saved): Promise<boolean> {
  if (!(await isServed())) return false;
  const { serviceWorker } = navigator;
  const id = crypto.randomUUID();
  const frame = Object.assign(document.createElement('iframe'), { hidden: true, src: `/saved/${id}` });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const unasked = setTimeout(resolve, patience, false);
  const awake = setInterval(() => serviceWorker.controller?.postMessage('stay'), stayAwake);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  const piece = async (port: MessagePort) => {
    reader ??= content.getReader();
    try {
      const { value, done } = await reader.read();
      if (done) {
        port.postMessage(null);
        resolve(true);
      } else {
        // Memory that is given away has to be nobody else's.
        const bytes = value.byteLength === value.buffer.byteLength ? value : value.slice();
        port.postMessage(bytes, [bytes.buffer]);
      }
    } catch (error) {
      port.postMessage(undefined);
      reject(error);
    }
  };
  const answer = ({ data, ports: [port] }: MessageEvent<Question>) => {
    if (data?.ask !== 'saved' || data.id !== id || !port) return;
    if (data.want === 'name') {
      clearTimeout(unasked);
      port.postMessage({ name, size });
    } else if (data.want === 'piece') void piece(port);
    else {
      reject(new DOMException('the download was stopped', 'AbortError'));
      void reader?.cancel();
    }
  };

  serviceWorker.addEventListener('message', answer);
  document.body.append(frame);
  try {
    return await promise;
  } finally {
    serviceWorker.removeEventListener('message', answer);
    clearTimeout(unasked);
    clearInterval(awake);
    frame.remove();
  }
}
