/**
 * Tells who sits at this machine from everybody else: what a server is tried out with (the local mailbox, the clock of
 * the sandbox) is for them alone.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Env, isLoopback } from '../env.ts';

type Called = Pick<FastifyRequest, 'headers' | 'ip'> & { socket: { remoteAddress?: string | undefined } };

/** Tests if a request comes from this machine, to a server that is meant for it alone. */
export function isLocalCaller({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, request: Called): boolean {
  // The name in Host is checked too: a page that rebinds its own name to 127.0.0.1 is no caller from here, nor is whoever
  // comes through a proxy on this machine while PUBLIC_URL was forgotten.
  const host = `http://${request.headers.host}`;
  // And the socket itself, whatever a header says of who is behind a proxy.
  const addresses = [request.ip, request.socket.remoteAddress ?? ''];
  return isLoopback(PUBLIC_URL) && addresses.every(isFromHere) && URL.canParse(host) && isLoopback(host);
}

const isFromHere = (address: string) =>
  isIP(address) === 6 ? address === '::1' || /^::ffff:127\./.test(address) : address.startsWith('127.');
