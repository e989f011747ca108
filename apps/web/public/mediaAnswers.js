// @ts-check
/**
 * What the service worker answers to an element that plays sound or film: bytes that the page hands over, and headers that
 * do not depend on anybody's word. Knows no key, no file and no network.
 */

/** The types that are played; what a page names otherwise is not. */
const played = new Set([
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/flac',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/quicktime',
]);

/** Bytes that a page is asked for at once, and to whose multiples: four sealed segments. */
const pieceSize = 1_048_576;

/**
 * Reads the one byte range of a Range header (RFC 9110, section 14) as `start` to `end` (exclusive). Other forms, and several
 * ranges, are ignored, as the RFC allows: undefined stands for the whole.
 * @param {string | null} header
 * @param {number} size
 * @returns {{ start: number, end: number } | 'unsatisfiable' | undefined}
 */
export function rangeOf(header, size) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size } : 'unsatisfiable';
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

/** Headers of every answer: nothing of it is kept, and nothing in it is taken for a page or a script. */
export const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * @param {number} status
 * @param {Record<string, string>} [more]
 */
export const refusal = (status, more) => new Response(null, { status, headers: { ...headers, ...more } });

/**
 * Streams bytes `start` to `end` (exclusive), each piece when the one before was taken.
 * @param {number} start
 * @param {number} end
 * @param {(start: number, end: number, signal: AbortSignal) => Promise<unknown>} read
 */
function bytesOf(start, end, read) {
  const stopping = new AbortController();
  let at = start;
  return new ReadableStream(
    {
      async pull(controller) {
        const stop = Math.min(end, (Math.floor(at / pieceSize) + 1) * pieceSize);
        const bytes = await read(at, stop, stopping.signal);
        if (!(bytes instanceof Uint8Array) || bytes.length !== stop - at)
          throw new Error('not what was asked for');
        controller.enqueue(bytes);
        at = stop;
        if (at === end) controller.close();
      },
      cancel: () => stopping.abort(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Answers a request for `/media/<id>`. `ask` asks the page that made the request, and none else: first what it has under the
 * id, then for each piece. It rejects where the page does not know the id.
 * @param {Pick<Request, 'method' | 'destination' | 'url' | 'headers'>} request
 * @param {(question: { id: string, start?: number, end?: number }, signal?: AbortSignal) => Promise<any>} ask
 * @returns {Promise<Response>}
 */
export async function answerMedia(request, ask) {
  // Elements alone: neither a page nor a script is ever made of a file.
  if (request.method !== 'GET' || !['audio', 'video'].includes(request.destination)) return refusal(404);
  const id = new URL(request.url).pathname.slice('/media/'.length);
  const found = await ask({ id }).catch(() => undefined);
  const { size, mimeType } = found ?? {};
  if (!Number.isSafeInteger(size) || size < 0 || !played.has(mimeType)) return refusal(404);
  const range = rangeOf(request.headers.get('range'), size);
  if (range === 'unsatisfiable') return refusal(416, { 'content-range': `bytes */${size}` });
  const { start, end } = range ?? { start: 0, end: size };
  const read = (/** @type {number} */ from, /** @type {number} */ to, /** @type {AbortSignal} */ signal) =>
    ask({ id, start: from, end: to }, signal);
  return new Response(start < end ? bytesOf(start, end, read) : null, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'accept-ranges': 'bytes',
      'content-type': mimeType,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    },
  });
}
