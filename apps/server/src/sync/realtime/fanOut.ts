/**
 * Connects app processes that share a database: what one publishes the others receive, through LISTEN and NOTIFY. Sent
 * outside of any transaction and in batches, because a NOTIFY inside one holds a lock of the whole database at its
 * commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HintData, SocketHolder } from '../../adapters/realtime/realtime.ts';
import { FanOutSeal, sealBytes } from './fanOutSeal.ts';
import type { Sign } from './sign.ts';

export type FanOutMessage =
  | { kind: 'publish'; channels: string[]; event: string; data: HintData }
  | { kind: 'claim'; socketId: string; holder: SocketHolder }
  | { kind: 'closeSession'; sessionId: string }
  | { kind: 'sign'; sign: Sign }
  | { kind: 'closeUser'; userId: string }
  | { kind: 'reconnectAll' }
  /** Says that a process is there. */
  | { kind: 'here' };

export type FanOut = {
  /** Resolves when the others will receive it; rejects when the database is not there. */
  send(message: FanOutMessage): Promise<void>;
  /**
   * True while many messages wait here, or one for long, or the connection is lost: then the others hear late, and this process of
   * them. A connection that was cut without a word counts as lost two seconds behind the next message, at the latest that this
   * process is there.
   */
  readonly isBehind: boolean;
  /** True if another process was heard of just now. */
  readonly hasOthers: boolean;
  /** Sends what waits, for two seconds at most, and ends the connection. */
  close(): Promise<void>;
};

const topic = 'kontor_realtime';
/** Largest text of messages: PostgreSQL takes less than 8,000 bytes, base64url makes four of three. */
const maxText = Math.floor((7_900 * 3) / 4) - sealBytes;
/** Bytes around messages: brackets and the time. */
const overhead = 16;
/** Most channels of one message; a publish to more is split. */
const channelsPerMessage = 30;
const maxRetryMs = 5_000;
/** Messages that wait to be sent, and ms that one takes, from which the others hear late. */
const mostWaiting = 50;
const lateMs = 2_000;
/** Interval in which a process says that it is there, in ms. */
const hereMs = 10_000;

/** The order in which messages go: rights that end before claims, which somebody waits for, before news. */
const ranks = {
  closeSession: 0,
  closeUser: 0,
  reconnectAll: 0,
  claim: 1,
  publish: 2,
  sign: 2,
  here: 2,
} as const;

export type FanOutOptions = {
  /** Known to all processes, and to nobody else. */
  secret: Buffer;
  onMessage: (message: FanOutMessage) => void;
  /** Is told of lost connections; they are opened again, and every client then reconnects and pulls. */
  onError: (error: unknown) => void;
};

type Waiting = { text: string; resolve: () => void; reject: (error: unknown) => void };

/** Takes the messages that fit one payload from the front of the queue. */
function takeBatch(queue: Waiting[]): Waiting[] {
  let size = overhead;
  let count = 0;
  for (const { text } of queue) {
    size += Buffer.byteLength(text) + 1;
    if (size > maxText && count > 0) break;
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
  readonly #seal: FanOutSeal;
  readonly #onMessage: (message: FanOutMessage) => void;
  readonly #onError: (error: unknown) => void;
  #client: pg.Client | undefined;
  /** By rank. */
  readonly #queues: Waiting[][] = [[], [], []];
  readonly #here: NodeJS.Timeout;
  /** Times in ms: when the query that is under way began, and when another process was heard of. */
  #askedAt: number | undefined;
  #heardAt: number | undefined;
  #reconnecting: Promise<void> | undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(config: pg.ClientConfig, { secret, onMessage, onError }: FanOutOptions) {
    this.#config = config;
    this.#seal = new FanOutSeal(secret);
    this.#onMessage = onMessage;
    this.#onError = onError;
    // That the connection is lost is told where it is.
    this.#here = setInterval(() => this.send({ kind: 'here' }).catch(() => {}), hereMs).unref();
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
    const isLate = this.#askedAt !== undefined && Date.now() - this.#askedAt > lateMs;
    return this.#client === undefined || isLate || this.#queues.flat().length >= mostWaiting;
  }

  get hasOthers(): boolean {
    return this.#heardAt !== undefined && Date.now() - this.#heardAt < 3 * hereMs;
  }

  #receive(payload: string): void {
    // Our own messages come back to us.
    if (this.#seal.isOwn(payload)) return;
    // What the listener of the database's client throws ends the process.
    try {
      const messages = this.#seal.open(payload) as FanOutMessage[];
      this.#heardAt = Date.now();
      for (const message of messages) this.#onMessage(message);
    } catch (error) {
      this.#onError(error);
    }
  }

  async send(message: FanOutMessage): Promise<void> {
    const sent = split(message).map(
      (part) =>
        new Promise<void>((resolve, reject) => {
          this.#queues[ranks[part.kind]]!.push({ text: JSON.stringify(part), resolve, reject });
        }),
    );
    void this.#flush();
    await Promise.all(sent);
  }

  #next(): Waiting[] | undefined {
    return this.#queues.find((queue) => queue.length > 0);
  }

  /** Sends what waits, one query at a time; messages that arrive meanwhile go with the next. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    for (let queue = this.#next(); queue; queue = this.#next()) {
      const batch = takeBatch(queue);
      try {
        if (!this.#client)
          throw new Error('other processes cannot be reached: no connection to the database');
        this.#askedAt = Date.now();
        const payload = this.#seal.seal(batch.map(({ text }) => text));
        await this.#client.query('SELECT pg_notify($1, $2)', [topic, payload]);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      this.#askedAt = undefined;
    }
    this.#isFlushing = false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#here);
    // Goes last.
    const sent = this.send({ kind: 'here' }).catch(() => {});
    await Promise.race([sent, sleep(lateMs, undefined, { ref: false })]);
    await this.#client?.end();
  }
}

/** Joins the processes that share a database. */
export async function openPgFanOut(config: pg.ClientConfig, options: FanOutOptions): Promise<FanOut> {
  const fanOut = new PgFanOut(config, options);
  await fanOut.connect();
  await fanOut.send({ kind: 'here' });
  return fanOut;
}
