import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { type Team, team } from '../testing/team.ts';
import { type HistoryItem, historyOf } from './history.ts';
import { joinHistory } from './proofs.ts';

let firm: Team;
let items: HistoryItem[];
let adam: string;
let emma: string;
let invitationId: string;

beforeAll(async () => {
  firm = await team();
  adam = (await firm.join({ role: 'ADMIN' })).userId;
  emma = (await firm.join({ role: 'EMPLOYEE' })).userId;
  await firm.act(firm.owner, { type: 'role', userId: adam, role: 'EMPLOYEE' });
  await firm.act(firm.owner, { type: 'status', userId: emma, status: 'INACTIVE' });
  await firm.customer();
  ({ invitationId } = await firm.invite(firm.owner, { role: 'EMPLOYEE' }));
  await firm.act(firm.owner, { type: 'remove', userId: invitationId });
  await firm.act(firm.owner, { type: 'remove', userId: emma });
  await firm.act(firm.owner, { type: 'rotate', scopeIds: [firm.staff.id] });
  items = historyOf(firm.entries);
}, 60_000);

it('tells every entry of the log, in its order', () => {
  const owner = firm.owner.userId;
  const told = items.map(({ seq: _, at: __, ...item }) => item);
  expect(items.map(({ seq }) => seq)).toEqual(firm.entries.map(({ seq }) => seq));
  expect(told).toEqual([
    { what: 'genesis', authorId: owner },
    { what: 'invite', authorId: owner, subjectId: adam, role: 'ADMIN' },
    { what: 'join', authorId: adam, subjectId: adam, role: 'ADMIN', proof: 'link' },
    { what: 'invite', authorId: owner, subjectId: emma, role: 'EMPLOYEE' },
    { what: 'join', authorId: emma, subjectId: emma, role: 'EMPLOYEE', proof: 'link' },
    { what: 'role', authorId: owner, subjectId: adam, role: 'EMPLOYEE', roleBefore: 'ADMIN' },
    { what: 'status', authorId: owner, subjectId: emma, status: 'INACTIVE' },
    { what: 'customer', authorId: owner, subjectId: firm.scopes.at(-1)!.id },
    { what: 'invite', authorId: owner, subjectId: invitationId, role: 'EMPLOYEE' },
    { what: 'withdraw', authorId: owner, subjectId: invitationId },
    { what: 'remove', authorId: owner, subjectId: emma },
    { what: 'rotate', authorId: owner },
  ]);
});

it('tells each of the customers that one entry begins', async () => {
  const other = await team();
  const scopeIds = [uuidv7(), uuidv7()];
  await other.act(other.owner, { type: 'rotate', scopeIds });
  const told = historyOf(other.entries).slice(1);
  expect(told.map(({ what, subjectId }) => [what, subjectId])).toEqual(
    expect.arrayContaining(scopeIds.map((id) => ['customer', id])),
  );
  expect(told).toHaveLength(2);
});

it('knows how those who are here were proven, and nobody else', () => {
  const joined = joinHistory(firm.entries);
  expect([...joined].map(([userId, { proof }]) => [userId, proof])).toEqual([
    [firm.owner.userId, 'founder'],
    [adam, 'link'],
  ]);
});
