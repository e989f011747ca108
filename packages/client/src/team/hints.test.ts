import type { MemberHint } from '@kontor/contract/wire/memberHint';
import { expect, it } from 'vitest';
import { unconfirmed } from './hints.ts';

const olga = { role: 'ADMIN', status: 'ACTIVE', isOwner: true } as const;
const emma = { role: 'EMPLOYEE', status: 'ACTIVE', isOwner: false } as const;
const gone = { role: 'EMPLOYEE', status: 'INACTIVE', isOwner: false } as const;
const log = new Map(Object.entries({ olga, emma, gone }));

const named = (userId: string, facts: Partial<MemberHint>) => {
  const hint = { userId, email: '', lastSeenAt: null, ...emma, ...log.get(userId), ...facts } as MemberHint;
  return unconfirmed(log, { head: '', byUser: new Map([[userId, hint]]) }).map((each) => each.userId);
};

it.each([
  ['olga', {}],
  ['emma', {}],
  ['gone', {}],
  // Somebody who set a new password, and a server that shuts out: it takes away, and grants nothing.
  ['emma', { status: 'LOCKED' }],
  ['emma', { status: 'INACTIVE' }],
] as const)('takes what the log says, or less: %s %j', (userId, facts) =>
  expect(named(userId, facts)).toEqual([]),
);

it.each([
  ['mallory', {}],
  ['mallory', { status: 'LOCKED' }],
  ['emma', { role: 'ADMIN' }],
  ['olga', { role: 'EMPLOYEE' }],
  ['emma', { isOwner: true }],
  ['gone', { status: 'ACTIVE' }],
] as const)('names whom the log does not know so: %s %j', (userId, facts) =>
  expect(named(userId, facts)).toEqual([userId]),
);
