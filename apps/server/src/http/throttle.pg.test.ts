import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration } from '../testing/accounts.ts';
import { httpClient } from '../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createMailThrottle, createThrottle } from './throttle.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

const throttled = { code: 'THROTTLED', status: 429 };

describe('a throttle', () => {
  it('counts parallel attempts of one key, and each key for itself', async () => {
    const throttle = createThrottle(server.services.pool, { name: 'parallel', attempts: 5, seconds: 60 });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => throttle.take('a')));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5);
    await throttle.take('b');
  });

  it('tells how long to wait, outlives its process, and lets go afterwards', async () => {
    const { pool } = server.services;
    const options = { name: 'restart', attempts: 1, seconds: 900 };
    await createThrottle(pool, options).take('a');
    const error = await createThrottle(pool, options)
      .take('a')
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject(throttled);
    const { retryAfter } = (error as { data: { retryAfter: number } }).data;
    expect(retryAfter).toBeGreaterThan(890);
    expect(retryAfter).toBeLessThanOrEqual(900);
    await pool.query("UPDATE throttle SET expire = 1 WHERE key LIKE 'restart%'");
    await createThrottle(pool, options).take('a');
  });

  it('gives back what was legitimate', async () => {
    const throttle = createThrottle(server.services.pool, { name: 'back', attempts: 2, seconds: 60 });
    for (let i = 0; i < 5; i++) {
      await throttle.take('a');
      await throttle.giveBack('a');
    }
    await throttle.take('a');
    await throttle.take('a');
    await expect(throttle.take('a')).rejects.toMatchObject(throttled);
    await throttle.clear('a');
    await throttle.take('a');
  });

  it('stores no key in the clear', async () => {
    await createThrottle(server.services.pool, { name: 'clear', attempts: 2, seconds: 60 }).take(
      'jana@example.org',
    );
    const { rows } = await server.services.pool.query("SELECT key FROM throttle WHERE key LIKE 'clear%'");
    expect(rows).toHaveLength(1);
    expect(rows[0].key).not.toContain('jana');
  });
});

describe('a throttle of mails', () => {
  const email = 'victim@example.org';
  const openUsedUp = async (name: string) => {
    const { pool } = server.services;
    const throttle = createMailThrottle(pool, name);
    const passHour = () =>
      pool.query('UPDATE throttle SET expire = 1 WHERE key LIKE $1', [`${name}%hourly%`]);
    for (const stranger of [...'aaaaaabbbbb']) await throttle.take(email, stranger);
    return { throttle, passHour };
  };

  it('leaves the owner their mail from another network, whatever two strangers use up', async () => {
    const { throttle, passHour } = await openUsedUp('owner-mail');
    await throttle.take(email, 'own network');
    // One of the strangers keeps the mail of each hour taken.
    await passHour();
    await throttle.take(email, 'a');
    await throttle.take(email, 'own network');
    await expect(throttle.take(email, 'own network')).rejects.toMatchObject(throttled);
    await throttle.take(email, 'the network of a phone');
  });

  it('leaves the owner their mail also where they had one before the strangers came', async () => {
    const { pool } = server.services;
    const throttle = createMailThrottle(pool, 'early-mail');
    await throttle.take(email, 'own network');
    for (const stranger of [...'aaaaaabbbbb']) await throttle.take(email, stranger);
    await throttle.take(email, 'own network');
  });

  it.each([
    ['a network of 48 bits', (i: number) => `2001:db8:1:${i.toString(16)}::/64`, '2001:db8:2:0::/64'],
    ['256 addresses', (i: number) => `203.0.113.${i}`, '203.0.114.1'],
  ])('gives a subscriber with %s two of the mails that are left for others', async (name, nth, other) => {
    const { throttle } = await openUsedUp(name);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => throttle.take(email, nth(i))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await throttle.take(email, other);
  });

  it('leaves a browser that the account knows its own share, whatever many use up', async () => {
    const { throttle } = await openUsedUp('device-mail');
    const outcomes = [];
    for (let i = 0; i < 30; i++)
      outcomes.push(
        await throttle.take(email, `stranger ${i}`).then(
          () => 'mail',
          () => 'refused',
        ),
      );
    expect(outcomes).toEqual([...Array(20).fill('mail'), ...Array(10).fill('refused')]);
    const device = Buffer.from('device');
    for (let i = 0; i < 6; i++) await throttle.take(email, 'stranger 1', device);
    await expect(throttle.take(email, 'stranger 1', device)).rejects.toMatchObject(throttled);
    await throttle.take('another@example.org', 'stranger 1');
  });
});

describe('what mails strangers', () => {
  const email = () => `${crypto.randomUUID()}@example.org`;

  it.each([
    ['register-from', '/api/users/register', () => registration()],
    ['recovery-from', '/api/users/recovery', () => ({ email: email() })],
    ['cancellation-from', '/api/cancellations', () => ({ email: email(), language: 'de' })],
  ])('counts what one subscriber may have whole (%s)', async (name, path, json) => {
    const ask = async (from: string) => {
      const headers = { 'x-forwarded-for': from };
      return (await httpClient(server.url).call('POST', path, { json: json(), headers })).status;
    };
    expect(await ask('2001:db8:7:1::1')).toBe(200);
    expect(await ask('203.0.113.1')).toBe(200);
    await server.services.pool.query('UPDATE throttle SET points = 1000 WHERE key LIKE $1', [`${name}:%`]);
    expect(await ask('2001:db8:7:2::1')).toBe(429);
    expect(await ask('203.0.113.1')).toBe(429);
    expect(await ask('2001:db8:8:1::1')).toBe(200);
    expect(await ask('203.0.113.2')).toBe(200);
  });
});
