/**
 * Connects app processes that share a database: what one publishes the others receive, through LISTEN and NOTIFY. Sent
 * outside of any transaction and in batches, because a NOTIFY inside one holds a lock of the whole database at its
 * commit. Each message is authenticated: whoever may use the database may notify.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SocketHolder, Told } from '../../adapters/realtime/realtime.ts';
import type { Sign } from './sign.ts';

export type FanOutMessage =
  | { kind: 'publish'; channels: string[]; event: string; data: Told }
  | { kind: 'claim'; socketId: string; holder: SocketHolder }
  | { kind: 'closeSession'; sessionId: string }
  | { kind: 'sign'; sign: Sign }
  | { kind: 'closeUser'; userId: string }
  | { kind: 'reconnectAll' };

export type FanOut = {
  /** Resolves when the others will receive it; rejects when the database is not there. */
  send(message: FanOutMessage): Promise<void>;
  /** True while the others hear late, or not at all, and this process of them. */
  readonly isBehind: boolean;
  close(): Promise<void>;
};

const topic = 'kontor_realtime';
/** Largest payload: PostgreSQL takes less than 8,000 bytes. */
const maxPayload = 7_900;
/** Most channels of one message; a publish to more is split. */
const channelsPerMessage = 60;
const maxRetryMs = 5_000;
/** Messages that wait to be sent from which the others hear late. */
const mostWaiting = 50;
/** Characters of a message's authentication: SHA-256, base64url. */
const tagLength = 43;

export type FanOutOptions = {
  /** Known to all processes, and to nobody else. */
  secret: string;
  onMessage: (message: FanOutMessage) => void;
  /** Is told of lost connections; they are opened again, and every client then reconnects and pulls. */
  onError: (error: unknown) => void;
};

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

/** Tests for what nobody waits for: rights that end, and claims, go before it. */
const isNews = ({ kind }: FanOutMessage): boolean => kind === 'publish' || kind === 'sign';

class PgFanOut implements FanOut {
  readonly #config: pg.ClientConfig;
  readonly #secret: string;
  readonly #onMessage: (message: FanOutMessage) => void;
  readonly #onError: (error: unknown) => void;
  /** Id of this process: our own messages come back to us, and this tells them from the others'. */
  readonly #sender = randomUUID();
  #client: pg.Client | undefined;
  readonly #urgent: Waiting[] = [];
  readonly #news: Waiting[] = [];
  #reconnecting: Promise<void> | undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(config: pg.ClientConfig, { secret, onMessage, onError }: FanOutOptions) {
    this.#config = config;
    this.#secret = secret;
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

  get isBehind(): boolean {
    return this.#client === undefined || this.#news.length >= mostWaiting;
  }

  #tagOf(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  #receive(message: string): void {
    const [tag, payload] = [message.slice(0, tagLength), message.slice(tagLength)];
    // What the listener of the database's client throws ends the process.
    try {
      if (tag.length < tagLength || !timingSafeEqual(Buffer.from(tag), Buffer.from(this.#tagOf(payload))))
        throw new Error('a message to the other processes that none of them has sent');
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
          (isNews(part) ? this.#news : this.#urgent).push({ text: JSON.stringify(part), resolve, reject });
        }),
    );
    void this.#flush();
    await Promise.all(sent);
  }

  /** Sends what waits, one query at a time; messages that arrive meanwhile go with the next. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const overhead = tagLength + this.#sender.length + 4;
    while (this.#urgent.length + this.#news.length > 0) {
      const batch = takeBatch(this.#urgent.length > 0 ? this.#urgent : this.#news, overhead);
      try {
        if (!this.#client)
          throw new Error('other processes cannot be reached: no connection to the database');
        const payload = `["${this.#sender}",${batch.map(({ text }) => text).join(',')}]`;
        await this.#client.query('SELECT pg_notify($1, $2)', [topic, this.#tagOf(payload) + payload]);
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

/** Joins the processes that share a database. */
export async function openPgFanOut(config: pg.ClientConfig, options: FanOutOptions): Promise<FanOut> {
  const fanOut = new PgFanOut(config, options);
  await fanOut.connect();
  return fanOut;
}
