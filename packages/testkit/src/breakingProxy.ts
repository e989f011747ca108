/** A line between clients and a server that can be cut, connections and all, as by a train in a tunnel. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface BreakingProxy {
  /** The origin under which clients reach the server. */
  url: string;
  /** Where the server listens; it may come later than the line. */
  target: { port: number };
  /** Bytes that went to the server so far. */
  sent(): number;
  /** Cuts the line as soon as so many more bytes went to the server. Resolves when it is cut. */
  cutAfter(bytes: number): Promise<void>;
  /** Cuts the line at once. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of a server's port. */
export async function startBreakingProxy(port: number): Promise<BreakingProxy> {
  const target = { port };
  const sockets = new Set<Socket>();
  let sent = 0;
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
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as { port: number }).port}`,
    target,
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
