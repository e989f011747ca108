/**
 * The floor of a change that another sees: a bare server (run by `startHop` as a process of its own) that takes a POST,
 * inserts one row durably and tells a websocket.
 */
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { withDatabase } from '../../e2e/database.ts';
import { announce, databasePool, type FloorProcess, startFloor } from './process.ts';

/** Starts it beside the embedded database of a running server. */
export async function startHop(dataPath: string): Promise<FloorProcess> {
  await withDatabase(dataPath, (client) =>
    client.query('CREATE TABLE IF NOT EXISTS floor_hop (id uuid PRIMARY KEY, sealed bytea NOT NULL)'),
  );
  return startFloor(import.meta.filename, [dataPath]);
}

function serve(dataPath: string): void {
  const pool = databasePool(dataPath, 4);
  const listeners = new Set<WebSocket>();
  const insert = { name: 'insert', text: 'INSERT INTO floor_hop VALUES ($1, $2)' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, sealed } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; sealed: string };
    await pool.query({ ...insert, values: [id, Buffer.from(sealed, 'base64url')] });
    response.end('{}');
    for (const listener of listeners) listener.send(JSON.stringify({ id }));
  });
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) =>
    listeners.add(socket),
  );
  announce(server);
}

if (import.meta.main) serve(process.argv[2]!);
