/** Forgotten passwords for tests of the server: the mailed code, and the keys that it sets. */
import { randomBytes, sign } from 'node:crypto';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { fingerprintOf, type KeyCert, keyCertBytes } from '@kontor/contract/wire/keyCert';
import type { PasswordReset, RecoveryCode } from '@kontor/contract/wire/recovery';
import { nodeVerifier } from '../adapters/verifier.ts';
import { createCert, signIn, type TestAccount } from './accounts.ts';
import { type Answer, httpClient } from './httpClient.ts';
import type { TestServer } from './server.ts';

const random = (size: number) => randomBytes(size).toString('base64url');

/** Returns the codes that were mailed to an address, newest first. */
export const recoveryCodesTo = async ({ mailbox }: TestServer, email: string): Promise<string[]> =>
  (await mailbox.list())
    .filter(({ to, subject }) => to === email && /recovery|Wiederherstellung/.test(subject))
    .map(({ subject }) => /\b\d{6}\b/.exec(subject)![0]);

/** Asks for a recovery of an address. */
export const askRecovery = ({ url }: TestServer, email: string, from = '192.0.2.1') =>
  httpClient(url).call<{ state: string }>('POST', '/api/users/recovery', {
    json: { email },
    headers: { 'x-forwarded-for': from },
  });

/** Asks for a recovery of an account, and reads its mail. */
export async function recoveryCode(
  server: TestServer,
  { body: { email } }: TestAccount,
): Promise<RecoveryCode> {
  const { state } = (await askRecovery(server, email)).body;
  const [code] = await recoveryCodesTo(server, email);
  return { state, code: code! };
}

const previousOf = async (cert: KeyCert) => toBase64Url(await fingerprintOf(cert, nodeVerifier));

/** Makes the body that a client sends with the code. */
export async function newKeys(
  { userId, body }: Pick<TestAccount, 'userId' | 'body'>,
  more: Partial<PasswordReset> & { previous?: string } = {},
): Promise<Omit<PasswordReset, 'state' | 'code'>> {
  const { cert, signingKey } = createCert(userId);
  const { signature: _, ...fields } = {
    ...cert,
    previous: more.previous ?? (await previousOf(body.publicKey)),
  };
  const signature = sign(null, keyCertBytes(fields), signingKey).toString('base64url');
  const password = random(32);
  return {
    password,
    confirmPassword: password,
    accountSalt: random(16),
    suite: 1,
    privateKey: random(93),
    publicKey: { ...fields, signature },
    ...more,
  };
}

/** Sends what a client sends to set another password. */
export const sendReset = ({ url }: TestServer, json: object): Promise<Answer<{ code?: string }>> =>
  httpClient(url).call<{ code?: string }>('PATCH', '/api/users/recovery', { json });

/** Resets an account's password. Returns the account in a browser that signed in with the new one. */
export async function resetAndSignIn(server: TestServer, account: TestAccount): Promise<TestAccount> {
  const keys = await newKeys(account);
  const { status, body } = await sendReset(server, { ...(await recoveryCode(server, account)), ...keys });
  if (status !== 200) throw new Error(`the reset failed: ${status} ${JSON.stringify(body)}`);
  const client = httpClient(server.url);
  const next = { ...account.body, password: keys.password };
  const url = await signIn(client, next);
  if (url !== '/') throw new Error(`sign-in led to ${url}`);
  return { ...account, body: next, client };
}
