/** Reads the address that a request comes from, where proxies stand in front: of calls and of sockets alike. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Env } from '../env.ts';

type Trust = (address: string, hop: number) => boolean;

/** Returns which proxies to believe; `hop` 0 is the socket's own address, counted backwards. */
export function trustedProxies({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): Trust {
  if (TRUST_PROXY === false) return () => false;
  if (typeof TRUST_PROXY === 'number') return (_address, hop) => hop < TRUST_PROXY;
  return proxyAddr.compile(TRUST_PROXY.split(',').map((address) => address.trim()));
}

/** Returns a function that reads the IP address of a request's caller; empty where the caller is gone already. */
export function callerAddress(env: Pick<Env, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const trust = trustedProxies(env);
  return (request) => proxyAddr(request, trust) ?? '';
}
