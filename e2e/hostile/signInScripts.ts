/** Scripts in which the server lies at sign-in. */
import { randomBytes } from 'node:crypto';
import { type Account, type PasswordParameters, passwordSuite } from '@kontor/contract/wire/account';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { createAccountKeys, sealAccount } from '@kontor/crypto/account';
import { noMemory } from '@kontor/crypto/accountMemory';
import { derivePasswordKeys } from '@kontor/crypto/password';
import { createActor } from '@kontor/testkit/actor';
import { expect, type Page } from '@playwright/test';
import type { Person } from '../person/person.ts';
import { onJson } from './proxy.ts';
import { isShown, type Scene } from './scene.ts';
import type { Script } from './script.ts';

const credentials = '/api/auth/callback/credentials';
const notYours = 'The server handed out keys that are not yours; sign-in stopped.';

/** Types the address and the password and sends them. */
async function tryToSignIn({ newcomer }: Scene<Person>): Promise<Page> {
  const { page, who } = await newcomer();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

/**
 * The parts that every sign-in script shares: a refused sign-in stays out; with an honest server the same attempt, made
 * once more, gets in.
 */
const atSignIn = {
  honest: async ({ member }: Scene<Person>) => member.page,
  suffer: tryToSignIn,
  afterwards: async ({ site }: Scene<Person>, page: Page) => {
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'auth.token' }),
    );
    const start = site.proxy.exchanges.length;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    // A sign-in ends with this call, which proves the password once more: it is no part of the next script.
    await expect
      .poll(() => site.proxy.exchanges.slice(start).map(({ path }) => path))
      .toContain('/api/account/keys');
    await page.context().close();
  },
};

const parametersOf = ({ actor }: Scene<Person>, email: string) =>
  actor.device.http.json<PasswordParameters>('/api/users/password-parameters', { query: { email } });

async function authKeyOf(scene: Scene<Person>, email: string, salt?: string): Promise<string> {
  const { accountSalt } = await parametersOf(scene, email);
  const { password } = scene.actor.person;
  const input = { email, password, suite: passwordSuite, accountSalt: fromBase64Url(salt ?? accountSalt) };
  return toBase64Url((await derivePasswordKeys(input)).authKey);
}

export const signInScripts: Script<Person>[] = [
  {
    id: 'M04',
    title: "the account's own public key is swapped",
    refusal: notYours,
    mayCall: [credentials],
    ...atSignIn,
    attack: async ({ actor }) => {
      const { cert } = await createAccountKeys(actor.session.user!.id, Date.now());
      return onJson('/api/account', (account: Account) => ({ ...account, publicKey: cert }));
    },
  },
  {
    id: 'M06',
    title: 'the wrapped private key is replaced by one of the server, with its certificate',
    refusal: notYours,
    mayCall: [credentials],
    ...atSignIn,
    attack: async ({ actor }) => {
      const keys = await createAccountKeys(actor.session.user!.id, Date.now());
      const privateKey = toBase64Url(await sealAccount(randomBytes(32) as Bytes, keys, noMemory));
      return onJson('/api/account', (account: Account) => ({ ...account, privateKey, publicKey: keys.cert }));
    },
  },
  {
    id: 'M27',
    title: 'an unknown password suite is asked for',
    refusal: 'Server asked for unsafe password protection; sign-in stopped.',
    ...atSignIn,
    attack: async () =>
      onJson('/api/users/password-parameters', (parameters: PasswordParameters) => ({
        ...parameters,
        suite: passwordSuite + 1,
      })),
    // Not even the auth key, which the server is allowed to have, left the browser.
    also: async (scene, _, sent) => {
      expect(sent.map(({ path }) => path.split('?')[0])).not.toContain(credentials);
      const authKey = await authKeyOf(scene, scene.actor.person.email);
      expect(sent.some(({ requestBody }) => requestBody.includes(authKey))).toBe(false);
    },
    afterwards: async (scene, page) => {
      const { exchanges } = scene.site.proxy;
      const start = exchanges.length;
      await atSignIn.afterwards(scene, page);
      // The control: with an honest server it does leave, and the search finds it.
      const authKey = await authKeyOf(scene, scene.actor.person.email);
      expect(exchanges.slice(start).some(({ requestBody }) => requestBody.includes(authKey))).toBe(true);
    },
  },
  (() => {
    let otherEmail = '';
    let otherSalt = '';
    return {
      id: 'M28',
      title: "another user's salt is served, who has the same password",
      refusal: 'Invalid credentials',
      mayCall: [credentials],
      ...atSignIn,
      attack: async (scene: Scene<Person>) => {
        const { password } = scene.actor.person;
        const other = await createActor(scene.site.server.url, { firstName: 'Other', password });
        otherEmail = other.person.email;
        otherSalt = (await parametersOf(scene, otherEmail)).accountSalt;
        return onJson('/api/users/password-parameters', (parameters: PasswordParameters) => ({
          ...parameters,
          accountSalt: otherSalt,
        }));
      },
      also: async (scene, page, sent) => {
        await isShown(page, 'Invalid credentials');
        const bodies = Buffer.concat(sent.map(({ requestBody }) => requestBody));
        // The search works: what left is the key of this address under that salt...
        expect(bodies.includes(await authKeyOf(scene, scene.actor.person.email, otherSalt))).toBe(true);
        // ...and opens neither account.
        expect(bodies.includes(await authKeyOf(scene, otherEmail))).toBe(false);
        expect(bodies.includes(await authKeyOf(scene, scene.actor.person.email))).toBe(false);
      },
    } satisfies Script<Person>;
  })(),
];
