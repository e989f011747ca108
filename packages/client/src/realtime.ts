/**
 * Realtime: the server's word that a scope has moved on, over the Pusher protocol (own endpoint `/app/<key>`, or any
 * cluster that speaks it). It carries ids and numbers; what changed is pulled. Works in browsers and in Node.
 */
import type { RevisionHint } from '@kontor/contract/channel';
import type { Http } from './http/http.ts';
import { type PusherMessage, PusherSocket, type RealtimeState } from './pusherSocket.ts';

export interface Realtime {
  readonly state: RealtimeState;
  /**
   * Calls `listener` for every hint on a channel; returns the way to leave it. Several may listen to one. Joining takes
   * a round trip, at first and after each break: `onJoined` is told when hints come from here on. Whoever listens pulls
   * then, since those before were missed.
   */
  join(channel: string, listener: (hint: RevisionHint) => void, onJoined?: () => void): () => void;
  /** Tells each change of state. */
  onState(listener: (state: RealtimeState) => void): () => void;
  /** Tries now instead of when the next attempt is due. */
  connect(): void;
  close(): void;
}

interface Member {
  onHint(hint: RevisionHint): void;
  onJoined(): void;
}

interface Channel {
  members: Set<Member>;
  isJoined: boolean;
}

export class PusherRealtime implements Realtime {
  readonly #http: Http;
  readonly #socket: PusherSocket;
  readonly #channels = new Map<string, Channel>();
  readonly #stateListeners = new Set<(state: RealtimeState) => void>();
  readonly #stop: () => void;
  #socketId = '';

  /** @param key public name of the app at the server's endpoint */
  constructor(http: Http, key: string) {
    this.#http = http;
    const url = new URL(`/app/${key}?protocol=7&client=kontor`, http.origin.replace(/^http/, 'ws'));
    this.#socket = new PusherSocket(url.href, {
      onState: () => {
        for (const listener of this.#stateListeners) listener(this.state);
      },
      onConnected: (socketId) => {
        this.#socketId = socketId;
        for (const name of this.#channels.keys()) void this.#ask(name);
      },
      onMessage: (message) => this.#receive(message),
    });
    // A socket would notice only after a ping without answer that the network went away; a new one knows at once, and
    // where the server is reachable all the same (on this very machine) it is up again at once.
    this.#stop = watchNetwork(
      () => this.connect(),
      () => this.#socket.reconnect(),
    );
    this.#socket.connect();
  }

  get state(): RealtimeState {
    return this.#socket.state;
  }

  join(channel: string, listener: (hint: RevisionHint) => void, onJoined: () => void = () => {}): () => void {
    const joined = this.#channels.get(channel) ?? { members: new Set(), isJoined: false };
    if (joined.members.size === 0) {
      this.#channels.set(channel, joined);
      if (this.state === 'connected') void this.#ask(channel);
    } else if (joined.isJoined && this.state === 'connected') queueMicrotask(onJoined);
    const member: Member = { onHint: listener, onJoined };
    joined.members.add(member);
    return () => {
      joined.members.delete(member);
      if (joined.members.size > 0 || this.#channels.get(channel) !== joined) return;
      this.#channels.delete(channel);
      this.#socket.send('pusher:unsubscribe', { channel });
    };
  }

  onState(listener: (state: RealtimeState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  connect(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#stop();
    this.#stateListeners.clear();
    this.#socket.disconnect();
  }

  /** Asks to hear a channel. Who may not does not; whom the line failed asks again with the next socket. */
  async #ask(name: string): Promise<void> {
    const [channel, socketId] = [this.#channels.get(name), this.#socketId];
    if (channel) channel.isJoined = false;
    const body = new URLSearchParams({ socket_id: socketId, channel_name: name });
    const answer = await this.#http
      .json<{ auth: string }>('/api/realtime/auth', { method: 'POST', body })
      .catch(() => undefined);
    if (answer && socketId === this.#socketId && this.#channels.get(name) === channel)
      this.#socket.send('pusher:subscribe', { auth: answer.auth, channel: name });
  }

  #receive({ event, channel, data }: PusherMessage): void {
    const joined = this.#channels.get(channel ?? '');
    if (!joined) return;
    if (event === 'pusher_internal:subscription_succeeded') {
      joined.isJoined = true;
      for (const { onJoined } of joined.members) onJoined();
    }
    const hint = data as RevisionHint | undefined;
    if (event !== 'revision' || typeof hint?.scope !== 'string' || !Number.isSafeInteger(hint.revision))
      return;
    for (const { onHint } of joined.members) onHint(hint);
  }
}

/** Calls `back` when the network or the window comes back, `gone` when the network goes; nothing to watch in Node. */
function watchNetwork(back: () => void, gone: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const visible = () => {
    if (document.visibilityState === 'visible') back();
  };
  window.addEventListener('online', back);
  window.addEventListener('offline', gone);
  document.addEventListener('visibilitychange', visible);
  return () => {
    window.removeEventListener('online', back);
    window.removeEventListener('offline', gone);
    document.removeEventListener('visibilitychange', visible);
  };
}
