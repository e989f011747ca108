// @ts-check
/**
 * What the service worker answers to a frame that saves a file: bytes that the page hands over as the browser writes them to
 * the disk, and headers that let nothing be made of them but a file. Knows no key, no file and no network.
 */
import { headers, refusal } from './mediaAnswers.js';

/**
 * Frees bytes at which nobody looks any more, as `release` does for the page.
 * @param {Uint8Array} spent
 */
function release(spent) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(undefined, [/** @type {ArrayBuffer} */ (spent.buffer)]);
  port1.close();
}

/**
 * Writes a name as headers have it (RFC 8187, section 3.2.1).
 * @param {string} name
 */
const inHeader = (name) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Answers a request for `/saved/<id>`. `ask` asks the page that has something to save under the id: first for its name and,
 * if that is known, its size in bytes, then for each piece, until there is null; or tells it to stop. It rejects where no page
 * knows the id, and where a piece cannot be had: the browser throws away what it has by then.
 * @param {Pick<Request, 'method' | 'destination' | 'url'>} request
 * @param {(question: { id: string, want: 'name' | 'piece' | 'end' }, signal?: AbortSignal) => Promise<any>} ask
 * @returns {Promise<Response>}
 */
export async function answerSaved(request, ask) {
  if (request.method !== 'GET' || request.destination !== 'iframe') return refusal(404);
  const id = new URL(request.url).pathname.slice('/saved/'.length);
  const { name, size } = (await ask({ id, want: 'name' }).catch(() => undefined)) ?? {};
  if (typeof name !== 'string' || !name.isWellFormed()) return refusal(404);
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) return refusal(404);
  const stopping = new AbortController();
  let sent = 0;
  /** @type {Uint8Array | undefined} */
  let taken;
  const body = new ReadableStream(
    {
      async pull(controller) {
        // The browser asks for more once it has copied what it got; that would lie here until it were collected as garbage.
        if (taken) release(taken);
        taken = undefined;
        const bytes = await ask({ id, want: 'piece' }, stopping.signal);
        if (bytes === null && (size === undefined || sent === size)) return controller.close();
        if (!(bytes instanceof Uint8Array)) throw new Error('not what was asked for');
        sent += bytes.length;
        controller.enqueue(bytes);
        taken = bytes;
      },
      cancel() {
        stopping.abort();
        ask({ id, want: 'end' }).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${inHeader(name)}`,
      ...(size !== undefined && { 'content-length': String(size) }),
    },
  });
}
