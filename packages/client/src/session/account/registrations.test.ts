import { expect, it } from 'vitest';
import { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';
import { Registrations } from './registrations.ts';

it('names the newest sign-up, of a desktop app, in the calls about it and in no others', async () => {
  const seen: [path: string, token: string | null][] = [];
  const answer: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const token = new Headers(init?.headers).get('x-kontor-registration');
    seen.push([pathname, token]);
    const headers = pathname === '/api/signed-up' ? { 'x-kontor-registration': 'token' } : {};
    return Response.json({}, { headers });
  };
  const http = new Http({ origin: 'https://kontor.example', fetch: answer, bearer: () => undefined });
  const registrations = new Registrations({
    http,
    vault: {} as Vault,
    openDevice: () => Promise.reject(new Error('none')),
    closed: async () => {},
  });
  await registrations.resendCode('ada@example.org');
  await http.json('/api/signed-up', { method: 'POST' });
  await registrations.resendCode('ada@example.org');
  await registrations.verify('ada@example.org', 'ABCDEF');
  await http.forWorkspace('w1').json('/api/x');
  expect(seen).toEqual([
    ['/api/users/resend', null],
    ['/api/signed-up', null],
    ['/api/users/resend', 'token'],
    ['/api/users/verify', 'token'],
    ['/api/x', null],
  ]);
});
