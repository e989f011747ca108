import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isSignedFor, isSocketId, parseChannel, signChannel } from './channel.ts';
import { openPusherCluster, signCall } from './pusherCluster.ts';

// Key, secret and results of the worked examples in Pusher's documentation.
const example = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
const id = '018f0000-0000-7000-8000-0000000000aa';
const channel = `private-user-${id}`;

describe('channels', () => {
  it('have the names of the contract and no others', () => {
    expect(parseChannel(`private-workspace-${id}-staff`)).toEqual({
      kind: 'workspace',
      id,
      readers: 'staff',
    });
    expect(parseChannel(`private-customer-${id}`)).toEqual({ kind: 'customer', id });
    expect(parseChannel(channel)).toEqual({ kind: 'user', id });
    expect(parseChannel(`private-room-${id}`)).toEqual({ kind: 'room', id });
    for (const name of ['', channel.toUpperCase(), `${channel}\n`, `x${channel}`, `private-workspace-${id}`])
      expect(parseChannel(name)).toBeUndefined();
  });

  it('are signed as Pusher signs them', () => {
    // Pusher's own example names a channel that ours cannot be called; the formula is the same.
    const expected = createHmac('sha256', example.secret).update(`1234.1234:${channel}`).digest('hex');
    const auth = signChannel(example, '1234.1234', channel);
    expect(auth).toBe(`${example.key}:${expected}`);
    expect(createHmac('sha256', example.secret).update('1234.1234:private-foobar').digest('hex')).toBe(
      '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    );
    expect(isSignedFor(example, '1234.1234', channel, auth)).toBe(true);
    expect(isSignedFor(example, '1234.1235', channel, auth)).toBe(false);
    expect(isSignedFor(example, '1234.1234', channel, `${auth}0`)).toBe(false);
    expect(() => signChannel(example, '1234.1234\n', channel)).toThrow(RangeError);
    expect(() => signChannel(example, '1234.1234', 'public')).toThrow(RangeError);
  });

  it('take socket ids of digits alone', () => {
    expect(isSocketId('1.2')).toBe(true);
    for (const forged of ['1', '1.', '.1', '1.2.3', '1.2\n', ' 1.2', '-1.2', `${'1'.repeat(17)}.1`])
      expect(isSocketId(forged)).toBe(false);
  });
});

describe('a Pusher-compatible cluster', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('gets the signature of the documented example', () => {
    const body = String.raw`{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}`;
    const query = signCall(example, 'POST', '/apps/3/events', body, 1_353_088_179_000);
    expect(query).toContain('body_md5=ec365a775a4cd0599faeb73354201b6f');
    expect(query).toContain(
      'auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    );
  });

  it('gets each hint once, in calls of at most 100 channels, and failures are told', async () => {
    const calls: { channels: string[]; name: string; data: string }[] = [];
    let status = 200;
    server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const [path, query = ''] = (request.url ?? '').split('?');
      const [signed, signature] = query.split('&auth_signature=');
      const expected = createHmac('sha256', 'secret').update(`POST\n${path}\n${signed}`).digest('hex');
      const md5 = new URLSearchParams(query).get('body_md5');
      const isRight = signature === expected && md5 === createHash('md5').update(body).digest('hex');
      if (isRight) calls.push(JSON.parse(body));
      response.writeHead(isRight ? status : 401).end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const errors: unknown[] = [];
    const open = (secret: string) =>
      openPusherCluster({ endpoint, appId: '3', key: 'k', secret, onError: (error) => errors.push(error) });

    const right = open('secret');
    const channels = Array.from({ length: 150 }, (_, i) => `private-user-${i}`);
    // Rows are not told through it: it goes on telling those whose session has ended.
    right.publish(channels, 'revision', { scope: id, revision: 7 }, () => 'AAAA');
    await right.close();
    expect(calls.map((call) => call.channels.length).sort()).toEqual([100, 50]);
    expect(new Set(calls.flatMap((call) => call.channels)).size).toBe(150);
    expect(JSON.parse(calls[0]!.data)).toEqual({ scope: id, revision: 7 });
    expect(errors).toEqual([]);

    const wrong = open('other');
    wrong.publish([channel], 'revision', { scope: id, revision: 8 });
    await wrong.close();
    status = 503;
    const busy = open('secret');
    busy.publish([channel], 'revision', { scope: id, revision: 9 });
    await busy.close();
    expect(errors.map(String)).toEqual([expect.stringContaining('401'), expect.stringContaining('503')]);
  });
});
