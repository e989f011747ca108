/**
 * A socket that speaks Pusher's protocol, version 7: connects, notices silence, comes back. Who listens to what is its
 * caller's. Source: Pusher Channels, "Pusher Channels WebSocket Protocol".
 */

/** The states of the line, after the protocol. */
export type RealtimeState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected';

/** Milliseconds, the spec's: silence before a ping, wait for its answer, wait before the line counts as unavailable. */
const timeouts = { activity: 120_000, pong: 30_000, unavailable: 10_000 };
/** Milliseconds before the next attempt, doubled with each that fails. */
const firstPause = 1_000;
const longestPause = 30_000;

/** What is said on a channel. */
export interface PusherMessage {
  event: string;
  channel?: string;
  data: unknown;
}

interface Listener {
  onState(): void;
  /** A socket is up, on which nothing is joined yet. */
  onConnected(socketId: string): void;
  onMessage(message: PusherMessage): void;
}

/** A frame's message; the data of most is a JSON text inside the JSON. Undefined for what is none. */
function parse(text: unknown): PusherMessage | undefined {
  try {
    const { event, channel, data } = JSON.parse(String(text));
    return { event, channel, data: typeof data === 'string' ? JSON.parse(data) : data };
  } catch {
    return undefined;
  }
}

export class PusherSocket {
  readonly #url: string;
  readonly #listener: Listener;
  #state: RealtimeState = 'initialized';
  #socket: WebSocket | undefined;
  #pause = firstPause;
  #activity = timeouts.activity;
  /** What is waited for: an attempt's answer, the end of a silence, a pong, or the next attempt. */
  #next: ReturnType<typeof setTimeout> | undefined;
  #untilUnavailable: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
  }

  get state(): RealtimeState {
    return this.#state;
  }

  /** Connects now, unless it is connected or about to be. */
  connect(): void {
    if (this.#socket && this.#state !== 'unavailable') return;
    this.#pause = firstPause;
    this.#open();
    this.#seek();
  }

  /** Gives the socket up for a new one. */
  reconnect(): void {
    this.#drop();
    this.connect();
  }

  disconnect(): void {
    this.#drop();
    this.#become('disconnected');
  }

  send(event: string, data: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ event, data }));
  }

  #open(): void {
    this.#drop();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#wait(timeouts.unavailable, () => this.#lose());
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(code);
    };
  }

  #receive(message: PusherMessage | undefined): void {
    this.#expectActivity();
    if (message?.event === 'pusher:connection_established') this.#establish(message.data);
    else if (message?.event === 'pusher:ping') this.send('pusher:pong', {});
    else if (message) this.#listener.onMessage(message);
  }

  #establish(data: unknown): void {
    const { socket_id, activity_timeout } = data as { socket_id: string; activity_timeout?: number };
    this.#pause = firstPause;
    this.#activity = Math.min(timeouts.activity, (activity_timeout ?? Number.POSITIVE_INFINITY) * 1_000);
    this.#become('connected');
    this.#listener.onConnected(socket_id);
  }

  #expectActivity(): void {
    this.#wait(this.#activity, () => {
      this.send('pusher:ping', {});
      this.#wait(timeouts.pong, () => this.#lose());
    });
  }

  /** What follows stands in the hundreds of the code: 40xx stay away, 42xx come back at once, else after a pause. */
  #lose(code = 0): void {
    this.#drop();
    const kind = Math.floor(code / 100);
    if (kind === 40) {
      this.#become('disconnected');
      return;
    }
    this.#wait(kind === 42 ? 0 : this.#pause, () => this.#open());
    if (kind !== 42) this.#pause = Math.min(2 * this.#pause, longestPause);
    if (this.#state === 'connected') this.#seek();
  }

  #seek(): void {
    this.#become('connecting');
    this.#untilUnavailable = setTimeout(() => this.#become('unavailable'), timeouts.unavailable);
  }

  #drop(): void {
    clearTimeout(this.#next);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(then, ms);
  }

  #become(state: RealtimeState): void {
    clearTimeout(this.#untilUnavailable);
    if (state === this.#state) return;
    this.#state = state;
    this.#listener.onState();
  }
}
