import { toHex } from '@kontor/contract/wire/bytes';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAccountSalt, derivePasswordKeys } from './password.ts';
import * as argon2 from './primitives/argon2.ts';

const accountSalt = new Uint8Array(16).fill(5);
const input = { email: 'ada@example.com', password: 'Grüße aus Wien ⅷ', accountSalt, suite: 1 };

beforeEach(() => {
  vi.restoreAllMocks();
});

it('gives the same keys to NFC, NFD and compatibility forms, and to any spelling of the address', async () => {
  const keys = await derivePasswordKeys(input);
  expect(keys.authKey).toHaveLength(32);
  expect(keys.wrapKey).toHaveLength(32);
  expect(toHex(keys.authKey)).not.toBe(toHex(keys.wrapKey));
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    expect(await derivePasswordKeys({ ...input, password: input.password.normalize(form) })).toEqual(keys);
  }
  expect(await derivePasswordKeys({ ...input, email: ' Ada@Example.COM ' })).toEqual(keys);
});

it('gives other keys for another password, address or salt', async () => {
  const others = [
    input,
    { ...input, password: 'Grüße aus Wien ⅷ ' },
    { ...input, email: 'bob@example.com' },
    { ...input, accountSalt: new Uint8Array(16).fill(6) },
  ];
  const keys = await Promise.all(others.map(derivePasswordKeys));
  const all = keys.flatMap(({ authKey, wrapKey }) => [toHex(authKey), toHex(wrapKey)]);
  expect(new Set(all).size).toBe(8);
});

it('refuses an unknown suite before anything is derived', async () => {
  const derive = vi.spyOn(argon2, 'argon2idHash');
  for (const suite of [0, 2, -1, 1.5, Number.NaN, 'toString' as unknown as number]) {
    await expect(derivePasswordKeys({ ...input, suite })).rejects.toMatchObject({ code: 'unknown-suite' });
  }
  expect(derive).not.toHaveBeenCalled();
  // The control: the spy sees a derivation that happens.
  await derivePasswordKeys(input);
  expect(derive).toHaveBeenCalledOnce();
  expect(derive.mock.calls[0]![2]).toEqual({ memoryKiB: 65_536, iterations: 3, parallelism: 1 });
});

it('takes 1 to 1,024 characters, counted after normalisation', async () => {
  const refused = ['', 'x'.repeat(1_025), 'ö'.repeat(1_025), 'ﷺ'.repeat(60)];
  for (const password of refused) {
    await expect(derivePasswordKeys({ ...input, password })).rejects.toMatchObject({
      code: 'password-length',
    });
  }
  const umlauts = 'ö'.repeat(1_024);
  expect(await derivePasswordKeys({ ...input, password: umlauts.normalize('NFD') })).toEqual(
    await derivePasswordKeys({ ...input, password: umlauts }),
  );
  expect((await derivePasswordKeys({ ...input, password: '😀'.repeat(1_024) })).authKey).toHaveLength(32);
});

it('refuses a salt of another size', async () => {
  expect(createAccountSalt()).toHaveLength(16);
  await expect(derivePasswordKeys({ ...input, accountSalt: new Uint8Array(15) })).rejects.toMatchObject({
    code: 'malformed',
  });
});
