/**
 * A rewriting proxy between a real browser and the real server: it plays the hostile server, and it records all that
 * passes, so that a test can prove what did not leave.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { concat, utf8 } from '@kontor/contract/wire/bytes';
import { type RevisionHint, revisionEvent } from '@kontor/contract/wire/channel';
import { decodeSync, encodeSync, type SyncAnswer } from '@kontor/contract/wire/sync';
import { frameReader, type Passed, textFrame } from './frames.ts';

export interface Exchange {
  method: string;
  path: string;
  requestHeaders: string;
  requestBody: Buffer;
  status: number;
  responseHeaders: string;
  responseBody: Buffer;
}

/** Changes an answer on its way to the browser; undefined leaves it as it is. */
export type Rewrite = (exchange: Exchange) => Buffer | undefined | Promise<Buffer | undefined>;

export interface HostileProxy {
  url: string;
  exchanges: Exchange[];
  /** The answers to pulls as the server gave them, those that hints brought along too. */
  pulled: Buffer[];
  /** The payloads of the websockets' frames, unmasked, both ways; the handshakes too. */
  frames: Buffer[];
  /** Where requests go; set once the server runs. */
  target: { port: number };
  /** The rewrites in force, in order. */
  rewrites: Rewrite[];
  /** Headers that the next answer of a path gets besides its own. */
  headersOnce: Map<string, OutgoingHttpHeaders>;
  close(): Promise<void>;
}

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Starts a proxy on a free loopback port. */
export async function startProxy(): Promise<HostileProxy> {
  const exchanges: Exchange[] = [];
  const pulled: Buffer[] = [];
  const frames: Buffer[] = [];
  const rewrites: Rewrite[] = [];
  const headersOnce = new Map<string, OutgoingHttpHeaders>();
  const target = { port: 0 };

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const requestBody = await bodyOf(incoming);
    const headers = { ...incoming.headers, 'accept-encoding': 'identity', connection: 'close' };
    const upstream = request({
      port: target.port,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers,
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      upstream.on('response', resolve).on('error', reject).end(requestBody);
    });
    const exchange: Exchange = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      requestHeaders: incoming.rawHeaders.join('\n'),
      requestBody,
      status: answer.statusCode ?? 502,
      responseHeaders: answer.rawHeaders.join('\n'),
      responseBody: await bodyOf(answer),
    };
    exchanges.push(exchange);
    if (exchange.path === '/api/sync' && exchange.status === 200) pulled.push(exchange.responseBody);
    let body = exchange.responseBody;
    for (const rewrite of rewrites) body = (await rewrite({ ...exchange, responseBody: body })) ?? body;
    const path = exchange.path.split('?')[0]!;
    const more = headersOnce.get(path);
    headersOnce.delete(path);
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
    response.writeHead(
      exchange.status,
      incoming.method === 'HEAD' ? answer.headers : { ...kept, ...more, 'content-length': body.length },
    );
    response.end(body);
  };

  const server: Server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(error.message);
    });
  });
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upstream = connect(target.port, '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      // Without extensions no frame is compressed.
      for (let i = 0; i < incoming.rawHeaders.length; i += 2)
        if (incoming.rawHeaders[i]!.toLowerCase() !== 'sec-websocket-extensions')
          lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
      const handshake = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
      frames.push(...readUp(Buffer.concat([handshake, head])).map(({ payload }) => payload));
      upstream.write(handshake);
      upstream.write(head);
    });
    sockets.add(upstream);
    const [readUp, readDown] = [frameReader(), frameReader()];
    socket.on('data', (chunk: Buffer) => frames.push(...readUp(chunk).map(({ payload }) => payload)));
    socket.pipe(upstream);
    let sent = Promise.resolve();
    upstream.on('data', (chunk: Buffer) => {
      const passed = readDown(chunk);
      frames.push(...passed.map(({ payload }) => payload));
      for (const each of passed)
        sent = sent.then(async () => {
          const page = pageIn(each);
          if (page) pulled.push(page);
          socket.write(page ? await toldAnew(each, page, rewrites) : each.bytes);
        });
    });
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    pulled,
    frames,
    target,
    rewrites,
    headersOnce,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns what a frame to the browser brings along as a hint. */
function pageIn({ payload, isText }: Passed): Buffer | undefined {
  if (!isText) return undefined;
  const { event, data } = JSON.parse(payload.toString()) as { event: string; data: string };
  const page = event === revisionEvent ? (JSON.parse(data) as RevisionHint).page : undefined;
  return page === undefined ? undefined : Buffer.from(page, 'base64url');
}

/** Returns the bytes of a hint with its page: an answer to a pull, and changed as such. */
async function toldAnew({ payload }: Passed, page: Buffer, rewrites: readonly Rewrite[]): Promise<Buffer> {
  const message = JSON.parse(payload.toString()) as { event: string; data: string };
  const hint = JSON.parse(message.data) as RevisionHint;
  const empty = Buffer.alloc(0);
  const asked = { method: 'POST', path: '/api/sync', requestHeaders: '', requestBody: empty };
  let body = page;
  for (const rewrite of rewrites)
    body = (await rewrite({ ...asked, status: 200, responseHeaders: '', responseBody: body })) ?? body;
  const data = JSON.stringify({ ...hint, page: body.toString('base64url') });
  return textFrame(JSON.stringify({ ...message, data }));
}

/** Rewrites the JSON of one path's successful answers. */
export const onJson =
  (path: string, change: (body: never) => unknown): Rewrite =>
  ({ path: asked, status, responseBody }) => {
    if (asked.split('?')[0] !== path || status !== 200) return undefined;
    return Buffer.from(JSON.stringify(change(JSON.parse(responseBody.toString()) as never)));
  };

/** Rewrites the answers of `POST /api/sync`. */
export const onSync =
  (change: (answer: SyncAnswer) => SyncAnswer): Rewrite =>
  ({ path, status, responseBody }) => {
    if (path !== '/api/sync' || status !== 200) return undefined;
    return changedSync(change, responseBody);
  };

/** Changes the rows that any answer brings: those of a pull, and the pages of history. */
export const onRows =
  (change: (answer: SyncAnswer) => SyncAnswer): Rewrite =>
  ({ path, status, responseBody }) => {
    if (!['/api/sync', '/api/history'].includes(path) || status !== 200) return undefined;
    return changedSync(change, responseBody);
  };

const changedSync = (change: (answer: SyncAnswer) => SyncAnswer, body: Buffer): Buffer =>
  Buffer.from(concat(...encodeSync(change(decodeSync(new Uint8Array(body))))));

/** Returns what was sent, for tests that look for text in requests. */
export const requestBytes = (exchanges: readonly Exchange[]): Buffer =>
  Buffer.concat(
    exchanges.map(({ method, path, requestHeaders, requestBody }) =>
      Buffer.concat([utf8(`${method} ${path}\n${requestHeaders}\n`), requestBody, utf8('\n')]),
    ),
  );
