import { labels } from '@kontor/contract/wire/labels';
import { beforeAll, expect, it } from 'vitest';
import type { AccountKeys } from './account.ts';
import type { LogPin } from './accountMemory.ts';
import { sealBox } from './box.ts';
import { issueCert } from './cert.ts';
import { openLogPin, sealLogPin } from './logPin.ts';
import { importAesKey, randomBytes } from './primitives/webcrypto.ts';
import { accountKey } from './seeds.ts';
import { aliceId, createAlice, createBob, flipBit, id, outcome, workspaceId } from './testing/fixtures.ts';

const pin: LogPin = { genesisHash: randomBytes(32), headSeq: 41, headHash: randomBytes(32) };
let alice: AccountKeys;
let sealed: Awaited<ReturnType<typeof sealLogPin>>;

beforeAll(async () => {
  alice = await createAlice();
  sealed = await sealLogPin(alice, workspaceId, pin);
});

it('opens for its account and workspace', async () => {
  expect(sealed).toHaveLength(165);
  expect(await openLogPin(alice, workspaceId, sealed)).toEqual(pin);
});

it('refuses another account, workspace or any change', async () => {
  const bob = await createBob();
  expect(await outcome(() => openLogPin(bob, workspaceId, sealed))).toBe('not-verified');
  expect(await outcome(() => openLogPin(alice, id(99), sealed))).toBe('not-verified');
  for (let bit = 8; bit < sealed.length * 8; bit += 3) {
    expect(await outcome(() => openLogPin(alice, workspaceId, flipBit(sealed, bit)))).toBe('not-verified');
  }
  expect(await outcome(() => openLogPin(alice, workspaceId, flipBit(sealed, 1)))).toBe('unknown-version');
  expect(await outcome(() => openLogPin(alice, workspaceId, sealed.slice(0, 28)))).toBe('malformed');
});

it('bears the signature of the account, which another key cannot give', async () => {
  // The same X-Wing seed seals under another key pair than the certificate's: a pin without a right signature.
  const other = await createBob();
  const cert = await issueCert(
    { ...alice.seeds, ed25519: other.seeds.ed25519 },
    {
      userId: aliceId,
      createdAt: 1,
      previous: null,
    },
  );
  expect(await outcome(() => openLogPin({ seeds: alice.seeds, cert }, workspaceId, sealed))).toBe(
    'not-verified',
  );
});

it('refuses a box of another shape, though the account sealed it', async () => {
  const aes = await importAesKey(await accountKey(alice.seeds, labels.logPin, [aliceId]));
  for (const length of [0, 72, 135, 137]) {
    const box = await sealBox(aes, labels.logPin, [aliceId, workspaceId], new Uint8Array(length));
    expect(await outcome(() => openLogPin(alice, workspaceId, box))).toBe('malformed');
  }
  // The control: of the right length, it is the signature that fails.
  const box = await sealBox(aes, labels.logPin, [aliceId, workspaceId], new Uint8Array(136));
  expect(await outcome(() => openLogPin(alice, workspaceId, box))).toBe('not-verified');
});

it('refuses to seal what is no pin', async () => {
  for (const change of [
    { headSeq: -1 },
    { headSeq: 0.5 },
    { headHash: randomBytes(31) },
    { genesisHash: randomBytes(33) },
  ]) {
    expect(await outcome(() => sealLogPin(alice, workspaceId, { ...pin, ...change }))).toBe('malformed');
  }
});
