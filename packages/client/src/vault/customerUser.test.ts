/** The right to write a customer user's entry, where the server stores whatever is sealed. */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import type { Scope } from '@kontor/contract/wire/scope';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rowOf } from '../testing/founder.ts';
import { type Mate, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Team;
let customer: Scope;
let [anna, ben, employee]: Mate[] = [];
beforeAll(async () => {
  firm = await team();
  customer = await firm.customer();
  const place = { role: 'CUSTOMER', customerId: customer.id } as const;
  [anna, ben] = [await firm.join(place), await firm.join(place)];
  employee = await firm.join({ role: 'EMPLOYEE' });
});

/** Returns what the owner reads of an entry that `by` seals, or of its tombstone. */
async function read(
  by: Mate,
  entity: 'customerUser' | 'share',
  { userId }: Mate,
  { isDeleted = false, version = 1 } = {},
) {
  const [refs, content] = entity === 'share' ? [{}, { name: 'Plan' }] : [{ userId }, { firstName: 'Anna' }];
  const plain = isDeleted ? null : content;
  const record = {
    entity,
    id: customerUserId(userId, customer.id),
    scopeId: customer.id,
    version,
    refs,
    plain,
  };
  await firm.pull(by);
  const [sealed] = await by.vault.sealRecords(firm.workspaceId, [record]);
  await firm.pull(firm.owner);
  const row = { ...rowOf(record, sealed!), deleted: isDeleted };
  const { opened, faulty } = await firm.owner.vault.openPage(firm.workspaceId, { scopes: [], rows: [row] });
  return opened[0]?.authorId ?? faulty[0]?.fault;
}

describe("a customer's user", () => {
  it('says who they are, and an admin may for them', async () => {
    expect(await read(anna!, 'customerUser', anna!)).toBe(anna!.userId);
    expect(await read(firm.owner, 'customerUser', anna!)).toBe(firm.owner.userId);
  });

  it('says it of nobody else, and nothing else', async () => {
    expect(await read(ben!, 'customerUser', anna!)).toBe('forged-author');
    expect(await read(ben!, 'customerUser', employee!)).toBe('forged-author');
    expect(await read(anna!, 'share', anna!)).toBe('forged-author');
  });

  it('deletes nothing: who works here does, and of people the admins', async () => {
    const isDeleted = { isDeleted: true, version: 2 };
    expect(await read(firm.owner, 'share', anna!, isDeleted)).toBe(firm.owner.userId);
    expect(await read(employee!, 'share', anna!, isDeleted)).toBe(employee!.userId);
    expect(await read(firm.owner, 'customerUser', anna!, isDeleted)).toBe(firm.owner.userId);
    expect(await read(anna!, 'customerUser', anna!, isDeleted)).toBe('forged-author');
    expect(await read(anna!, 'share', anna!, isDeleted)).toBe('forged-author');
    expect(await read(ben!, 'customerUser', anna!, isDeleted)).toBe('forged-author');
  });
});
