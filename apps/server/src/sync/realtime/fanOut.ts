/**
 * Connects app processes that share a database: what one publishes the others receive, through LISTEN and NOTIFY. Sent
 * outside of any transaction and in batches, because a NOTIFY inside one holds a lock of the whole database at its
 * commit.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationHint, RevisionHint } from '@kontor/contract/wire/channel';
import pg from 'pg';
import type { SocketHolder } from '../../adapters/realtime/realtime.ts';
import type { Sign } from './sign.ts';

export type FanOutMessage =
  | { kind: 'publish'; channels: string[]; event: string; data: RevisionHint | NotificationHint }
  | { kind: 'claim'; socketId: string; holder: SocketHolder }
  | { kind: 'closeSession'; sessionId: string }
  | { kind: 'sign'; sign: Sign }
  | { kind: 'closeUser'; userId: string }
  | { kind: 'reconnectAll' };

export type FanOut = {
  /** Resolves when the others will receive it; rejects when the database is not there. */
  send(message: FanOutMessage): Promise<void>;
  close(): Promise<void>;
};

const topic = 'kontor_realtime';
/** Largest payload: PostgreSQL takes less than 8,000 bytes. */
const maxPayload = 7_900;
/** Most channels of one message; a publish to more is split. */
const channelsPerMessage = 60;
const maxRetryMs = 5_000;

type Waiting = { text: string; resolve: () => void; reject: (error: unknown) => void };

/** Takes the messages that fit one payload from the front of the queue. */
function takeBatch(queue: Waiting[], overhead: number): Waiting[] {
  let size = overhead;
  let count = 0;
  for (const { text } of queue) {
    size += Buffer.byteLength(text) + 1;
    if (size > maxPayload && count > 0) break;
    count++;
  }
  return queue.splice(0, count);
}

function split(message: FanOutMessage): FanOutMessage[] {
  if (message.kind !== 'publish' || message.channels.length <= channelsPerMessage) return [message];
  const out: FanOutMessage[] = [];
  for (let i = 0; i < message.channels.length; i += channelsPerMessage)
    out.push({ ...message, channels: message.channels.slice(i, i + channelsPerMessage) });
  return out;
}

class PgFanOut implements FanOut {
  readonly #config: pg.ClientConfig;
  readonly #onMessage: (message: FanOutMessage) => void;
  readonly #onError: (error: unknown) => void;
  /** Id of this process: our own messages come back to us, and this tells them from the others'. */
  readonly #sender = randomUUID();
  #client: pg.Client | undefined;
  #queue: Waiting[] = [];
  #reconnecting: Promise<void> | undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(
    config: pg.ClientConfig,
    onMessage: (message: FanOutMessage) => void,
    onError: (error: unknown) => void,
  ) {
    this.#config = config;
    this.#onMessage = onMessage;
    this.#onError = onError;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({ ...this.#config, keepAlive: true });
    const lost = (error?: Error) => {
      if (this.#client !== client) return;
      this.#client = undefined;
      if (this.#isClosed) return;
      this.#onError(error ?? new Error('the connection that listens for hints ended'));
      this.#reconnecting ??= this.#reconnect().finally(() => {
        this.#reconnecting = undefined;
      });
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    await client.connect();
    try {
      await client.query(`LISTEN ${topic}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    const before = this.#client;
    this.#client = client;
    await before?.end();
  }

  /** Connects until it could tell the others. One at a time: a second one would leave two listeners. */
  async #reconnect(): Promise<void> {
    for (let pause = 50; !this.#isClosed; pause = Math.min(pause * 2, maxRetryMs)) {
      try {
        await this.connect();
        // Nobody knows what was said meanwhile: all clients, here and elsewhere, pull once.
        this.#onMessage({ kind: 'reconnectAll' });
        await this.send({ kind: 'reconnectAll' });
        // The connection may have been lost behind the answer already.
        if (this.#client) return;
      } catch (error) {
        this.#onError(error);
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  #receive(payload: string): void {
    // Whoever may use the database may notify, and what its client's listener throws ends the process.
    try {
      const [sender, ...messages] = JSON.parse(payload) as [string, ...FanOutMessage[]];
      if (sender !== this.#sender) for (const message of messages) this.#onMessage(message);
    } catch (error) {
      this.#onError(error);
    }
  }

  async send(message: FanOutMessage): Promise<void> {
    const sent = split(message).map(
      (part) =>
        new Promise<void>((resolve, reject) => {
          this.#queue.push({ text: JSON.stringify(part), resolve, reject });
        }),
    );
    void this.#flush();
    await Promise.all(sent);
  }

  /** Sends the queue, one query at a time; messages that arrive meanwhile go with the next. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const overhead = this.#sender.length + 4;
    while (this.#queue.length > 0) {
      const batch = takeBatch(this.#queue, overhead);
      try {
        if (!this.#client)
          throw new Error('other processes cannot be reached: no connection to the database');
        const payload = `["${this.#sender}",${batch.map(({ text }) => text).join(',')}]`;
        await this.#client.query('SELECT pg_notify($1, $2)', [topic, payload]);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isFlushing = false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }
}

/**
 * Joins the processes that share a database. `onError` is told of lost connections; they are opened again, and every
 * client then reconnects and pulls.
 */
export async function openPgFanOut(
  config: pg.ClientConfig,
  onMessage: (message: FanOutMessage) => void,
  onError: (error: unknown) => void,
): Promise<FanOut> {
  const fanOut = new PgFanOut(config, onMessage, onError);
  await fanOut.connect();
  return fanOut;
}
