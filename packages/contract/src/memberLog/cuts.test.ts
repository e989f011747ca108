/** Tests the revisions that an entry must name, and how they are packed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  admin,
  adminsId,
  customer,
  customerId,
  employee,
  everything,
  guest,
  inactive,
  locked,
  owner,
  remove,
  role,
  rotate,
  secondId,
  staffId,
  state,
  status,
} from '../testing/firmLog.ts';
import { after, identity, newId, outcome, withRevisions } from '../testing/logWriter.ts';
import { cutOf } from './cuts.ts';
import type { LogAct } from './entries.ts';
import { lastRevision, newestCutBelow } from './history.ts';
import { mostRevisions, packRevisions, unpackRevisions } from './revisions.ts';

const naming = (act: LogAct, revisions: Record<string, number>): LogAct =>
  ({
    ...act,
    payload: { ...act.payload, revisions: packRevisions(new Map(Object.entries(revisions))) },
  }) as LogAct;

const renewedBy = (act: LogAct) => ('scopes' in act.payload ? act.payload.scopes.map((s) => s.scopeId) : []);

describe('an entry cuts', () => {
  const all = everything();
  const staffs = [staffId, customerId, secondId];
  const cases: [string, LogAct, string[], boolean][] = [
    ['what it renews', rotate([customerId]), [customerId], false],
    ['no scope that it begins', rotate([newId()]), [], false],
    ['open projects where it renews staff', rotate([staffId]), [staffId], true],
    ['private projects where it renews admins', rotate([adminsId]), [adminsId], true],
    ['what opened to who is removed', remove(employee, staffs), staffs, true],
    ['what a customer had', remove(customer, [customerId]), [customerId], false],
    ['nothing of who was shut out before', remove(inactive), [], false],
    ['what an invitation was granted', remove(guest, staffs), staffs, true],
    ['all that who is demoted goes on opening', role(admin, 'EMPLOYEE', [adminsId]), all, true],
    ['nothing of who is promoted', role(employee, 'ADMIN'), [], false],
    ['all of who is locked, whose keys stay', status(employee, 'LOCKED'), staffs, true],
    ['all of who is shut out', status(locked, 'INACTIVE', staffs), staffs, true],
    ['nothing of who comes back', status(inactive, 'ACTIVE'), [], false],
    ['nothing of who is new', add(identity(), 'ADMIN'), [], false],
  ];
  it.each(cases)('%s', async (_what, act, scopeIds, isWide) => {
    const cut = cutOf(state, act, renewedBy(act));
    expect([...cut.scopeIds].sort()).toEqual([...scopeIds].sort());
    expect(cut.isWide).toBe(isWide);
    const complete = withRevisions(state, act, new Map(scopeIds.map((id) => [id, 7])));
    expect('revisions' in complete.payload).toBe(scopeIds.length > 0);
    expect(await outcome(state, owner, complete)).toMatchObject({ seq: state.seq + 1 });
  });
});

describe('the revisions of an entry', () => {
  const act = rotate([staffId, customerId]);
  const right = { [staffId]: 4, [customerId]: 9 };
  const cases: [string, LogAct, string][] = [
    [
      'are missing',
      { ...act, payload: { ...act.payload, revisions: undefined } } as LogAct,
      'wrong-revisions',
    ],
    [
      'name one that no scope comes to',
      naming(act, { ...right, [staffId]: mostRevisions + 1 }),
      'wrong-revisions',
    ],
    ['lack a scope', naming(act, { [staffId]: 4 }), 'wrong-revisions'],
    ['name a scope that it does not cut', naming(act, { ...right, [secondId]: 1 }), 'wrong-revisions'],
    [
      'name a project where the staff lost nothing',
      naming(rotate([customerId]), { [customerId]: 9, [newId()]: 1 }),
      'wrong-revisions',
    ],
    ['are none', { ...act, payload: { ...act.payload, revisions: '' } } as LogAct, 'malformed'],
    [
      'end within a scope',
      {
        ...act,
        payload: { ...act.payload, revisions: packRevisions(new Map([[staffId, 1]])).slice(0, -4) },
      } as LogAct,
      'malformed',
    ],
  ];
  it.each(cases)('%s', async (_what, wrong, fault) => {
    expect(await outcome(state, owner, wrong)).toBe(fault);
  });

  it('name projects where the staff lost something', async () => {
    const project = newId();
    const next = await after(state, owner, naming(act, { ...right, [project]: 12 }));
    expect(lastRevision(next, project)).toBe(12);
    expect(newestCutBelow(next, project, 12)).toBeLessThan(next.seq);
    expect(newestCutBelow(next, project, 13)).toBe(next.seq);
  });

  it('may be the most that there is', async () => {
    const next = await after(state, owner, naming(act, { ...right, [staffId]: mostRevisions }));
    expect(lastRevision(next, staffId)).toBe(mostRevisions);
  });

  it('never fall', async () => {
    const next = await after(state, owner, naming(act, right));
    const again = rotate([customerId], next);
    expect(await outcome(next, owner, naming(again, { [customerId]: 8 }))).toBe('wrong-revisions');
    expect(await outcome(next, owner, naming(again, { [customerId]: 9 }))).toMatchObject({
      seq: next.seq + 1,
    });
  });
});

describe('packed revisions', () => {
  const revisions = fc
    .uniqueArray(fc.tuple(fc.uuid(), fc.nat({ max: 2 ** 48 - 1 })), {
      minLength: 1,
      maxLength: 8,
      selector: ([id]) => id,
    })
    .map((pairs) => new Map(pairs));

  it('are read as they were packed, in one order', () => {
    fc.assert(
      fc.property(revisions, (map) => {
        const packed = packRevisions(map);
        expect(unpackRevisions(packed)).toEqual(map);
        expect(packRevisions(new Map([...map].reverse()))).toBe(packed);
      }),
    );
  });

  it('have one spelling', () => {
    const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const one = Buffer.from(packRevisions(new Map([[first, 1]])), 'base64url');
    const two = Buffer.from(packRevisions(new Map([[second, 2 ** 40]])), 'base64url');
    const text = (...parts: Buffer[]) => Buffer.concat(parts).toString('base64url');
    expect(unpackRevisions(text(one, two))?.get(second)).toBe(2 ** 40);
    expect(unpackRevisions(text(two, one))).toBeUndefined();
    expect(unpackRevisions(text(one, one))).toBeUndefined();
    expect(unpackRevisions(`${text(one).slice(0, -1)}B`)).toBeUndefined();
  });
});
