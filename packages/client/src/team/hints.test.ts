import type { MemberHint } from '@kontor/contract/wire/memberHint';
import { expect, it } from 'vitest';
import type { Http } from '../http/http.ts';
import type { Replica } from '../replica/replica.ts';
import { readHints, unconfirmed } from './hints.ts';

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

/** Reads hints while the log moves on with each of the first `moves` pulls; returns them, and how often the server was asked. */
async function read(moves: number) {
  let [pulls, asked] = [0, 0];
  const workspace = {
    pull: async () => void pulls++,
    log: { get: () => ({ head: `h${Math.min(pulls, moves)}` }) },
  } as unknown as Replica;
  const list = async () => {
    asked++;
    return [];
  };
  const http = { api: async () => ({ member: { list } }) } as unknown as Http;
  return { hints: await readHints(http, workspace), asked };
}

it('asks again while somebody acts meanwhile, and names the log that the hints are of', async () => {
  expect(await read(1)).toMatchObject({ hints: { head: 'h1' }, asked: 1 });
  expect(await read(2)).toMatchObject({ hints: { head: 'h2' }, asked: 2 });
});

it('stamps hints that no log of one moment is known of with the log before them: nobody is held against the newest by them', async () => {
  expect(await read(9)).toMatchObject({ hints: { head: 'h3' }, asked: 3 });
});
