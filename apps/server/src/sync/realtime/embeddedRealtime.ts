/** Realtime in our own processes: this process's sockets directly, those of other processes through the fan-out. */
import {
  type AppKey,
  isSocketId,
  type Listener,
  parseChannel,
  signChannel,
} from '../../adapters/realtime/channel.ts';
import { type Realtime, withPage } from '../../adapters/realtime/realtime.ts';
import type { FanOut, FanOutMessage } from './fanOut.ts';
import type { Hub } from './hub.ts';
import { acceptSockets } from './upgrade.ts';

/** Interval of checking the sessions that hold sockets, and what they listen to, so that no end of a right is missed. */
const checkMs = 3_000;

export type EmbeddedOptions = {
  hub: Hub;
  app: AppKey;
  /** Returns those of the sessions that have not ended. */
  liveSessions: (sessionIds: string[]) => Promise<Set<string>>;
  /** Tests of each listener if they may listen still. */
  mayListen: (listeners: readonly Listener[]) => Promise<boolean[]>;
  /** Opens the fan-out to other processes; left out where there are none. */
  openFanOut?: (onMessage: (message: FanOutMessage) => void) => Promise<FanOut>;
  onError: (error: unknown) => void;
};

/** Starts the embedded realtime over a hub. */
export async function openEmbeddedRealtime({
  hub,
  app,
  liveSessions,
  mayListen,
  openFanOut,
  onError,
}: EmbeddedOptions): Promise<Realtime> {
  const apply = (message: FanOutMessage) => {
    switch (message.kind) {
      case 'publish':
        return hub.publish(message.channels, message.event, message.data);
      case 'sign':
        return hub.sign(message.sign);
      case 'claim':
        return hub.claimFromElsewhere(message.socketId, message.holder);
      case 'closeSession':
        return hub.closeSession(message.sessionId);
      case 'closeUser':
        return hub.closeUser(message.userId);
      case 'reconnectAll':
        return hub.reconnectAll();
      case 'here':
        return;
    }
  };
  const fanOut = await openFanOut?.(apply);
  const everywhere = (message: FanOutMessage): void => {
    apply(message);
    fanOut?.send(message).catch(onError);
  };

  hub.onSign((sign) => everywhere({ kind: 'sign', sign }));

  const checkRights = async (): Promise<void> => {
    const held = hub.sessions();
    if (held.length === 0) return;
    const live = await liveSessions(held);
    for (const sessionId of held) if (!live.has(sessionId)) hub.closeSession(sessionId);
    const listeners = hub.listeners();
    if (listeners.length === 0) return;
    const may = await mayListen(listeners);
    for (const userId of new Set(listeners.flatMap(({ userId }, at) => (may[at] ? [] : [userId]))))
      hub.closeUser(userId);
  };
  let checking: Promise<void> | undefined;
  const check = setInterval(() => {
    // One at a time: a slow database must not pile them up.
    checking ??= checkRights()
      .catch(onError)
      .finally(() => {
        checking = undefined;
      });
  }, checkMs).unref();

  return {
    isOwn: true,
    serve: (server, gate) => acceptSockets(server, hub, { key: app.key, ...gate }),
    publish: (channels, event, data, makePage) => {
      if (!fanOut) return hub.publish(channels, event, data, makePage);
      // Then it is heard late, too, whose rights have ended elsewhere.
      const make = fanOut.isBehind ? undefined : makePage;
      // For others it is made at once, else where somebody listens here.
      const { hasOthers } = fanOut;
      const told = hasOthers ? withPage(data, make) : data;
      hub.publish(channels, event, told, hasOthers ? undefined : make);
      fanOut.send({ kind: 'publish', channels: [...channels], event, data: told }).catch(onError);
    },
    async authorise(socketId, channel, holder) {
      if (!isSocketId(socketId) || !parseChannel(channel)) return undefined;
      if (hub.isOurs(socketId)) {
        if (!hub.claim(socketId, holder)) return undefined;
      } else {
        if (!fanOut) return undefined;
        // Signed only once the claim is on its way, so that the socket's process learns of it first or soon after.
        await fanOut.send({ kind: 'claim', socketId, holder });
      }
      return signChannel(app, socketId, channel);
    },
    closeSession: (sessionId) => everywhere({ kind: 'closeSession', sessionId }),
    closeUser: (userId) => everywhere({ kind: 'closeUser', userId }),
    closeSockets: () => hub.close(),
    async close() {
      clearInterval(check);
      await checking;
      hub.close();
      await fanOut?.close();
    },
  };
}
