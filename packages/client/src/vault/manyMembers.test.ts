/** A large firm: taking somebody out renews the keys of everybody, in one batch that the server takes. */
import { batchSchema, type Change } from '@kontor/contract/wire/change';
import { limits } from '@kontor/contract/wire/protocol';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { createAccountKeys } from '@kontor/crypto/account';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { OpenAccount } from './account.ts';
import { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import type { MemberAct } from './memberAct.ts';
import { signMemberAct } from './memberActs.ts';
import { LogBook } from './trust/logBook.ts';
import { firstKeys } from './workspaceKeys.ts';

// What is slow is tested where it stands: here rows are counted and weighed, and they are of the same size.
vi.mock('@kontor/crypto/primitives/hpke', () => import('../testing/idealHpke.ts'));
vi.mock('@kontor/crypto/primitives/webcrypto', () => import('../testing/syncWebCrypto.ts'));
vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

const employees = 500;
const customers = 3_000;
/** Of the customers, those with a user. */
const users = 100;

it(`rotates for ${employees} employees and ${customers} customers`, async () => {
  const [account, log] = [new OpenAccount(new KeyWiper()), new LogBook()];
  const ring = new Keyring(account, log, new KeyWiper());
  const [workspaceId, adminsScopeId, staffScopeId] = [uuidv7(), uuidv7(), uuidv7()];
  await account.create({ userId: uuidv7(), email: 'a@example.org', password: 'correct horse' });
  const founding = await firstKeys(account.keys, { workspaceId, adminsScopeId, staffScopeId, at: 1 });
  await log.take(workspaceId, [founding.entry], 'server');
  const take = (id: string, kind: 'admins' | 'staff' | 'customer', keys: ScopeKey[]) => ({
    scope: { id, kind, access: 'private' } as const,
    keys: keys.filter(({ scopeId }) => scopeId === id),
  });
  const pairs = [
    [adminsScopeId, 'admins'],
    [staffScopeId, 'staff'],
  ] as const;
  await ring.take(
    workspaceId,
    pairs.map(([id, kind]) => take(id, kind, founding.keys)),
  );
  const sign = async (act: MemberAct) => {
    const state = log.known(workspaceId);
    const ringOf = (scopeId: string) => ring.ring(workspaceId, scopeId);
    const signed = await signMemberAct(
      {
        account: account.keys,
        state,
        ringOf,
        revisions: new Map(),
        at: 2,
        hold: async () => {},
        seal: async () => [],
      },
      act,
    );
    await log.take(workspaceId, signed.entries, 'server');
    return signed;
  };
  const customerIds = Array.from({ length: customers }, () => uuidv7());
  for (let from = 0; from < customers; from += 1_000) {
    const scopeIds = customerIds.slice(from, from + 1_000);
    const { keys } = await sign({ type: 'rotate', scopeIds });
    const rows = Map.groupBy(keys, ({ scopeId }) => scopeId);
    const taken = scopeIds.map((id) => take(id, 'customer', rows.get(id)!));
    await ring.take(workspaceId, taken);
  }
  let last = '';
  for (let i = 0; i < employees + users; i++) {
    const { cert } = await createAccountKeys(uuidv7(), 1);
    const customerId = i < users ? customerIds[i] : undefined;
    if (customerId) await sign({ type: 'add', cert, role: 'CUSTOMER', customerId });
    else await sign({ type: 'add', cert, role: 'EMPLOYEE' });
    last = cert.userId;
  }

  const removal = await sign({ type: 'remove', userId: last });
  // Of staff a grant to each employee who stays and the wrap; of each customer the grant to its user; both with their past.
  expect(removal.keys).toHaveLength(employees - 1 + 2 + 2 * customers + users);
  const changes: Change[] = [
    ...removal.entries.map((entry): Change => ({ name: 'log.append', args: { entry } })),
    ...removal.keys.map((key): Change => ({ name: 'key.add', args: { key } })),
  ];
  const batch = { id: uuidv7(), workspaceId, changes };
  expect(batchSchema.safeParse(batch).success).toBe(true);
  const size = JSON.stringify(batch).length;
  expect(size).toBeGreaterThan(limits.jsonBytes);
  // Linear: a list of readers in each row would make it ten times as much.
  expect(size).toBeLessThan(4 * 1_048_576);
  expect(JSON.stringify(batch)).toContain(
    `"readers":["${log.known(workspaceId).members.keys().toArray()[150]}"]`,
  );
});
