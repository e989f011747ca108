/**
 * The floor of a change that another sees: a bare server (run by `startHop` as a process of its own) that takes a POST,
 * inserts one row durably and tells a websocket.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { withDatabase } from '../../e2e/database.ts';

export interface Hop {
  url: string;
  stop(): Promise<void>;
}

/** Starts it beside the embedded database of a running server. */
export async function startHop(dataPath: string): Promise<Hop> {
  await withDatabase(dataPath, (client) =>
    client.query('CREATE TABLE IF NOT EXISTS floor_hop (id uuid PRIMARY KEY, sealed bytea NOT NULL)'),
  );
  const child: ChildProcess = fork(import.meta.filename, [dataPath], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function serve(dataPath: string): Promise<void> {
  const pool = new pg.Pool({
    host: join(dataPath, 'socket'),
    user: 'kontor',
    database: 'kontor',
    password: readFileSync(join(dataPath, 'secrets/postgres'), 'utf8').trim(),
    max: 4,
  });
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
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
}

if (import.meta.main) await serve(process.argv[2]!);
