/** Sends to the push services of browsers (RFC 8030), encrypted for the device (RFC 8291), signed by the server (RFC 8292). */
import { lookup as resolveName } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { PushTarget } from '@kontor/contract/wire/notification';
import { urlHost } from './urlHost.ts';

export interface Vapid {
  /** base64url of the P-256 point and scalar. */
  publicKey: string;
  privateKey: string;
  /** Whom the service may write to: an https or mailto URL. */
  subject: string;
}

interface SendOptions {
  vapid: Vapid;
  /** True on a server of this machine alone, which may reach what is beside it. */
  allowLocal: boolean;
  /** Ends the call, besides its time. */
  signal: AbortSignal;
}

/** Seconds that a service keeps a push for a device that is off. */
const keptSeconds = 86_400;
/** ms for a whole call: the service is whoever a person says that it is, and may answer byte by byte for ever. */
const timeoutMs = 10_000;

/** Addresses that are inside, not out there: whoever gives us an address must not have us call on our neighbours. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** Tests if an IP address is one of the machine's own or of its neighbours. */
export const isInside = (address: string): boolean =>
  inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Looks a name up, and refuses what leads inside. */
const lookupOutside: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, found) => {
    const outside = found?.filter(({ address }) => !isInside(address)) ?? [];
    if (error || outside.length === 0)
      done(error ?? Object.assign(new Error('an address inside'), { code: 'EINSIDE' }), '', 4);
    else if (options.all) done(null, outside);
    else done(null, outside[0]!.address, outside[0]!.family);
  });
};

/** Sends a message to a device; returns the service's status. @throws where none answered in time, or `signal` came first */
export async function sendPush(
  { endpoint, p256dh, auth }: PushTarget,
  message: string,
  { vapid, allowLocal, signal }: SendOptions,
): Promise<number> {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: vapid,
    TTL: keptSeconds,
    contentEncoding: 'aes128gcm',
  });
  const url = new URL(endpoint);
  const host = urlHost(url);
  if (!allowLocal && isIP(host) && isInside(host))
    throw Object.assign(new Error('an address inside'), { code: 'EINSIDE' });
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = send(
      url,
      {
        method: 'POST',
        headers: headers as Record<string, string>,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        ...(!allowLocal && { lookup: lookupOutside }),
      },
      (answer: IncomingMessage) => {
        resolve(answer.statusCode ?? 0);
        // Its status is all that is asked of it.
        answer.destroy();
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
