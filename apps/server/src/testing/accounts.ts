/**
 * Accounts for tests of the server. Their sealed parts are random bytes, since the server cannot tell; the
 * certificate's signature, which it checks, is real.
 */

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { randomXWingKey } from '@kontor/contract/testing/publicKeys';
import type { Register } from '@kontor/contract/wire/account';
import { type KeyCert, keyCertBytes } from '@kontor/contract/wire/keyCert';
import { uuidv7 } from '../http/uuid.ts';
import { type HttpClient, httpClient } from './httpClient.ts';
import type { TestServer } from './server.ts';

const random = (length: number) => randomBytes(length).toString('base64url');

/** Makes a self-signed certificate and its key. */
export function createCert(userId: string): { cert: KeyCert; signingKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const body = {
    userId,
    hpkePublicKey: randomXWingKey(),
    signingPublicKey: publicKey.export({ format: 'jwk' }).x!,
    createdAt: Date.now(),
    previous: null,
  };
  const signature = sign(null, keyCertBytes(body), privateKey).toString('base64url');
  return { cert: { ...body, signature }, signingKey: privateKey };
}

/** Makes the body of a sign-up, with the overrides of `more`. */
export function registration(more: Partial<Register> = {}): Register {
  const userId = more.userId ?? uuidv7(new Date());
  const password = more.password ?? random(32);
  return {
    userId,
    email: `${random(9).toLowerCase().replaceAll(/[-_]/g, 'x')}@example.org`,
    password,
    confirmPassword: password,
    accountSalt: random(16),
    suite: 1,
    privateKey: random(200),
    publicKey: createCert(userId).cert,
    language: 'en',
    ...more,
  };
}

/** Returns the newest code that was mailed to an address. */
export async function mailedCode(server: TestServer, email: string): Promise<string> {
  const mail = (await server.mailbox.list()).find((candidate) => candidate.to === email);
  const code = /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

export interface TestAccount {
  body: Register;
  userId: string;
  /** The key that signs for this account. */
  signingKey: KeyObject;
  client: HttpClient;
}

/** Creates an account that is registered and verified, not signed in. */
export async function createAccount(server: TestServer, more: Partial<Register> = {}): Promise<TestAccount> {
  const userId = more.userId ?? uuidv7(new Date());
  const { cert, signingKey } = createCert(userId);
  const body = registration({ userId, publicKey: cert, ...more });
  const client = httpClient(server.url);
  await expectOk(client.call('POST', '/api/users/register', { json: body }));
  const verificationCode = await mailedCode(server, body.email);
  await expectOk(client.call('POST', '/api/users/verify', { json: { email: body.email, verificationCode } }));
  return { body, userId, signingKey, client };
}

/** Signs in and returns the url that the server leads to; it carries the error, if any. */
export async function signIn(
  client: HttpClient,
  { email, password }: { email: string; password: string },
  callbackUrl = '/',
): Promise<string> {
  const { body } = await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
  const answer = await client.call<{ url: string }>('POST', '/api/auth/callback/credentials', {
    form: { csrfToken: body.csrfToken, callbackUrl, json: 'true', email, password },
  });
  return answer.body.url;
}

/** Creates an account that is registered, verified and signed in: `client` carries the session. */
export async function createSignedIn(server: TestServer, more: Partial<Register> = {}): Promise<TestAccount> {
  const account = await createAccount(server, more);
  const url = await signIn(account.client, account.body);
  if (url !== '/') throw new Error(`sign-in led to ${url}`);
  return account;
}

async function expectOk(answer: ReturnType<HttpClient['call']>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`call failed: ${status} ${JSON.stringify(body)}`);
}
