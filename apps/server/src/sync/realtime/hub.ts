/** All sockets of this process and their subscriptions. */
import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { maxWatched } from '@kontor/contract/wire/channel';
import type { WebSocket } from 'ws';
import { type AppKey, isSignedFor, type Listener, parseChannel } from '../../adapters/realtime/channel.ts';
import {
  type HintData,
  type MakePage,
  type SocketHolder,
  withPage,
} from '../../adapters/realtime/realtime.ts';
import { Connection } from './connection.ts';
import * as wire from './protocol.ts';
import { type Sign, signOf } from './sign.ts';
import type { SocketLimits } from './socketLimits.ts';

const maxConnections = 20_000;
const maxChannelsPerConnection = 128;
/** Time within which a socket must be claimed, or it is closed. */
const claimWithinMs = 15_000;
const heartbeatMs = 5_000;
const pongWithinMs = 30_000;
/** Time that a subscription waits for another process to say whose socket it is. */
const holderWithinMs = 3_000;

export type HubOptions = {
  app: AppKey;
  /** The time in milliseconds. */
  now?: () => number;
  /** Left out where everybody comes from this machine. */
  limits?: SocketLimits | undefined;
  /** Is told what a client's message threw: its socket is closed, the others are served on. */
  onError: (error: unknown) => void;
};

export class Hub {
  /** Called with each sign of a socket of this process. */
  #onSign: ((sign: Sign) => void) | undefined;
  readonly #app: AppKey;
  readonly #now: () => number;
  readonly #limits: SocketLimits | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #connections = new Map<string, Connection>();
  readonly #subscribers = new Map<string, Set<Connection>>();
  readonly #waitingForHolder = new Map<string, (() => void)[]>();
  /** Tells our sockets from those of other processes. */
  readonly #prefix = String(randomInt(1, 2 ** 47));
  readonly #heartbeat: NodeJS.Timeout;
  #isClosed = false;

  constructor({ app, now = Date.now, limits, onError }: HubOptions) {
    this.#app = app;
    this.#limits = limits;
    this.#onError = onError;
    this.#now = now;
    this.#heartbeat = setInterval(() => this.checkHeartbeats(), heartbeatMs).unref();
  }

  onSign(listener: (sign: Sign) => void): void {
    this.#onSign = listener;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Adds a socket whose handshake is done. `stream` is the connection below it, `address` the caller's. */
  add(webSocket: WebSocket, stream: Duplex, address: string) {
    const socketId = `${this.#prefix}.${randomInt(1, 2 ** 47)}`;
    const connection = new Connection(socketId, webSocket, stream, address, this.#now());
    if (this.#isClosed || this.#connections.size >= maxConnections)
      return connection.close(wire.closeCodes.overCapacity, 'Over capacity');
    if (this.#limits?.mayOpen(address) === false)
      return connection.close(wire.closeCodes.overCapacity, 'Too many connections from this address');
    this.#connections.set(socketId, connection);
    this.#limits?.count(connection, 1);
    webSocket.on('message', (data, isBinary) => {
      if (!connection.isOpen) return;
      if (isBinary) return connection.close(1003, 'Text only');
      // What a listener throws ends the process, and with it everybody's connection.
      try {
        this.#receive(connection, String(data));
      } catch (error) {
        this.#onError(error);
        connection.close(1003, 'Malformed message');
      }
    });
    webSocket.on('close', () => this.#forget(connection));
    connection.send(wire.established(socketId));
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection.socketId);
    this.#limits?.count(connection, -1);
    for (const channel of connection.channels) this.#unsubscribe(connection, channel);
  }

  #unsubscribe(connection: Connection, channel: string): void {
    connection.channels.delete(channel);
    const subscribers = this.#subscribers.get(channel);
    subscribers?.delete(connection);
    if (subscribers?.size === 0) this.#subscribers.delete(channel);
  }

  #receive(connection: Connection, text: string) {
    if (!connection.heard(this.#now()))
      return connection.close(wire.closeCodes.overCapacity, 'Too many messages');
    const message = wire.parseClientMessage(text);
    if (!message) return connection.close(1003, 'Malformed message');
    switch (message.event) {
      case 'pusher:ping':
        return connection.send(wire.pong);
      case 'pusher:pong':
        return;
      case 'client':
        return this.#relay(connection, message);
      case 'pusher:unsubscribe':
        return this.#unsubscribe(connection, message.channel);
      case 'pusher:subscribe':
        return this.#subscribe(connection, message.channel, message.auth);
    }
  }

  /** Passes somebody's sign on to the others on its channel; of what the client says nothing else counts. */
  #relay(connection: Connection, { name, channel, data }: { name: string; channel: string; data: unknown }) {
    const { holder, channels } = connection;
    const sign = holder && channels.has(channel) ? signOf(name, channel, data, holder.userId) : undefined;
    if (sign) this.#onSign?.(sign);
    else connection.send(wire.errorEvent(wire.errorCodes.clientEventRefused, 'Client event refused'));
  }

  /** Tells the others on a channel of a sign, unless they are many. */
  sign({ channel, event, data }: Sign): void {
    const others = [...(this.#subscribers.get(channel) ?? [])].filter(
      ({ holder }) => holder?.userId !== data.userId,
    );
    const people = new Set(others.map(({ holder }) => holder?.userId));
    if (people.size === 0 || people.size > maxWatched) return;
    const frame = wire.textFrame(wire.channelEvent(channel, event, data));
    for (const connection of others) connection.deliver(frame);
  }

  #subscribe(connection: Connection, channel: string, auth: string) {
    if (!parseChannel(channel) || !isSignedFor(this.#app, connection.socketId, channel, auth))
      return connection.send(wire.subscriptionRefused(channel));
    if (connection.channels.size >= maxChannelsPerConnection && !connection.channels.has(channel))
      return connection.send(wire.errorEvent(wire.errorCodes.tooManyChannels, 'Too many channels'));
    if (!connection.holder) return this.#awaitHolder(connection, channel, auth);
    connection.channels.add(channel);
    const subscribers = this.#subscribers.get(channel);
    if (subscribers) subscribers.add(connection);
    else this.#subscribers.set(channel, new Set([connection]));
    connection.send(wire.subscribed(channel));
  }

  /**
   * Holds a subscription whose proof is right but whose session is not known here yet: another process answered that
   * call and its claim is under way. A socket without a holder could not be closed with its session, so it subscribes
   * to nothing.
   */
  #awaitHolder(connection: Connection, channel: string, auth: string): void {
    const { socketId } = connection;
    const waiting = this.#waitingForHolder.get(socketId) ?? [];
    if (waiting.length === 0) {
      this.#waitingForHolder.set(socketId, waiting);
      setTimeout(() => this.#settleWaiting(socketId), holderWithinMs).unref();
    }
    waiting.push(() => {
      if (connection.holder) this.#subscribe(connection, channel, auth);
      else connection.send(wire.subscriptionRefused(channel));
    });
  }

  #settleWaiting(socketId: string): void {
    const waiting = this.#waitingForHolder.get(socketId) ?? [];
    this.#waitingForHolder.delete(socketId);
    for (const settle of waiting) settle();
  }

  /** Tests for the id of a socket of this process, open or closed. */
  isOurs(socketId: string): boolean {
    return socketId.startsWith(`${this.#prefix}.`);
  }

  /**
   * Assigns a socket to its holder for good. Returns false for a socket that is not here, belongs to another session,
   * or is one too many of its user's, which is closed.
   */
  claim(socketId: string, holder: SocketHolder): boolean {
    const connection = this.#connections.get(socketId);
    if (!connection) return false;
    if (connection.holder) return connection.holder.sessionId === holder.sessionId;
    if (this.#limits?.mayClaim(holder) === false) {
      connection.close(wire.closeCodes.overCapacity, 'Too many connections of this account');
      return false;
    }
    this.#limits?.count(connection, -1);
    connection.holder = holder;
    this.#limits?.count(connection, 1);
    this.#settleWaiting(socketId);
    return true;
  }

  /**
   * Assigns a socket as another process says. That process has signed a channel for it without knowing whose it is:
   * where it is another session's, it is closed.
   */
  claimFromElsewhere(socketId: string, holder: SocketHolder): void {
    if (this.claim(socketId, holder)) return;
    this.#connections.get(socketId)?.close(wire.closeCodes.unauthorised, 'Another session asked for it');
  }

  publish(channels: readonly string[], event: string, data: HintData, makePage?: MakePage): void {
    let whole: HintData | undefined;
    for (const channel of channels) {
      const frameOf = (told: HintData) => wire.textFrame(wire.channelEvent(channel, event, told));
      const frames: { whole?: Buffer; short?: Buffer } = {};
      for (const connection of this.#subscribers.get(channel) ?? []) {
        // Whoever reads slowly asks once for many of them.
        if (connection.isSlow) {
          // Another process made the page already.
          frames.short ??= frameOf({ ...data, page: undefined } as HintData);
          connection.deliver(frames.short);
        } else {
          whole ??= withPage(data, makePage);
          frames.whole ??= frameOf(whole);
          connection.deliver(frames.whole);
        }
      }
    }
  }

  closeSession(sessionId: string): void {
    for (const connection of this.#connections.values())
      if (connection.holder?.sessionId === sessionId)
        connection.close(wire.closeCodes.unauthorised, 'Signed out');
  }

  closeUser(userId: string): void {
    for (const connection of this.#connections.values())
      if (connection.holder?.userId === userId)
        connection.close(wire.closeCodes.reconnect, 'Rights have changed');
  }

  /** Makes every client reconnect and so pull: used when hints may have been lost. */
  reconnectAll(): void {
    for (const connection of this.#connections.values())
      connection.close(wire.closeCodes.reconnect, 'Please reconnect');
  }

  /** Returns the sessions that hold sockets here. */
  sessions(): string[] {
    const ids = new Set<string>();
    for (const { holder } of this.#connections.values()) if (holder) ids.add(holder.sessionId);
    return [...ids];
  }

  /** Returns who listens here, but for those to their own channels: these are theirs as long as their session lasts. */
  listeners(): Listener[] {
    return [...this.#subscribers].flatMap(([name, connections]) => {
      const channel = parseChannel(name)!;
      if (channel.kind === 'user') return [];
      const people = new Set([...connections].map(({ holder }) => holder!.userId));
      return [...people].map((userId) => ({ userId, channel }));
    });
  }

  /** Pings silent clients, and closes those that do not answer or were never claimed. */
  checkHeartbeats(): void {
    const now = this.#now();
    for (const connection of this.#connections.values()) {
      const silence = now - connection.heardAt;
      if (!connection.holder && now - connection.openedAt > claimWithinMs) {
        connection.close(wire.closeCodes.inactive, 'Nobody signed in');
      } else if (connection.isPinged && silence > wire.activityTimeout * 1000 + pongWithinMs) {
        connection.close(wire.closeCodes.noPong, 'No pong received');
      } else if (!connection.isPinged && silence > wire.activityTimeout * 1000) {
        connection.isPinged = true;
        connection.send(wire.ping);
      }
    }
  }

  /** Ends all connections; clients come back at once, to this server's successor. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.reconnectAll();
  }
}
