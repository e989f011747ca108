/** Accepts websockets: decides which handshakes become connections of the hub. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { SocketGate } from '../../adapters/realtime/realtime.ts';
import type { Hub } from './hub.ts';
import { closeCodes, protocol } from './protocol.ts';

/** The largest message that we read, in bytes; `ws` closes with 1009 before it has read a larger one whole. */
const maxMessageBytes = 64 * 1024;

export type UpgradeOptions = SocketGate & {
  /** The app key in the path, `/app/<key>`. */
  key: string;
};

function refuse(socket: Duplex, status: string): void {
  // Its peer may never close it, and no timeout of the server's holds for it any more.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Serves `/app/<key>` on a server. Upgrades to other paths are left to other listeners, or refused if there are none.
 */
export function acceptSockets(server: Server, hub: Hub, { key, isOwnPage, addressOf }: UpgradeOptions): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // Hints are shorter than a compressor's state is large.
    perMessageDeflate: false,
    clientTracking: false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node listens no more. Without a listener an error of the peer, refused or before `ws` takes over, would end the process.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    // Not through URL: what it cannot parse would throw here, and with that end the process.
    const [path = '', search = ''] = (request.url ?? '').split('?', 2);
    const [, app, asked, ...rest] = path.split('/');
    if (app !== 'app' || asked === undefined || rest.length > 0) {
      if (server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found');
      return;
    }
    if (!isOwnPage(request)) return refuse(socket, '403 Forbidden');
    // Now: a socket that has closed meanwhile has no address.
    const address = addressOf(request);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('error', onError);
      // 'close' follows. Without a listener one bad or too large frame would end the process.
      webSocket.on('error', () => webSocket.terminate());
      // Pusher refuses after the handshake, because only then can a browser read why.
      if (asked !== key) webSocket.close(closeCodes.unknownApp, 'Application does not exist');
      else if (new URLSearchParams(search).get('protocol') !== protocol)
        webSocket.close(closeCodes.unsupportedProtocol, 'Unsupported protocol version');
      else hub.add(webSocket, socket, address);
    });
  });
}
