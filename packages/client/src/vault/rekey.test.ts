/** Out of LOCKED in the vault: the old key answers for the certificate that follows it, and for no other. */
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Mate, mate, openVault, type Team, team } from '../testing/team.ts';
import { LocalVault } from './localVault.ts';
import type { Readers } from './plainBatch.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

const wrong = 'abandon ability able about above absent';
let firm: Team;

beforeAll(async () => {
  firm = await team();
});

/** Resolves with the same person after a reset: another vault, a certificate that follows the old one. */
async function afterReset({ userId, cert }: Mate): Promise<Mate> {
  const vault = new LocalVault();
  const email = `${userId}@example.org`;
  const { publicKey } = await vault.createAccount({ userId, email, password: 'another!', previous: cert });
  return { userId, vault, cert: publicKey };
}

const answer = async (old: Mate, next: Mate, words: string) => {
  await firm.pull(old);
  return old.vault.signDeviceRekey(firm.workspaceId, next.cert, words, firm.rows(), firm.at);
};

describe('a device of before', () => {
  it.each([{ role: 'ADMIN' }, { role: 'EMPLOYEE' }] as const)(
    'hands $role on to the new keys',
    async (place) => {
      const old = await firm.join(place);
      const next = await afterReset(old);
      const words = (await next.vault.sixWords()).join(' ');
      firm.take(await answer(old, next, words));
      expect(firm.entries.at(-1)).toMatchObject({
        type: 'rekey',
        payload: { method: 'device', cert: next.cert },
      });
      expect(await firm.pull(next)).toEqual([]);
      const record = {
        entity: 'member',
        id: next.userId,
        scopeId: firm.staff.id,
        version: 1,
        refs: { userId: next.userId },
        plain: {},
      };
      await expect(next.vault.sealRecords(firm.workspaceId, [record])).resolves.toHaveLength(1);
      expect(await firm.pull(firm.owner)).toEqual([]);
    },
  );

  it('hands a customer on, who holds their own scope alone', async () => {
    const { id: customerId } = await firm.customer();
    const old = await firm.join({ role: 'CUSTOMER', customerId });
    const next = await afterReset(old);
    const { keys } = await answer(old, next, (await next.vault.sixWords()).join(' '));
    expect(keys).toMatchObject([{ type: 'grant', scopeId: customerId, recipientId: next.userId }]);
  });

  it('answers for no words but those of that certificate, and three times at the most', async () => {
    const old = await firm.join({ role: 'EMPLOYEE' });
    const [next, mallory] = [await afterReset(old), await afterReset(old)];
    const words = (await next.vault.sixWords()).join(' ');
    await expect(answer(old, mallory, words)).rejects.toMatchObject({ fault: 'wrong-words' });
    for (let i = 0; i < 3; i++) {
      // What is misspelt is named, and was no try.
      await expect(answer(old, next, `${words}tt`)).rejects.toMatchObject({ reason: 'word' });
      await expect(answer(old, next, wrong)).rejects.toMatchObject({ fault: 'wrong-words' });
    }
    await expect(answer(old, next, words)).rejects.toMatchObject({ fault: 'too-many-tries' });
    const stranger = await afterReset(await firm.join({ role: 'EMPLOYEE' }));
    await expect(answer(old, stranger, words)).rejects.toMatchObject({ fault: 'unconfirmed-key' });
  });
});

describe.each(['room', 'project'] as const)('a private room that is said to be a %s', (kind) => {
  it('goes to its people, and to no admin', async () => {
    const other = await firm.join({ role: 'EMPLOYEE' });
    const old = await mate();
    await firm.accept(old, await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
    const room: Scope = { id: uuidv7(), kind: 'room', access: 'private' };
    firm.scopes.push(room);
    await firm.pull(old);
    const readers: Readers = { access: 'private', memberIds: [old.userId, other.userId] };
    firm.keys.push(...(await old.vault.renewKey(firm.workspaceId, room.id, readers, { isNew: true })));
    const device = { ...old, vault: await openVault(old.keys) };
    const next = await afterReset(old);
    firm.scopes.pop();
    await firm.pull(device);
    firm.scopes.push({ ...room, kind });
    const words = (await next.vault.sixWords()).join(' ');
    const shown = firm.rows();
    const { keys } = await device.vault.signDeviceRekey(firm.workspaceId, next.cert, words, shown, firm.at);
    firm.scopes.pop();
    const granted = keys.flatMap((key) =>
      key.type === 'grant' && key.scopeId === room.id ? [key.recipientId] : [],
    );
    const people = [next.userId, other.userId].sort();
    expect(granted.sort()).toEqual(kind === 'room' ? people : []);
  });
});

describe('the phrase', () => {
  it('is refused before anything is asked of the server, and signs nothing without the seeds', async () => {
    const next = await afterReset(await firm.join({ role: 'EMPLOYEE' }));
    await expect(next.vault.verifyPhrase(wrong)).rejects.toMatchObject({ reason: 'count' });
    await expect(next.vault.verifyPhrase(`${wrong} kontor`)).rejects.toMatchObject({ word: 'kontor' });
    await firm.pull(next);
    await expect(next.vault.signPhraseRekey(firm.workspaceId, firm.rows(), firm.at)).rejects.toMatchObject({
      fault: 'missing-key',
    });
  });
});
