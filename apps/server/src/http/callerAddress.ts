/** Reads the address that a request comes from, where proxies stand in front: of calls and of sockets alike. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** The number of proxies in front, or their addresses and networks, separated by commas. */
export type Proxies = false | number | string;

/** The setting that names them. */
interface Trusting {
  TRUST_PROXY: Proxies;
}

type Trust = (address: string, hop: number) => boolean;

/**
 * Returns which proxies to believe; `hop` 0 is the socket's own address, counted backwards.
 * @throws TypeError where something that should be an address is none
 */
export function trustedProxies({ TRUST_PROXY }: Trusting): Trust {
  if (TRUST_PROXY === false) return () => false;
  if (typeof TRUST_PROXY === 'number') return (_address, hop) => hop < TRUST_PROXY;
  return proxyAddr.compile(TRUST_PROXY.split(',').map((address) => address.trim()));
}

/** Returns a function that reads the IP address of a request's caller; empty where the caller is gone already. */
export function callerAddress(env: Trusting): (request: IncomingMessage) => string {
  const trust = trustedProxies(env);
  return (request) => proxyAddr(request, trust) ?? '';
}
