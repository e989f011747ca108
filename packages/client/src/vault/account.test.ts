import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { createAccountKeys, sealAccount } from '@kontor/crypto/account';
import { noMemory } from '@kontor/crypto/accountMemory';
import { derivePasswordKeys } from '@kontor/crypto/password';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Founder, founder, rowOf } from '../testing/founder.ts';
import { OpenAccount } from './account.ts';
import { KeyWiper } from './keyWiper.ts';
import { LocalVault } from './localVault.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let anna: Founder;
beforeAll(async () => {
  anna = await founder();
});

/**
 * Resolves with a vault that has derived its keys from the password and waits for what the server hands out.
 */
async function signingIn(): Promise<LocalVault> {
  const vault = new LocalVault();
  const { authKey } = await vault.beginSignIn({ ...anna, ...anna.registered, password: anna.password });
  expect(authKey).toBe(anna.registered.password);
  return vault;
}

const proof = (password = anna.password) => ({ ...anna.registered, email: anna.email, password });

const share = toBase64Url(new Uint8Array(32).fill(7));

describe('signing in', () => {
  it('opens what registration sealed (control)', async () => {
    const vault = await signingIn();
    await vault.openAccount(anna.registered);
    await expect(vault.createKit(proof())).resolves.toHaveProperty('words.length', 24);
  });

  it('refuses a swapped certificate', async () => {
    const { cert } = await createAccountKeys(anna.userId, 1);
    const vault = await signingIn();
    await expect(vault.openAccount({ ...anna.registered, publicKey: cert })).rejects.toMatchObject({
      code: 'not-verified',
    });
  });

  it('refuses a certificate that its own key did not sign', async () => {
    const publicKey = { ...anna.cert, createdAt: anna.cert.createdAt + 1 };
    const vault = await signingIn();
    await expect(vault.openAccount({ ...anna.registered, publicKey })).rejects.toMatchObject({
      code: 'not-verified',
    });
  });

  it('refuses replaced seeds, even where certificate and password go with them', async () => {
    const mallory = await createAccountKeys(anna.userId, 1);
    const { wrapKey } = await derivePasswordKeys({
      email: anna.email,
      password: anna.password,
      suite: 1,
      accountSalt: fromBase64Url(anna.registered.accountSalt),
    });
    // Only somebody with the password could seal this; the certificate still has to be that of the seeds.
    const foreign = { seeds: mallory.seeds, cert: anna.cert };
    const privateKey = toBase64Url(await sealAccount(wrapKey, foreign, noMemory));
    const vault = await signingIn();
    await expect(vault.openAccount({ privateKey, publicKey: anna.cert })).rejects.toMatchObject({
      code: 'key-mismatch',
    });
  });

  it('refuses altered seeds', async () => {
    const bytes = fromBase64Url(anna.registered.privateKey);
    bytes[40]! ^= 1;
    const vault = await signingIn();
    await expect(
      vault.openAccount({ ...anna.registered, privateKey: toBase64Url(bytes) }),
    ).rejects.toMatchObject({ code: 'not-verified' });
  });

  it('derives nothing for an unknown suite', async () => {
    const vault = new LocalVault();
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    await expect(
      vault.beginSignIn({ ...anna, accountSalt: anna.registered.accountSalt, suite: 2 }),
    ).rejects.toMatchObject({ code: 'unknown-suite' });
    expect(derive).not.toHaveBeenCalled();
    derive.mockRestore();
  });
});

describe('the device', () => {
  it('opens again with its key and the share, and reads its own pages', async () => {
    const { sealed, deviceKey } = await anna.vault.sealForDevice({ deviceShare: share });
    expect(deviceKey.extractable).toBe(false);
    const page = await anna.vault.sealLocal('page', 'p1', new Uint8Array([1, 2]));
    const vault = new LocalVault();
    await vault.openFromDevice({ deviceShare: share, deviceKey, sealed, publicKey: anna.cert });
    expect(await vault.openLocal('page', 'p1', page)).toEqual(new Uint8Array([1, 2]));
    await expect(vault.openLocal('page', 'p2', page)).rejects.toMatchObject({ code: 'not-verified' });
  });

  it('stays shut without the share of this session', async () => {
    const { sealed, deviceKey } = await anna.vault.sealForDevice({ deviceShare: share });
    const vault = new LocalVault();
    const deviceShare = toBase64Url(new Uint8Array(32));
    await expect(
      vault.openFromDevice({ deviceShare, deviceKey, sealed, publicKey: anna.cert }),
    ).rejects.toMatchObject({ code: 'not-verified' });
  });

  it('has no key left after closing', async () => {
    const { vault } = await founder();
    const kept = await vault.sealLocal('outbox', 'entry', new Uint8Array([1]));
    await vault.close();
    await expect(vault.openLocal('outbox', 'entry', kept)).rejects.toMatchObject({ fault: 'missing-key' });
    await expect(vault.createKit(proof())).rejects.toMatchObject({ fault: 'missing-key' });
  });
});

describe('what takes the password', () => {
  it('shows the words of a kit again, the same ones', async () => {
    const { words, stored } = await anna.vault.createKit(proof());
    expect(new Set(words).size).toBeGreaterThan(12);
    expect(await anna.vault.openKit(proof(), stored)).toEqual({ words });
    expect(stored.currentPassword).toBe(anna.registered.password);
  });

  it('does nothing with another password, although the vault is open', async () => {
    const { stored } = await anna.vault.createKit(proof());
    const wrong = { code: 'wrong-password' };
    await expect(anna.vault.createKit(proof('wrong horse'))).rejects.toMatchObject(wrong);
    await expect(anna.vault.openKit(proof('wrong horse'), stored)).rejects.toMatchObject(wrong);
    await expect(anna.vault.changePassword(proof('wrong horse'), 'new horse', null)).rejects.toMatchObject(
      wrong,
    );
  });

  it('is not talked into it with the seal of another account or an unknown suite', async () => {
    const mallory = await founder();
    const foreign = { ...mallory.registered, email: mallory.email, password: mallory.password };
    await expect(anna.vault.createKit(foreign)).rejects.toMatchObject({ code: 'wrong-password' });
    // Sealed under a known password and naming her certificate, yet without her seeds.
    const { wrapKey } = await derivePasswordKeys({
      ...foreign,
      suite: 1,
      accountSalt: fromBase64Url(foreign.accountSalt),
    });
    const seeds = await createAccountKeys(anna.userId, 1);
    const privateKey = toBase64Url(await sealAccount(wrapKey, { ...seeds, cert: anna.cert }, noMemory));
    await expect(anna.vault.createKit({ ...foreign, privateKey })).rejects.toMatchObject({
      code: 'key-mismatch',
    });
    await expect(anna.vault.createKit({ ...proof(), suite: 2 })).rejects.toMatchObject({
      code: 'unknown-suite',
    });
  });

  it('shows no words that would not open the account', async () => {
    const [older, newer] = [await anna.vault.createKit(proof()), await anna.vault.createKit(proof())];
    const mixed = { phrase: older.stored.phrase, privateKey: newer.stored.privateKey };
    await expect(anna.vault.openKit(proof(), mixed)).rejects.toMatchObject({ code: 'not-verified' });
  });

  it('seals seeds and kit under a new password and a new salt, and opens with that one alone', async () => {
    const { words, stored } = await anna.vault.createKit(proof());
    const change = await anna.vault.changePassword(proof(), 'new horse', stored);
    expect(change.currentPassword).toBe(anna.registered.password);
    expect(change.confirmPassword).toBe(change.password);
    expect(change.password).not.toBe(anna.registered.password);
    expect(change.accountSalt).not.toBe(anna.registered.accountSalt);
    expect(change.kit?.phraseVerification).toBe(stored.phraseVerification);
    const vault = new LocalVault();
    const next = { ...change, email: anna.email, password: 'new horse' };
    expect(await vault.beginSignIn(next)).toEqual({ authKey: change.password });
    await vault.openAccount({ privateKey: change.privateKey, publicKey: anna.cert });
    // They carry what this device knows, though the copy that the server handed out knew nothing.
    expect((await vault.sealPins()).map(({ workspaceId }) => workspaceId)).toEqual([anna.workspaceId]);
    const kit = { privateKey: stored.privateKey, phrase: change.kit!.phrase };
    expect(await vault.openKit(next, kit)).toEqual({ words });
    const old = { ...next, password: anna.password };
    await expect(vault.openKit(old, kit)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('changes the password of an account whose kit is damaged, and lets the kit go', async () => {
    const { stored } = await anna.vault.createKit(proof());
    for (const damaged of [
      { ...stored, phrase: `${stored.phrase.slice(0, -4)}AAAA` },
      { ...stored, phrase: `${stored.phrase}?` },
      { ...stored, privateKey: 'no base64url' },
    ])
      expect(await anna.vault.changePassword(proof(), 'new horse', damaged)).toMatchObject({ kit: null });
    expect(await anna.vault.changePassword(proof(), 'new horse', null)).toMatchObject({ kit: null });
  });
});

it('leaves nothing of an account that closes', async () => {
  const account = new OpenAccount(new KeyWiper());
  await account.create({ userId: anna.userId, email: anna.email, password: anna.password });
  expect(account.certKey).not.toBe('');
  account.close();
  expect(() => account.keys).toThrow('missing-key');
  expect(account.certKey).toBe('');
});

it('opens with the phrase what was the person’s alone before a reset, and what is now', async () => {
  const { userId, email, password } = await founder();
  const before = new LocalVault();
  const registered = await before.createAccount({ userId, email, password });
  const { words, stored } = await before.createKit({ ...registered, email, password });
  const now = new LocalVault();
  await now.createAccount({ userId, email, password: 'new horse', previous: registered.publicKey });
  const profile = { entity: 'profile', id: userId, scopeId: userId, version: 1, refs: {} };
  const rowBy = async (vault: LocalVault) => {
    const [sealed] = await vault.sealRecords('', [{ ...profile, plain: { firstName: 'Ben' } }]);
    return rowOf(profile, sealed!);
  };
  const rows = [await rowBy(before), await rowBy(now)];
  const openedNow = async () => (await now.openPage('', { scopes: [], rows })).opened.length;
  expect(await openedNow(), 'control').toBe(1);
  const { privateKey } = stored;
  await now.openFormerKeys(words.join(' '), { privateKey, publicKey: registered.publicKey, pins: [] });
  expect(await openedNow()).toBe(2);
  rows.push(await rowBy(now));
  expect(await openedNow()).toBe(3);
});
