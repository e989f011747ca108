/** One socket: its subscriptions, whose it is, and how much it may ask for. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Holder } from '../../adapters/realtime/realtime.ts';
import type { CloseCode } from './protocol.ts';

/** A reader that lets this much pile up, in bytes, is dropped; it catches up when it comes back. */
const maxBacklog = 1 << 20;

/** Messages that a client may send at once, and per second after that. */
const messageBurst = 250;
const messagesPerSecond = 20;

export class Connection {
  readonly socketId: string;
  readonly channels = new Set<string>();
  readonly openedAt: number;
  holder: Holder | undefined;
  /** When the client was last heard of, and whether a ping of ours is open; milliseconds. */
  heardAt: number;
  isPinged = false;
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  #tokens = messageBurst;
  #countedAt: number;

  constructor(socketId: string, webSocket: WebSocket, stream: Duplex, now: number) {
    this.socketId = socketId;
    this.#webSocket = webSocket;
    this.#stream = stream;
    this.openedAt = now;
    this.heardAt = now;
    this.#countedAt = now;
  }

  send(text: string): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.send(text);
  }

  /**
   * Writes a frame that was made once for all subscribers, past `ws`. That keeps the order of messages because,
   * without compression, `ws` writes its own frames at once too.
   */
  deliver(frame: Buffer): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (this.#stream.writableLength > maxBacklog) this.#webSocket.terminate();
    else this.#stream.write(frame);
  }

  /** Counts one message of the client; false when it sends more than it may. */
  heard(now: number): boolean {
    this.heardAt = now;
    this.isPinged = false;
    const refill = ((now - this.#countedAt) / 1000) * messagesPerSecond;
    this.#tokens = Math.min(messageBurst, this.#tokens + refill) - 1;
    this.#countedAt = now;
    return this.#tokens >= 0;
  }

  close(code: CloseCode | 1003, reason: string): void {
    this.#webSocket.close(code, reason);
    // A peer that does not answer the close frame keeps its socket for 30 s otherwise.
    setTimeout(() => this.#webSocket.terminate(), 1_000).unref();
  }
}
