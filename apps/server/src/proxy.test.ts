/** Holds the proxy's settings in docs/self-hosting.md against what the server needs of one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, maxPartBytes } from '@kontor/contract/wire/protocol';
import { expect, it } from 'vitest';
import { activityTimeout } from './sync/realtime/protocol.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');

/** Returns the value of a setting of nginx, as the page has it. */
const settingOf = (name: string) => new RegExp(`^\\s*${name} (.+);$`, 'm').exec(page)?.[1];

it('lets the largest bodies pass', () => {
  const mebibytes = /^(\d+)m$/.exec(settingOf('client_max_body_size') ?? '')?.[1];
  expect(Number(mebibytes) * 1_048_576).toBeGreaterThan(Math.max(limits.logBatchBytes, maxPartBytes));
});

it('lets sockets be silent for as long as they are, and hands them on', () => {
  const seconds = /^(\d+)s$/.exec(settingOf('proxy_read_timeout') ?? '')?.[1];
  expect(Number(seconds)).toBeGreaterThan(2 * activityTimeout);
  expect(settingOf('proxy_http_version')).toBe('1.1');
  for (const header of ['Host', 'Upgrade', 'Connection', 'X-Forwarded-For'])
    expect(settingOf(`proxy_set_header ${header}`), header).toBeDefined();
});

it('leaves a socket silent for less than the minute after which proxies end it by default', () => {
  expect(activityTimeout).toBeLessThan(55);
});
