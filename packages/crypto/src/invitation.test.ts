import { toBase64Url } from '@kontor/contract/wire/bytes';
import { expect, it } from 'vitest';
import { certHpkeKey, parseCert } from './cert.ts';
import { openGrant, sealGrant } from './grant.ts';
import { createInvitationKeys, createInvitationSecret, openInvitationKeys } from './invitation.ts';
import { seedBytes } from './seeds.ts';
import { aliceId, bobId, createAlice, flipBit, outcome, scopeId, workspaceId } from './testing/fixtures.ts';

const invitationId = bobId;
const context = { workspaceId, invitationId };
const secret = createInvitationSecret();

it('makes keys that the link brings back, for the certificate of the log', async () => {
  const { seeds, cert } = await createInvitationKeys(secret, context, 7);
  expect(secret).toHaveLength(32);
  expect(await parseCert(JSON.parse(JSON.stringify(cert)))).toEqual(cert);
  expect(cert).toMatchObject({ userId: invitationId, previous: null, createdAt: 7 });
  const opened = await openInvitationKeys(secret, context, cert);
  expect(seedBytes(opened.seeds)).toEqual(seedBytes(seeds));
});

it('opens what was granted to them', async () => {
  const alice = await createAlice();
  const { seeds, cert } = await createInvitationKeys(secret, context, 7);
  const to = { recipientId: invitationId, publicKey: certHpkeKey(cert) };
  const key = createInvitationSecret();
  const grant = await sealGrant(alice, to, {
    workspaceId,
    scopeId,
    generation: 1,
    key,
    previousKid: null,
    readers: [],
  });
  expect(await openGrant(grant, workspaceId, alice.cert, to, seeds.xwing)).toEqual(key);
});

it('gives other keys for any other secret, workspace or invitation', async () => {
  const { cert } = await createInvitationKeys(secret, context, 7);
  for (const bit of [0, 100, 255])
    expect(await outcome(() => openInvitationKeys(flipBit(secret, bit), context, cert))).toBe('key-mismatch');
  const elsewhere = [
    { ...context, workspaceId: scopeId },
    { ...context, invitationId: aliceId },
  ];
  for (const other of elsewhere) {
    expect(await outcome(() => openInvitationKeys(secret, other, cert))).toBe('key-mismatch');
    const { seeds } = await createInvitationKeys(secret, other, 7);
    expect(toBase64Url(seeds.ed25519)).not.toBe(
      toBase64Url((await createInvitationKeys(secret, context, 7)).seeds.ed25519),
    );
  }
  const { cert: swapped } = await createAlice();
  const renamed = { ...swapped, userId: invitationId };
  expect(await outcome(() => openInvitationKeys(secret, context, renamed))).toBe('key-mismatch');
  for (const size of [0, 31, 33])
    expect(await outcome(() => openInvitationKeys(new Uint8Array(size), context, cert))).toBe('malformed');
});
