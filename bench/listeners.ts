/** Many who listen on websockets of their own, in this process: what the server takes is counted in its own. */
import { once } from 'node:events';
import { channelOf } from '@kontor/contract/wire/channel';
import { type RawData, WebSocket } from 'ws';
import { atEnd } from './cleanUp.ts';
import type { World } from './world.ts';

export interface Listeners {
  /**
   * Counts the messages that came so far, to all together, besides those of the start and those of the
   * protocol (pings).
   */
  heard(): number;
  /** Resolves once so many came. @throws Error after a while without */
  until(count: number): Promise<void>;
  /** Returns the newest message. */
  last(): string;
  stop(): Promise<void>;
}

/** Sockets that are being opened at the same time. */
const atOnce = 20;
/** ms that a message may take to everybody. */
const patience = 30_000;

/** Opens `count` sockets, each ready when `join` says so. */
async function open(
  url: string,
  count: number,
  join: (socket: WebSocket) => Promise<void>,
): Promise<Listeners> {
  const sockets: WebSocket[] = [];
  let heard = 0;
  let last = '';
  const connect = async () => {
    while (sockets.length < count) {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      sockets.push(socket);
      await join(socket);
      socket.on('message', (data) => {
        const text = String(data);
        // Whoever does not answer is closed after a while.
        if (text.startsWith('{"event":"pusher:ping"')) socket.send('{"event":"pusher:pong","data":{}}');
        if (text.startsWith('{"event":"pusher')) return;
        heard++;
        last = text;
      });
    }
  };
  const stop = atEnd(async () => {
    const closed = sockets.map((socket) =>
      socket.readyState === WebSocket.CLOSED ? undefined : once(socket, 'close'),
    );
    for (const socket of sockets) socket.terminate();
    await Promise.all(closed);
  });
  await Promise.all(Array.from({ length: atOnce }, connect));
  return {
    heard: () => heard,
    last: () => last,
    stop,
    until: async (wanted) => {
      for (const start = Date.now(); heard < wanted; await new Promise((wake) => setTimeout(wake, 5)))
        if (Date.now() - start > patience) throw new Error(`${heard} of ${wanted} messages came`);
    },
  };
}

/** Resolves with the first message of that kind. */
const message = (socket: WebSocket, event: string): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const look = (raw: RawData) => {
      const { event: name, data } = JSON.parse(String(raw));
      if (name === 'pusher:subscription_error') reject(new Error('a socket may not listen'));
      if (name !== event) return;
      socket.off('message', look);
      resolve(typeof data === 'string' ? JSON.parse(data) : data);
    };
    socket.on('message', look);
    socket.on('error', reject);
  });

/**
 * Connects people of the staff who hear of every change of the workspace: each socket authorised by itself.
 */
export function listenToStaff({ server, actor, workspaceId }: World, count: number): Promise<Listeners> {
  const channel = channelOf.workspace(workspaceId, 'staff');
  const url = `${server.url.replace('http', 'ws')}/app/kontor?protocol=7`;
  return open(url, count, async (socket) => {
    const { socket_id: socketId } = await message(socket, 'pusher:connection_established');
    const body = new URLSearchParams({ socket_id: socketId!, channel_name: channel });
    const { http } = actor.device;
    const { auth } = await http.json<{ auth: string }>('/api/realtime/auth', { method: 'POST', body });
    const joined = message(socket, 'pusher_internal:subscription_succeeded');
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
    await joined;
  });
}

/** Connects listeners of the bare floor. */
export const listenToFloor = (url: string, count: number): Promise<Listeners> =>
  open(url.replace('http', 'ws'), count, async (socket) => {
    await once(socket, 'message');
  });
