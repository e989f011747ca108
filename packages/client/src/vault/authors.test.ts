/**
 * Every author at every moment: people of all roles write nouns of each kind at every head, at revisions around those at which an
 * admin was demoted and an employee removed, under keys old and new. A plain table decides beside the judgement.
 */
import type { Entity, SealedRecord } from '@kontor/contract/entity/entity';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { LogState } from '@kontor/contract/memberLog/state';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import {
  admin,
  adminsId,
  customer,
  customerId,
  employee,
  state as firm,
  inactive,
  locked,
  owner,
  remove,
  role,
  secondId,
  staffId,
  stranger,
} from '@kontor/contract/testing/firmLog';
import { type Identity, newId, signAct, verifier, withRevisions } from '@kontor/contract/testing/logWriter';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenAccount } from './account.ts';
import { Authors, type SignedRow } from './authors.ts';
import type { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import { Refused } from './refused.ts';
import type { LogBook } from './trust/logBook.ts';

/** The revisions at which the demotion and the removal cut the scopes. */
const [demotedAt, removedAt] = [100, 200];
const projectId = newId();

/**
 * Resolves with the state after an act of the owner that cuts every scope at a revision; the project is
 * named, since the log does not know it.
 */
const after = (state: LogState, act: ReturnType<typeof remove>, revision: number): Promise<LogState> => {
  const current = new Map([...state.scopes.keys(), projectId].map((id) => [id, revision]));
  return foldLog(state, [signAct(state, owner, withRevisions(state, act, current))], verifier);
};

const demoted = await after(firm, role(admin, 'EMPLOYEE', [adminsId]), demotedAt);
const state = await after(demoted, remove(employee, [staffId, customerId, secondId]), removedAt);
const [demotion, removal] = [demoted.seq, state.seq];

const kinds = new Map<string, ScopeKind>([
  [adminsId, 'admins'],
  [staffId, 'staff'],
  [customerId, 'customer'],
  [projectId, 'project'],
]);
const people = { owner, admin, employee, customer, locked, inactive, stranger };
type Who = keyof typeof people;
type Role = 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER' | undefined;
const verbs = ['create', 'update', 'delete'] as const;

/** Rights decided by hand: create, update, delete. `own` is an admin's or the person's own, `self` the person's alone. */
const places: [EntityName, string, Record<(typeof verbs)[number], 'ADMIN' | 'EMPLOYEE' | 'own' | 'self'>][] =
  [
    ['personnel', adminsId, { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' }],
    ['document', staffId, { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' }],
    ['member', staffId, { create: 'own', update: 'own', delete: 'ADMIN' }],
    ['customer', customerId, { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' }],
    ['share', customerId, { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' }],
    ['customerUser', customerId, { create: 'own', update: 'own', delete: 'ADMIN' }],
    ['task', projectId, { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' }],
    ['comment', projectId, { create: 'self', update: 'self', delete: 'own' }],
    ['link', projectId, { create: 'self', update: 'self', delete: 'EMPLOYEE' }],
    ['project', projectId, { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'ADMIN' }],
  ];

function roleAt(who: Who, seq: number): Role {
  if (who === 'owner') return 'ADMIN';
  if (who === 'admin') return seq < demotion ? 'ADMIN' : 'EMPLOYEE';
  if (who === 'employee') return seq < removal ? 'EMPLOYEE' : undefined;
  return who === 'customer' ? 'CUSTOMER' : undefined;
}

/**
 * Returns the newest cut of a scope below a revision: a removed employee had no place in the admins' scope.
 */
function cutBelow(scopeId: string, revision: number): number | undefined {
  if (scopeId !== adminsId && revision > removedAt) return removal;
  return revision > demotedAt ? demotion : undefined;
}

interface Case {
  who: Who;
  place: number;
  verb: number;
  seq: number;
  revision: number;
  isOldKey: boolean;
  isOwn: boolean;
}

function expected({ who, place, verb, seq, revision, isOldKey, isOwn }: Case): string {
  const [, scopeId, rights] = places[place]!;
  const cut = cutBelow(scopeId, revision);
  // The demotion renewed the admins' key, the removal those of staff and customers.
  const renewal = scopeId === adminsId ? demotion : removal;
  if (isOldKey && cut !== undefined && cut >= renewal) return 'superseded-key';
  const right = rights[verbs[verb]!];
  const least = scopeId === adminsId ? 'ADMIN' : 'EMPLOYEE';
  const ranks = ['CUSTOMER', 'EMPLOYEE', 'ADMIN'];
  const reaches = (mine: Role, wanted: string) => ranks.indexOf(mine ?? '') >= ranks.indexOf(wanted);
  if (right === 'self' && !isOwn) return 'forged-author';
  const isFine = [seq, ...(cut !== undefined && cut > seq ? [cut] : [])].every((at) => {
    const mine = roleAt(who, at);
    const reads = reaches(mine, least) || (scopeId === customerId && mine === 'CUSTOMER');
    return (
      mine !== undefined &&
      reads &&
      (right === 'self' || (right === 'own' ? isOwn || mine === 'ADMIN' : reaches(mine, right)))
    );
  });
  return isFine ? people[who].cert.userId : 'forged-author';
}

const authors = new Authors(
  new OpenAccount(new KeyWiper()),
  { known: () => state } as unknown as LogBook,
  { scope: (_: string, id: string) => ({ id, kind: kinds.get(id) }) } as unknown as Keyring,
);
const judge = await authors.judge(state.workspaceId);

function judged({ who, place, verb, seq, revision, isOldKey, isOwn }: Case): string {
  const [name, scopeId] = places[place]!;
  const entity: Entity = entityOf(name);
  const { cert, certKey } = people[who] as Identity;
  const ownerId = isOwn ? cert.userId : newId();
  const row: SealedRecord = {
    entity: name,
    id: newId(),
    scopeId,
    version: verb === 0 ? 1 : 2,
    revision,
    refs: entity.owner ? { [entity.owner]: ownerId } : {},
    sealed: new Uint8Array(0),
    deleted: verb === 2,
    updatedAt: 0,
  };
  const newest = scopeId === projectId ? state.scopes.get(staffId)! : state.scopes.get(scopeId)!;
  const hash = fromBase64Url(state.history.hashes[seq]!);
  const author = { by: fromBase64Url(certKey), head: { seq, hash }, signature: new Uint8Array(64) };
  const written: SignedRow = {
    entity,
    row,
    generation: newest.generation - (isOldKey ? 1 : 0),
    signed: { author, chain: undefined, reseal: undefined, content: new Uint8Array(0) },
    origin: { from: scopeId === projectId ? 'staff' : 'row' },
  };
  try {
    return judge(written).authorId;
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

it('judges every author at every moment as a plain table does', () => {
  const cases = fc.record<Case>({
    who: fc.constantFrom(...(Object.keys(people) as Who[])),
    place: fc.nat(places.length - 1),
    verb: fc.nat(2),
    seq: fc.integer({ min: firm.seq, max: state.seq }),
    revision: fc.constantFrom(1, 99, 100, 101, 150, 200, 201, 900),
    isOldKey: fc.boolean(),
    isOwn: fc.boolean(),
  });
  const counts: Record<string, number> = {};
  const runs = 20_000;
  for (const each of fc.sample(cases, { numRuns: runs, seed: 7 })) {
    const outcome = expected(each);
    expect(judged(each), JSON.stringify(each)).toBe(outcome);
    const name = outcome.length === 36 ? 'believed' : outcome;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(runs);
  for (const name of ['believed', 'forged-author', 'superseded-key'])
    expect(counts[name], name).toBeGreaterThan(runs / 20);
});

it('moves every author in time: what they could write before they cannot after, however they date it', () => {
  const later = { seq: firm.seq, revision: 900, isOldKey: false, isOwn: false } as const;
  const update = 1;
  let moved = 0;
  for (const [place] of places.entries())
    for (const who of ['admin', 'employee'] as const) {
      const before = { ...later, who, place, verb: update, revision: 50 };
      if (judged(before) === 'forged-author') continue;
      for (const seq of [firm.seq, demotion, removal])
        expect(judged({ ...before, seq, revision: 900 }), `${who} ${places[place]![0]} ${seq}`).toBe(
          expected({ ...before, seq, revision: 900 }),
        );
      moved++;
    }
  expect(moved).toBe(12);
  expect(judged({ ...later, who: 'admin', place: 0, verb: update })).toBe('forged-author');
  expect(judged({ ...later, who: 'employee', place: 6, verb: update })).toBe('forged-author');
});

it('lets whoever may delete or move what a record lies in do so with the record, and no more', () => {
  const at = { seq: removal, revision: 900 };
  const hash = fromBase64Url(state.history.hashes[at.seq]!);
  const signed = (who: Who) => ({
    by: fromBase64Url(people[who].certKey),
    head: { seq: at.seq, hash },
    signature: new Uint8Array(64),
  });
  const [taskId, ownerId] = [newId(), owner.cert.userId];
  const judgeOf = (
    more: { refs?: object; deleted?: boolean; version?: number },
    by: Who,
    before?: object,
  ) => {
    const row = {
      entity: 'comment',
      id: newId(),
      scopeId: projectId,
      version: 2,
      revision: at.revision,
      sealed: new Uint8Array(0),
      deleted: false,
      updatedAt: 0,
      ...more,
      refs: { taskId, userId: ownerId, ...more.refs },
    } as SealedRecord;
    const origin = { scopeId: projectId, version: 1, refs: { taskId, userId: ownerId, ...before } };
    const reseal = before && { resealer: signed(by), origin };
    try {
      const { authorId } = judge({
        entity: entityOf('comment'),
        row,
        generation: state.scopes.get(staffId)!.generation,
        signed: {
          author: signed(before ? 'owner' : by),
          chain: undefined,
          content: new Uint8Array(0),
          reseal,
        } as SignedRow['signed'],
        origin: { from: 'staff' },
      });
      return authorId;
    } catch (error) {
      return (error as Refused).fault;
    }
  };
  // 'admin' is an employee by then.
  expect(judgeOf({}, 'admin')).toBe('forged-author');
  expect(judgeOf({ deleted: true }, 'admin')).toBe(admin.cert.userId);
  expect(judgeOf({ deleted: true }, 'customer')).toBe('forged-author');
  expect(judgeOf({}, 'admin', {})).toBe(ownerId);
  // Nobody puts what its owner signed under another name, or their own words under the owner's.
  expect(judgeOf({ refs: { userId: admin.cert.userId } }, 'owner', {})).toBe('forged-author');
  expect(judgeOf({}, 'owner', { userId: admin.cert.userId })).toBe('forged-author');
  expect(judgeOf({}, 'admin', { taskId: newId() })).toBe('forged-author');
  expect(judgeOf({ refs: { userId: employee.cert.userId } }, 'admin', {})).toBe('forged-author'); // Whom it names is its owner's word, too; a restored backup may not know all of them.
  const named = (before: string[], after: string[]) =>
    judgeOf({ refs: { notifyIds: after } }, 'admin', { notifyIds: before });
  expect(named([admin.cert.userId], [admin.cert.userId])).toBe(ownerId);
  expect(named([admin.cert.userId, employee.cert.userId], [admin.cert.userId])).toBe(ownerId);
  expect(named([admin.cert.userId], [])).toBe('forged-author');
  expect(named([], [admin.cert.userId])).toBe('forged-author');
});
