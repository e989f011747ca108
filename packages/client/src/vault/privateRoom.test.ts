/** A private room with somebody who leaves: no entry of the log cuts it, its next key does. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KeySpans } from '../replica/keySpans.ts';
import { rowOf } from '../testing/founder.ts';
import { type Mate, mate, openVault, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Team;
let room: Scope;
let stays: Awaited<ReturnType<typeof mate>>;
let leaves: Awaited<ReturnType<typeof mate>>;

beforeEach(async () => {
  firm = await team();
  room = { id: uuidv7(), kind: 'room', access: 'private' };
  [stays, leaves] = [await employee(), await employee()];
  firm.scopes.push(room);
  await firm.pull(stays);
  await renew({ access: 'private', memberIds: [stays.userId, leaves.userId] }, true);
});

async function employee() {
  const who = await mate();
  await firm.accept(who, await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
  return who;
}

async function renew(readers?: Parameters<typeof stays.vault.renewKey>[2], isNew = false): Promise<void> {
  firm.keys.push(...(await stays.vault.renewKey(firm.workspaceId, room.id, readers, { isNew })));
  await firm.pull(stays);
}

/** Removes by an admin whom no server shows the room. */
async function remove(): Promise<void> {
  firm.scopes.pop();
  await firm.act(firm.owner, { type: 'remove', userId: leaves.userId });
  firm.scopes.push(room);
}

/** Writes something in the room with what a device knows. */
async function written({ vault, userId }: Mate): Promise<SealedRecord> {
  const refs = { messageId: uuidv7(), userId };
  const record = { entity: 'reaction', id: uuidv7(), scopeId: room.id, version: 1, refs };
  const [sealed] = await vault.sealRecords(firm.workspaceId, [{ ...record, plain: { emoji: '👍' } }]);
  return rowOf(record, sealed!, { revision: firm.nextRevision() });
}

/** Opens rows as a replica takes them over that was shown nothing before. */
async function openedBy({ vault }: Pick<Mate, 'vault'>, rows: SealedRecord[]) {
  const { opened, faulty } = await vault.openPage(firm.workspaceId, { scopes: [], rows });
  const shown = () => ({ above: 0, upTo: firm.nextRevision() });
  const { inTime, late } = new KeySpans(() => {}).takeInOrder(opened, shown, { take: ({ id }) => [id] });
  return [...inTime.map(({ id }) => id), ...[...faulty, ...late].map(({ fault }) => fault)];
}

describe('a private room that somebody leaves', () => {
  it('keeps what they wrote, on a new device as well', async () => {
    await firm.pull(leaves);
    const row = await written(leaves);
    await remove();
    const phone = { vault: await openVault(stays.keys) };
    await firm.pull(phone);
    expect(await openedBy(phone, [row])).toEqual([row.id]);
  });

  it('believes nothing of theirs above what is written under its next key', async () => {
    await firm.pull(leaves);
    await remove();
    await firm.pull(stays);
    await renew();
    const next = await written(stays);
    const late = await written(leaves);
    expect(await openedBy(stays, [next, late])).toEqual([next.id, 'superseded-key']);
    const phone = { vault: await openVault(stays.keys) };
    await firm.pull(phone);
    expect(await openedBy(phone, [next, late])).toEqual([next.id, 'superseded-key']);
  });
});
