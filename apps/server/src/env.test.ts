import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadSettings, isLoopback, readEnv, settingNames } from './env.ts';

describe('readEnv', () => {
  it('needs nothing', () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      PORT: 4000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:4000',
      REALTIME_KEY: 'kontor',
    });
    expect(env.DATABASE_URL).toBeUndefined();
  });

  it('takes an empty setting for none', () => {
    expect(readEnv({ PORT: '', SMTP_URL: '', PUBLIC_URL: '', LOG_LEVEL: '' })).toEqual(readEnv({}));
  });

  it('keeps the origin of PUBLIC_URL alone', () => {
    expect(readEnv({ PUBLIC_URL: 'https://kontor.example.org/' }).PUBLIC_URL).toBe(
      'https://kontor.example.org',
    );
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'kontor.example.com'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/secret'],
    ['PUBLIC_URL', 'https://example.org?secret'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.1, secret.example.org'],
    ['TRUST_PROXY', '10.0.0.0/80'],
    ['DATABASE_URL', 'mysql://secret@example.org/x'],
    ['SMTP_URL', 'smtp.secret.example.org'],
    ['SMTP_URL', 'smtps://anna:secret%zz@example.org'],
    ['MAIL_FROM', 'Kontor of secret'],
    ['PUSHER_URL', 'https://secret.example.org/apps/1'],
    ['PUSHER_URL', 'https://key:secret@example.org'],
    ['DATABASE_OWNER_URL', 'postgres://owner:secret@example.org/kontor'],
    ['REALTIME_KEY', 'a/b'],
    ['BILLING', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %s, never its value', (name, value) => {
    const read = () => readEnv({ [name]: value });
    expect(read).toThrow(BadSettings);
    expect(read).toThrow(`${name}:`);
    expect(read).not.toThrow('secret');
  });

  it('wants all of S3 or nothing of it', () => {
    expect(() => readEnv({ S3_ENDPOINT: 'https://s3.example.org' })).toThrow('S3_BUCKET');
    const whole = {
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    };
    expect(readEnv(whole)).toMatchObject(whole);
  });

  it('wants a sender once mails leave the server', () => {
    const SMTP_URL = 'smtps://mail.example.org';
    expect(() => readEnv({ SMTP_URL })).toThrow('MAIL_FROM');
    expect(readEnv({ SMTP_URL, MAIL_FROM: 'a@example.org' }).MAIL_FROM).toBe('a@example.org');
    expect(readEnv({}).MAIL_FROM).toBe('Kontor <kontor@localhost>');
  });

  it('trusts proxies by number or by address, never all who set the header', () => {
    expect(readEnv({ TRUST_PROXY: 'true' }).TRUST_PROXY).toBe(1);
    expect(readEnv({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    for (const none of ['', 'false', '0']) expect(readEnv({ TRUST_PROXY: none }).TRUST_PROXY).toBe(false);
    for (const addresses of ['10.0.0.0/8', '127.0.0.1, ::1', 'loopback'])
      expect(readEnv({ TRUST_PROXY: addresses }).TRUST_PROXY).toBe(addresses);
  });

  it('has each setting in the table of docs/self-hosting.md, and nothing else there', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
    expect(documented.sort()).toEqual([...settingNames].sort());
  });
});

describe('isLoopback', () => {
  it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000', 'http://app.localhost'])(
    '%s',
    (origin) => expect(isLoopback(origin)).toBe(true),
  );
  it.each(['https://example.org', 'http://192.168.1.5', 'http://localhost.evil.org', 'http://127.evil.org'])(
    'not %s',
    (origin) => expect(isLoopback(origin)).toBe(false),
  );
});
