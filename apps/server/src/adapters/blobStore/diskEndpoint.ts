/** The HTTP side of the disk store: the four verbs of S3 that a presigned URL can carry. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { presignedSeconds } from '@kontor/contract/wire/protocol';
import { isBlobKey } from './blobStore.ts';
import { type DiskFiles, Replaced, SizeMismatch } from './diskFiles.ts';
import { type Credentials, verifyPresigned } from './sigv4.ts';

export type EndpointOptions = {
  credentials: Credentials;
  basePath: string;
  /** The host that signatures are made for. */
  host: (request: IncomingMessage) => string;
  now: () => number;
};

/** Headers for content that is sealed or untrusted: it must never render, run or be cached. */
const headers = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'accept-ranges': 'bytes',
};

type Range = { start: number; end: number };

/** Parses the one byte range of a Range header (RFC 9110, section 14); other forms are ignored, as the RFC allows. */
export function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  // An unread body is not worth reading: close instead of draining it.
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { ...headers, ...close, 'content-type': 'text/plain' }).end(message);
}

async function put(files: DiskFiles, key: string, request: IncomingMessage, response: ServerResponse) {
  try {
    await files.write(key, request, Number(request.headers['content-length']));
  } catch (error) {
    if (error instanceof Replaced) return refuse(request, response, 409, 'Another upload of this has begun.');
    if (!(error instanceof SizeMismatch)) throw error;
    return refuse(request, response, 400, 'The body does not have the declared size.');
  }
  response.writeHead(200, { ...headers, 'content-length': 0 }).end();
}

async function get(files: DiskFiles, key: string, request: IncomingMessage, response: ServerResponse) {
  const found = await files.read(key);
  if (!found) return refuse(request, response, 404, 'Not found');
  const { file, size } = found;
  try {
    const range = parseRange(request.headers.range, size);
    if (range === 'unsatisfiable') {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.writeHead(range ? 206 : 200, {
      ...headers,
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    if (request.method === 'HEAD' || size === 0) response.end();
    else await pipeline(file.createReadStream({ start, end, highWaterMark: 1 << 18 }), response);
  } finally {
    await file.close();
  }
}

/** Error codes of a stream whose other side closed early or never came: no error of ours. */
const wentAway = new Set<string | undefined>([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'EPIPE',
  'ABORT_ERR',
]);

/**
 * Makes the request handler of a disk store. Every refusal of a signature is 403 and says no more. Rejects, after it
 * has answered, when the disk fails.
 */
export function serveFiles(files: DiskFiles, { credentials, basePath, host, now }: EndpointOptions) {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', search = ''] = (request.url ?? '').split('?', 2);
    const method = request.method ?? '';
    const key = path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : '';
    const verdict = verifyPresigned(
      {
        method,
        host: host(request),
        path,
        query: [...new URLSearchParams(search)],
        headers: request.headers as Record<string, string | undefined>,
      },
      credentials,
      { now: now(), maxExpiresSeconds: presignedSeconds },
    );
    if (!verdict.ok || !isBlobKey(key)) return refuse(request, response, 403, 'Signature refused');
    if (method === 'GET' || method === 'HEAD') return get(files, key, request, response);
    if (method === 'PUT') {
      // Without this the holder of a URL could store more than was reserved for it.
      if (!verdict.signedHeaders.has('content-length'))
        return refuse(request, response, 403, 'Signature refused');
      return put(files, key, request, response);
    }
    if (method === 'DELETE') {
      await files.delete(key);
      response.writeHead(204, headers).end();
      return;
    }
    return refuse(request, response, 405, 'Method not allowed');
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await serve(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else refuse(request, response, 500, 'Something went wrong');
      if (!wentAway.has((error as NodeJS.ErrnoException).code)) throw error;
    }
  };
}
