/** A connection between clients and a server that can be slow, or cut, connections and all, as by a train in a tunnel. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pass } from 'node:timers/promises';

export interface BreakingProxy {
  /** The origin under which clients reach the server. */
  url: string;
  /** Where the server listens; it may come later than the proxy. */
  target: { port: number };
  /** Lets no more than so many bytes a second of each connection to the server; as many as come with Infinity. */
  slow(bytesPerSecond: number): void;
  /** Lets no more than so many bytes a second of each connection to the client, likewise. */
  slowAnswers(bytesPerSecond: number): void;
  /** Counts the bytes that went to the server so far. */
  sent(): number;
  /** Cuts the connection as soon as so many more bytes went to the server. Resolves when it is cut. */
  cutAfter(bytes: number): Promise<void>;
  /** Cuts the connection at once. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** Lets bytes through at the rate that holds when they come. */
const paced = (bytesPerSecond: () => number): Transform =>
  new Transform({
    transform: (bytes: Buffer, _, done) => {
      const rate = bytesPerSecond();
      if (rate === Number.POSITIVE_INFINITY) done(null, bytes);
      else void pass((bytes.length / rate) * 1000).then(() => done(null, bytes));
    },
  });

/** Starts a proxy in front of a server's port. */
export async function startBreakingProxy(port: number): Promise<BreakingProxy> {
  const target = { port };
  const sockets = new Set<Socket>();
  let sent = 0;
  const rates = { calls: Number.POSITIVE_INFINITY, answers: Number.POSITIVE_INFINITY };
  let cut: { at: number; done: () => void } | undefined;
  let isDown = false;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const upstream = connect(target.port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      sent += bytes.length;
      if (!cut || sent < cut.at) return;
      const { done } = cut;
      cut = undefined;
      isDown = true;
      destroyAll();
      done();
    });
    client.pipe(paced(() => rates.calls)).pipe(upstream);
    upstream.pipe(paced(() => rates.answers)).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as { port: number }).port}`,
    target,
    slow: (bytesPerSecond) => {
      rates.calls = bytesPerSecond;
    },
    slowAnswers: (bytesPerSecond) => {
      rates.answers = bytesPerSecond;
    },
    sent: () => sent,
    cutAfter: (bytes) =>
      new Promise((done) => {
        cut = { at: sent + bytes, done };
      }),
    cut: () => {
      isDown = true;
      destroyAll();
    },
    mend: () => {
      isDown = false;
    },
    stop: async () => {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
