/** A private project that somebody is taken off who goes on working here: no entry of the log says so, its next key does. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { KeySpans } from '../replica/keySpans.ts';
import { rowOf } from '../testing/founder.ts';
import { type Mate, mate, openVault, type Team, team } from '../testing/team.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

async function employee(firm: Team) {
  const who = await mate();
  await firm.accept(who, await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
  return who;
}

it('believes nothing that they write under its old key above what lies under the next, on any device', async () => {
  const firm = await team();
  const project: Scope = { id: uuidv7(), kind: 'project', access: 'private' };
  const [stays, goes] = [await employee(firm), await employee(firm)];
  firm.scopes.push(project);
  const people = async (...members: Mate[]) => {
    await firm.pull(stays);
    const memberIds = members.map(({ userId }) => userId);
    const why = { isNew: firm.keys.every(({ scopeId }) => scopeId !== project.id) };
    const wish = { access: 'private' as const, memberIds };
    firm.keys.push(...(await stays.vault.renewKey(firm.workspaceId, project.id, wish, why)));
    await firm.pull(stays);
  };
  const written = async ({ vault }: Mate, entity: string, version = 1): Promise<SealedRecord> => {
    const id = entity === 'project' ? project.id : uuidv7();
    const refs = entity === 'project' ? { memberIds: [stays.userId] } : {};
    const record = { entity, id, scopeId: project.id, version, refs };
    const [sealed] = await vault.sealRecords(firm.workspaceId, [{ ...record, plain: { name: 'Board' } }]);
    return rowOf(record, sealed!, { revision: firm.nextRevision() });
  };
  const openedBy = async ({ vault }: Pick<Mate, 'vault'>, rows: SealedRecord[]) => {
    const { opened, faulty } = await vault.openPage(firm.workspaceId, { scopes: [], rows });
    const shown = () => ({ above: 0, upTo: firm.nextRevision() });
    const { inTime, late } = new KeySpans(() => {}).takeInOrder(opened, shown, { take: ({ id }) => [id] });
    return [...inTime.map(({ id }) => id), ...[...faulty, ...late].map(({ fault }) => fault)];
  };
  await people(stays, goes);
  await firm.pull(goes);
  const before = await written(goes, 'document');
  await people(stays);
  const head = await written(stays, 'project');
  const late = [
    await written(goes, 'document'),
    await written(goes, 'project', 2),
    await written(goes, 'task'),
  ];
  const fresh = { vault: await openVault(stays.keys) };
  await firm.pull(fresh);
  for (const device of [stays, fresh, firm.owner]) {
    await firm.pull(device);
    expect(await openedBy(device, [before, head, ...late])).toEqual([
      ...[before.id, head.id],
      ...late.map(() => 'superseded-key'),
    ]);
  }
});
