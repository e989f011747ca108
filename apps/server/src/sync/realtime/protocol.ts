/**
 * Pusher's websocket protocol, version 7, as far as our clients speak it.
 * Source: Pusher Channels, "Pusher Channels WebSocket Protocol".
 */

export const protocol = '7';

/**
 * Seconds of silence after which either side pings the other: clients take the lower one of this and their own. Many
 * proxies end a connection that was silent for a minute.
 */
export const activityTimeout = 45;

/**
 * Close codes. The hundreds decide what a client does next: 40xx it stays away, 41xx it comes back after a pause, 42xx
 * it comes back at once.
 */
export const closeCodes = {
  unknownApp: 4001,
  unsupportedProtocol: 4007,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  inactive: 4202,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** Error events that leave the connection open. */
export const errorCodes = { clientEventRefused: 4301, tooManyChannels: 4302 } as const;

export type ClientMessage =
  | { event: 'pusher:ping' | 'pusher:pong' }
  | { event: 'pusher:subscribe'; channel: string; auth: string }
  | { event: 'pusher:unsubscribe'; channel: string }
  | { event: 'client'; name: string; channel: string; data: unknown };

/** Parses a frame; undefined where it is no message of the protocol. Unknown extra fields are ignored. */
export function parseClientMessage(text: string): ClientMessage | undefined {
  let message: { event?: unknown; data?: { channel?: unknown; auth?: unknown } | null } | null;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined; // not JSON: the caller answers that as it answers any other malformed frame
  }
  if (typeof message !== 'object' || message === null || typeof message.event !== 'string') return undefined;
  const { event, data } = message;
  if (event === 'pusher:ping' || event === 'pusher:pong') return { event };
  // Of an event of a client's own the channel stands beside its data.
  if (event.startsWith('client-')) {
    const { channel } = message as { channel?: unknown };
    if (typeof channel !== 'string') return undefined;
    return { event: 'client', name: event, channel, data };
  }
  const channel = data?.channel;
  if (typeof channel !== 'string') return undefined;
  if (event === 'pusher:unsubscribe') return { event, channel };
  if (event !== 'pusher:subscribe') return undefined;
  return { event, channel, auth: typeof data?.auth === 'string' ? data.auth : '' };
}

/** Makes an event on a channel. Pusher sends its data as a JSON text inside the JSON. */
export const channelEvent = (channel: string, event: string, data: object): string =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

export const established = (socketId: string): string =>
  JSON.stringify({
    event: 'pusher:connection_established',
    data: JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeout }),
  });

export const ping = '{"event":"pusher:ping","data":{}}';
export const pong = '{"event":"pusher:pong","data":{}}';

export const errorEvent = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

export const subscribed = (channel: string): string =>
  channelEvent(channel, 'pusher_internal:subscription_succeeded', {});

export const subscriptionRefused = (channel: string): string =>
  channelEvent(channel, 'pusher:subscription_error', {
    type: 'AuthError',
    error: 'Permission denied',
    status: 403,
  });

/** Makes one unmasked websocket frame of a text (RFC 6455, section 5.2), to be written to every subscriber as it is. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const finalText = 0x81;
  if (length < 126) return Buffer.concat([Buffer.from([finalText, length]), payload]);
  if (length < 65_536)
    return Buffer.concat([Buffer.from([finalText, 126, length >> 8, length & 0xff]), payload]);
  const head = Buffer.alloc(10);
  head.set([finalText, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
