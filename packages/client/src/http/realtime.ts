/**
 * Realtime: the server's word that a scope has moved on, over the Pusher protocol (own endpoint `/app/<key>`, or any
 * cluster that speaks it). It carries ids and numbers, and from the server's own sockets what a pull of a short change would
 * bring; anything else is pulled. Works in browsers and in Node.
 */
import type { RealtimeEndpoint } from '@kontor/contract/wire/account';
import {
  type ChannelAnswer,
  channelOf,
  type NotificationHint,
  notificationEvent,
  type PresenceSign,
  presenceEvent,
  type RevisionHint,
  revisionEvent,
  type TypingSign,
  typingEvent,
} from '@kontor/contract/wire/channel';
import Pusher, { type Channel } from 'pusher-js';
import { backoff } from './backoff.ts';
import { isCallError } from './callError.ts';
import type { Http } from './http.ts';

/** The states of the connection, after the protocol. */
const realtimeStates = [
  'initialized',
  'connecting',
  'connected',
  'unavailable',
  'failed',
  'disconnected',
] as const;
export type RealtimeState = (typeof realtimeStates)[number];

export interface Realtime {
  readonly state: RealtimeState;
  /**
   * Calls `listener` for every hint on a channel; returns the way to leave it. Several may listen to one. Joining takes
   * a round trip, at first and after each break: `onJoined` is told when hints come from here on. Whoever listens pulls
   * then, since those before were missed.
   */
  join(channel: string, listener: (hint: RevisionHint) => void, onJoined?: () => void): () => void;
  /**
   * Goes where the people in a room tell each other that they are typing; `onTyping` is told of the others, by their ids.
   * Nothing of it is stored, and none of it is certain.
   */
  enterRoom(roomId: string, onTyping: (userId: string) => void): RoomSigns;
  /**
   * Goes where the staff of a workspace tell each other that they are there; `onPresence` is told of the others. Each time it
   * is joined, `onJoined` is told. Nothing of it is stored, and none of it is certain.
   */
  enterWorkspace(
    workspaceId: string,
    onPresence: (sign: PresenceSign) => void,
    onJoined: () => void,
  ): WorkspaceSigns;
  /**
   * Calls `listener` with the id of the workspace in which this user's notifications are others than before; `onJoined`
   * whenever it begins to be told, since what was told before is not heard.
   */
  onNotification(userId: string, listener: (workspaceId: string) => void, onJoined: () => void): () => void;
  /** Tells each change of state. */
  onState(listener: (state: RealtimeState) => void): () => void;
  /** Tries now instead of when the next attempt is due. */
  connect(): void;
  close(): void;
}

export interface RoomSigns {
  /** Tells the others that this person is typing. */
  typing(): void;
  leave(): void;
}

export interface WorkspaceSigns {
  /** Tells the others that this person is there. */
  tell(sign: Omit<PresenceSign, 'userId'>): void;
  leave(): void;
}

/**
 * Milliseconds, the spec's: silence before a ping (a server may ask for less), wait for its answer, wait before the
 * connection counts as unavailable.
 */
const timeouts = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 };

/** Events of the library: a channel was joined, or was not. */
const [joinedEvent, failedEvent] = ['pusher:subscription_succeeded', 'pusher:subscription_error'];
/** Failures in a row to join a channel after which another connection is tried: this one may be the reason. */
const mostFailures = 4;
/** ms after which a channel is asked for again that this person may not join: they may by then. */
const refusedMs = 60_000;
/** ms within which the server answers a ping where the connection is there. */
const answerMs = 10_000;
/** ms between two looks at the time, and lateness of one from which the device was asleep. */
const [lookMs, asleepMs] = [10_000, 20_000];

interface Member {
  onHint(hint: RevisionHint): void;
  onJoined(): void;
}

export class PusherRealtime implements Realtime {
  readonly #pusher: Pusher;
  readonly #members = new Map<string, Set<Member>>();
  readonly #stateListeners = new Set<(state: RealtimeState) => void>();
  /** Number of those here who want each channel: the library forgets that one was left while it is asked for. */
  readonly #wanted = new Map<string, number>();
  readonly #watched = new WeakSet<Channel>();
  /** Channels that the server has said no to, until that is told. */
  readonly #refused = new Set<string>();
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();
  readonly #stop: () => void;
  /** The question under way whether a connection is there. */
  #probing?: { socketId: string; end(): void } | undefined;
  #isClosed = false;
  /** True once the server has said of the connection that there is that its own socket answers. */
  #isOwn = false;

  constructor(http: Http, { key }: RealtimeEndpoint) {
    const { hostname, port, protocol } = new URL(http.origin);
    const isTls = protocol === 'https:';
    this.#pusher = new Pusher(key, {
      ...timeouts,
      cluster: '',
      wsHost: hostname,
      wsPort: Number(port || 80),
      wssPort: Number(port || 443),
      forceTLS: isTls,
      enabledTransports: [isTls ? 'wss' : 'ws'],
      enableStats: false,
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, callback) => {
          const body = new URLSearchParams({ socket_id: socketId, channel_name: channelName });
          http.json<ChannelAnswer>('/api/realtime/auth', { method: 'POST', body }).then(
            (answer) => {
              if (this.#isOn(socketId)) this.#isOwn = answer.isOwn;
              callback(null, answer);
            },
            (error: Error) => {
              if (isCallError(error, 'PERMISSION_DENIED')) this.#refused.add(channelName);
              callback(error, null);
            },
          );
        },
      },
    });
    this.#pusher.connection.bind('state_change', this.#tell);
    this.#stop = watchNetwork(
      () => this.#probe(),
      () => this.#reconnect(),
    );
  }

  get state(): RealtimeState {
    return this.#pusher.connection.state as RealtimeState;
  }

  join(channel: string, listener: (hint: RevisionHint) => void, onJoined: () => void = () => {}): () => void {
    let members = this.#members.get(channel);
    if (!members) {
      members = new Set();
      this.#members.set(channel, members);
      const joining = this.#subscribe(channel);
      joining.bind(revisionEvent, this.#deliverTo(members));
      joining.bind(joinedEvent, () => {
        for (const { onJoined } of members!) onJoined();
      });
    } else if (this.#pusher.channel(channel)?.subscribed) queueMicrotask(onJoined);
    const member: Member = { onHint: listener, onJoined };
    members.add(member);
    return () => {
      members.delete(member);
      if (members.size > 0 || this.#members.get(channel) !== members) return;
      this.#members.delete(channel);
      this.#leave(channel);
    };
  }

  enterRoom(roomId: string, onTyping: (userId: string) => void): RoomSigns {
    const name = channelOf.room(roomId);
    const channel = this.#subscribe(name);
    const tell = (sign: Partial<TypingSign> | undefined) => {
      if (typeof sign?.userId === 'string') onTyping(sign.userId);
    };
    channel.bind(typingEvent, tell);
    return {
      typing: () => {
        // Who says so is the server's word.
        if (channel.subscribed) channel.trigger(typingEvent, {});
      },
      leave: () => {
        channel.unbind(typingEvent, tell);
        this.#leave(name);
      },
    };
  }

  enterWorkspace(
    workspaceId: string,
    onPresence: (sign: PresenceSign) => void,
    onJoined: () => void,
  ): WorkspaceSigns {
    const name = channelOf.workspace(workspaceId, 'staff');
    const leave = this.join(name, () => {}, onJoined);
    const channel = this.#pusher.channel(name);
    const tell = (sign: Partial<PresenceSign> | undefined) => {
      const { userId, presence, asks } = sign ?? {};
      if (typeof userId === 'string' && (presence === 'active' || presence === 'away'))
        onPresence({ userId, presence, asks: asks === true });
    };
    channel.bind(presenceEvent, tell);
    return {
      tell: (sign) => {
        if (channel.subscribed) channel.trigger(presenceEvent, sign);
      },
      leave: () => {
        channel.unbind(presenceEvent, tell);
        leave();
      },
    };
  }

  onNotification(userId: string, listener: (workspaceId: string) => void, onJoined: () => void): () => void {
    const name = channelOf.user(userId);
    const channel = this.#subscribe(name);
    const tell = (hint: Partial<NotificationHint> | undefined) => {
      if (typeof hint?.workspace === 'string') listener(hint.workspace);
    };
    channel.bind(notificationEvent, tell);
    channel.bind(joinedEvent, onJoined);
    return () => {
      channel.unbind(notificationEvent, tell);
      channel.unbind(joinedEvent, onJoined);
      this.#leave(name);
    };
  }

  onState(listener: (state: RealtimeState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  connect(): void {
    if (this.state !== 'connected' && this.state !== 'connecting') this.#pusher.connect();
  }

  /**
   * Joins a channel, until `#leave` was called as often. The library asks once on each connection; this asks until it is joined, or
   * not wanted any more.
   */
  #subscribe(name: string): Channel {
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1);
    const channel = this.#pusher.subscribe(name);
    if (this.#watched.has(channel)) return channel;
    this.#watched.add(channel);
    let failures = 0;
    channel.bind(joinedEvent, () => {
      failures = 0;
    });
    channel.bind(failedEvent, () => {
      // The library lets go of it where its own question fails, but not where the server refuses the subscription.
      channel.subscriptionPending = false;
      const { socket_id: socketId } = this.#pusher.connection;
      const isRefused = this.#refused.delete(name);
      if (!this.#wanted.has(name)) {
        this.#pusher.unsubscribe(name);
        return;
      }
      if (!isRefused) failures++;
      const again = () => {
        this.#retries.delete(timer);
        // One that was left may have a successor of its name.
        if (this.#pusher.channel(name) !== channel || channel.subscribed) return;
        // Another connection has asked for everything anew.
        if (!this.#isOn(socketId)) return;
        if (isRefused || failures % mostFailures !== 0) this.#pusher.subscribe(name);
        else this.#reconnect();
      };
      const timer = setTimeout(again, isRefused ? refusedMs : backoff(failures));
      this.#retries.add(timer);
    });
    return channel;
  }

  #leave(name: string): void {
    const others = this.#wanted.get(name)! - 1;
    if (others > 0) this.#wanted.set(name, others);
    else {
      this.#wanted.delete(name);
      this.#pusher.unsubscribe(name);
    }
  }

  /** Returns true while this connection is the one that there is. */
  #isOn(socketId: string): boolean {
    return this.state === 'connected' && this.#pusher.connection.socket_id === socketId;
  }

  /**
   * Sees to it that there is a connection. One that is lost while the device sleeps looks as if it were there; where no answer
   * comes to a ping, another is made.
   */
  #probe(): void {
    if (this.state !== 'connected') {
      this.connect();
      return;
    }
    const { connection } = this.#pusher;
    const { socket_id: socketId } = connection;
    if (this.#probing?.socketId === socketId) return;
    this.#probing?.end();
    const end = () => {
      clearTimeout(timer);
      connection.unbind('message', end);
      this.#probing = undefined;
    };
    const timer = setTimeout(() => {
      end();
      if (this.#isOn(socketId)) this.#reconnect();
    }, answerMs);
    this.#probing = { socketId, end };
    connection.bind('message', end);
    connection.send_event('pusher:ping', {});
  }

  /**
   * Connects anew after the network went away. A socket would notice only after a ping without answer; a new
   * one knows at once, and where the server is reachable all the same (on this very machine) it is up again
   * at once.
   */
  #reconnect(): void {
    // Behind the ping that the library sends on the same event, which would meet a closed socket.
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#pusher.disconnect();
      this.#pusher.connect();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#probing?.end();
    for (const timer of this.#retries) clearTimeout(timer);
    // Never without arguments: that would take away the library's own listeners as well.
    this.#pusher.connection.unbind('state_change', this.#tell);
    this.#pusher.disconnect();
  }

  #deliverTo = (members: Set<Member>) => (data: unknown) => {
    const { page, ...hint } = (data ?? {}) as RevisionHint;
    if (typeof hint.scope !== 'string' || ![hint.revision, hint.log ?? 0].every(Number.isSafeInteger)) return;
    // Whoever else carries hints could say of a revision that nothing is in it.
    const isBelieved = this.#isOwn && typeof page === 'string';
    for (const { onHint } of members) onHint(isBelieved ? { ...hint, page } : hint);
  };

  #tell = () => {
    // Somebody else may answer where the server's own socket did.
    this.#isOwn = false;
    // Before the library asks the new connection for everything that the one before was asked for.
    if (this.state === 'connected')
      for (const { name } of this.#pusher.allChannels())
        if (!this.#wanted.has(name)) this.#pusher.unsubscribe(name);
    for (const listener of this.#stateListeners) listener(this.state);
  };
}

/** Calls `back` when the network, the window or the device comes back, `gone` when the network goes; nothing to watch in Node. */
function watchNetwork(back: () => void, gone: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const visible = () => {
    if (document.visibilityState === 'visible') back();
  };
  let lookedAt = Date.now();
  const looks = setInterval(() => {
    const late = Date.now() - lookedAt - lookMs;
    lookedAt = Date.now();
    // In a hidden tab the browser holds timers back.
    if (late > asleepMs) visible();
  }, lookMs);
  window.addEventListener('online', back);
  window.addEventListener('offline', gone);
  document.addEventListener('visibilitychange', visible);
  return () => {
    clearInterval(looks);
    window.removeEventListener('online', back);
    window.removeEventListener('offline', gone);
    document.removeEventListener('visibilitychange', visible);
  };
}
