/** One socket: its subscriptions, its holder and its limits. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SocketHolder } from '../../adapters/realtime/realtime.ts';
import type { CloseCode } from './protocol.ts';

/** Largest backlog of a socket, in bytes; beyond it the reader is dropped and catches up when it comes back. */
const maxBacklog = 1 << 20;
/** Bytes of backlog from which it is told no more than that there is something new. */
const slowBacklog = 1 << 16;

/** Messages that a client may send at once, and per second after that. */
const messageBurst = 250;
const messagesPerSecond = 20;

export class Connection {
  readonly socketId: string;
  readonly channels = new Set<string>();
  readonly openedAt: number;
  /** IP address. */
  readonly address: string;
  holder: SocketHolder | undefined;
  /** Time of the client's last message, in ms, and the state of our ping. */
  heardAt: number;
  isPinged = false;
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  #tokens = messageBurst;
  #countedAt: number;

  constructor(socketId: string, webSocket: WebSocket, stream: Duplex, address: string, now: number) {
    this.socketId = socketId;
    this.address = address;
    this.#webSocket = webSocket;
    this.#stream = stream;
    this.openedAt = now;
    this.heardAt = now;
    this.#countedAt = now;
  }

  /** Returns false once either side began to close it: nothing that still comes counts. */
  get isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  /** Tests if it has a backlog. */
  get isSlow(): boolean {
    return this.#stream.writableLength > slowBacklog;
  }

  /** Tests if the socket takes more. One that does not read is dropped: what it asked to be answered, too, takes memory. */
  #takesMore(): boolean {
    if (!this.isOpen) return false;
    if (this.#stream.writableLength <= maxBacklog) return true;
    this.#webSocket.terminate();
    return false;
  }

  send(text: string): void {
    if (this.#takesMore()) this.#webSocket.send(text);
  }

  /**
   * Writes a frame that was built once for all subscribers, bypassing `ws`. That keeps the order of messages because,
   * without compression, `ws` writes its own frames at once too.
   */
  deliver(frame: Buffer): void {
    if (this.#takesMore()) this.#stream.write(frame);
  }

  /** Counts one message of the client; returns false when it sends more than it may. */
  heard(now: number): boolean {
    this.heardAt = now;
    this.isPinged = false;
    const refill = ((now - this.#countedAt) / 1000) * messagesPerSecond;
    this.#tokens = Math.min(messageBurst, this.#tokens + refill) - 1;
    this.#countedAt = now;
    return this.#tokens >= 0;
  }

  close(code: CloseCode | 1003, reason: string): void {
    if (!this.isOpen) return;
    this.#webSocket.close(code, reason);
    // A peer that does not answer the close frame keeps its socket for 30 s otherwise.
    setTimeout(() => this.#webSocket.terminate(), 1_000).unref();
  }
}
