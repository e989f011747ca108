import { expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { forgottenAddress } from './forgottenAddress.ts';

it.each([
  [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'kontor@example.org' }, 'though SMTP_URL is set:'],
  [{ TRUST_PROXY: 'true', HOST: '0.0.0.0' }, 'though TRUST_PROXY is set and HOST is 0.0.0.0:'],
  [{ HOST: '::' }, 'though HOST is :::'],
  [{ HOST: 'kontor.example.org', PUBLIC_URL: 'http://127.0.0.1' }, 'though HOST is kontor.example.org:'],
])('%j: the start warns that PUBLIC_URL was forgotten', (settings, text) => {
  expect(forgottenAddress(readEnv(settings))).toContain(text);
});

it.each([
  {},
  { HOST: 'localhost' },
  { HOST: '::1' },
  { HOST: '0.0.0.0', TRUST_PROXY: '1', PUBLIC_URL: 'https://kontor.example.org' },
])('%j: it warns of nothing', (settings) => {
  expect(forgottenAddress(readEnv(settings))).toBeUndefined();
});
