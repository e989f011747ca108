/** Checks who signs what, and how a log begins. */

import { describe, expect, it } from 'vitest';
import {
  add,
  admin,
  customer,
  customerId,
  employee,
  everything,
  guest,
  inactive,
  invite,
  locked,
  makeOwner,
  owner,
  rekey,
  remove,
  restore,
  role,
  rotate,
  staffId,
  state,
  status,
  stranger,
} from '../testing/firmLog.ts';
import { after, identity, newId, outcome, random, signAct, verifier } from '../testing/logWriter.ts';
import { randomXWingKey } from '../testing/publicKeys.ts';
import { type LogAct, logEntryTypes } from './entries.ts';
import { foldLog } from './fold.ts';
import { rules } from './rules.ts';

/** Signed by nobody but active admins, whatever the act. */
const adminActs: Record<string, () => LogAct> = {
  invite: () => invite(identity()),
  add: () => add(identity(), 'EMPLOYEE'),
  role: () => role(customer, 'EMPLOYEE'),
  status: () => status(employee, 'LOCKED'),
  rekey: () => rekey(locked, identity(locked.cert.userId), 'admin'),
  rotate: () => rotate([staffId]),
  remove: () => remove(customer, [customerId]),
  owner: () => makeOwner(admin),
  restore: () => restore(),
};

describe('authors', () => {
  it('has a case for every type but the first', () =>
    expect(Object.keys(adminActs).sort()).toEqual(logEntryTypes.filter((type) => type !== 'genesis').sort()));

  it('has a rule for every type but the first', () =>
    expect(Object.keys(rules).sort()).toEqual(Object.keys(adminActs).sort()));

  it.each(Object.entries(adminActs))('%s: the owner may (control)', async (_type, act) => {
    expect(await outcome(state, owner, act())).toMatchObject({ seq: state.seq + 1 });
  });

  it.each(Object.entries(adminActs))('%s: nobody below an active admin', async (_type, act) => {
    for (const who of [employee, customer, locked, inactive, guest])
      expect(await outcome(state, who, act()), who.cert.userId).toBe('not-permitted');
    expect(await outcome(state, stranger, act())).toBe('unknown-author');
    // Under a member's name, but with another key than the log's.
    expect(await outcome(state, identity(admin.cert.userId), act())).toBe('unknown-author');
    const forged = signAct(state, stranger, act(), { authorId: owner.cert.userId, authorKey: owner.certKey });
    await expect(foldLog(state, [forged], verifier)).rejects.toMatchObject({ fault: 'bad-signature' });
  });
});

it('keeps to the states before: nothing is changed in place', async () => {
  const before = JSON.stringify([[...state.members], [...state.certs], [...state.scopes]]);
  await after(state, owner, remove(admin, everything()));
  expect(JSON.stringify([[...state.members], [...state.certs], [...state.scopes]])).toBe(before);
});

it('begins once, with its two scopes', async () => {
  const founder = identity();
  const genesis = (more: object = {}): LogAct => ({
    type: 'genesis',
    payload: {
      owner: founder.cert,
      scopes: (['admins', 'staff'] as const).map((kind) => ({
        scopeId: newId(),
        kind,
        generation: 1,
        kid: random(16),
      })),
      adminsPublicKey: randomXWingKey(),
      ...more,
    },
  });
  expect(await outcome(state, owner, genesis())).toBe('broken-chain');
  const empty = { seq: -1, head: '', workspaceId: newId() };
  const found = (act: LogAct, by = founder) =>
    foldLog(undefined, [signAct(empty, by, act)], verifier).then(
      () => 'taken',
      (error) => error.fault,
    );
  expect(await found(genesis())).toBe('taken');
  expect(await found(genesis(), stranger)).toBe('unknown-author');
  expect(await found(genesis({ scopes: [] }))).toBe('malformed');
  expect(await found(genesis({ owner: { ...founder.cert, createdAt: 2 } }))).toBe('bad-certificate');
  expect(await found(rotate([staffId]))).toBe('broken-chain');
});
