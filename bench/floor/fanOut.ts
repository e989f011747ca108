/**
 * The floor of telling many: a bare websocket server that sends each text that is posted to it to everybody, one after
 * the other, made into bytes once.
 */
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { announce, type FloorProcess, startFloor } from './process.ts';

export const startFanOut = (): Promise<FloorProcess> => startFloor(import.meta.filename);

function serve(): void {
  const listeners = new Set<WebSocket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = Buffer.concat(chunks);
    if (request.url !== '/nobody')
      for (const listener of listeners) listener.send(message, { binary: false });
    response.end();
  });
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    listeners.add(socket);
    // Whoever is told that they listen is told what comes from then on.
    socket.send('listening');
  });
  announce(server);
}

if (import.meta.main) serve();
