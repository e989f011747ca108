import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { callerAddress } from './callerAddress.ts';

const read = (trust: Env['TRUST_PROXY'], remoteAddress: string | undefined, forwarded?: string) =>
  callerAddress({ TRUST_PROXY: trust })({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

it.each([
  [false, '203.0.113.7', '203.0.113.7'],
  [1, '10.0.0.1', '198.51.100.2'],
  [2, '10.0.0.1', '192.0.2.1'],
  ['10.0.0.1, 198.51.100.0/24', '10.0.0.1', '192.0.2.1'],
  ['10.0.0.9', '10.0.0.1', '10.0.0.1'],
] as const)('believes the proxies that are ours, and no others: %s', (trust, from, address) => {
  expect(read(trust, from, '192.0.2.1, 198.51.100.2')).toBe(address);
});

it.each([false, 1, 'loopback'] as const)('bears a caller who is gone: %s', (trust) => {
  expect(read(trust, undefined)).toBe('');
});
