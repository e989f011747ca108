/** Every rule of the member log: what it takes, and each way in which it is broken. */

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
  invite,
  locked,
  makeOwner,
  owner,
  rekey,
  remove,
  restore,
  role,
  rotate,
  secondId,
  staffId,
  state,
  status,
  stranger,
} from '../testing/firmLog.ts';
import { type Identity, identity, newId, outcome, packed, random, renewed } from '../testing/logWriter.ts';
import { randomXWingKey } from '../testing/publicKeys.ts';
import type { LogAct } from './entries.ts';
import { customersAmong, packKids } from './generations.ts';
import { invitationMaxAge } from './rules.ts';
import type { LogState } from './state.ts';

type Case = [
  what: string,
  by: () => Identity,
  act: () => LogAct,
  fault: string | ((next: LogState) => unknown),
  at?: number,
];
const member = (next: LogState, who: Identity) => next.members.get(who.cert.userId);
/** Removes somebody with the customers' key ids packed; remembers them. */
function removePacked(who: Identity, lost: string[]) {
  const named = packed(state, lost);
  lastPacked = named.customerKids;
  return { type: 'remove' as const, payload: { userId: who.cert.userId, ...named } };
}
let lastPacked: string | undefined;
/** Returns the newest key ids of the customers, as an entry packs them. */
const packedIn = ({ scopes }: LogState) =>
  packKids([customerId, secondId].sort().map((id) => [...scopes.get(id)!.kids.values()].at(-1)!));
const byOwner = () => owner;
const byAdmin = () => admin;

const cases: Record<string, Case[]> = {
  invite: [
    [
      'an employee',
      byAdmin,
      () => invite(stranger),
      (next) =>
        next.invitations.get(stranger.cert.userId)?.role === 'EMPLOYEE' &&
        next.members.size === state.members.size,
    ],
    [
      'a customer',
      byAdmin,
      () => invite(stranger, { role: 'CUSTOMER', customerId }),
      (next) => next.invitations.get(stranger.cert.userId)?.customerId === customerId,
    ],
    ['a customer of nobody', byAdmin, () => invite(stranger, { role: 'CUSTOMER' }), 'malformed'],
    ['an employee of a customer', byAdmin, () => invite(stranger, { customerId }), 'malformed'],
    [
      'a customer whom the log does not know',
      byAdmin,
      () => invite(stranger, { role: 'CUSTOMER', customerId: newId() }),
      'malformed',
    ],
    [
      'a customer under the id of another scope',
      byAdmin,
      () => invite(stranger, { role: 'CUSTOMER', customerId: staffId }),
      'malformed',
    ],
    ['somebody who is in', byAdmin, () => invite(identity(employee.cert.userId)), 'unknown-member'],
    ['the same invitation again', byAdmin, () => invite(identity(guest.cert.userId)), 'unknown-member'],
    ['for ever', byAdmin, () => invite(stranger, { expiresAt: 1_001 + invitationMaxAge }), 'expired'],
    ['for the past', byAdmin, () => invite(stranger, { expiresAt: 1_000 }), 'expired'],
    [
      'with a certificate that signed nothing',
      byAdmin,
      () => invite({ ...stranger, cert: { ...stranger.cert, createdAt: 2 } }),
      'bad-certificate',
    ],
  ],
  add: [
    [
      'an admin',
      byAdmin,
      () => add(stranger, 'ADMIN'),
      (next) => member(next, stranger)?.status === 'ACTIVE' && member(next, stranger)?.isOwner === false,
    ],
    ['somebody who is in', byAdmin, () => add(identity(employee.cert.userId), 'EMPLOYEE'), 'unknown-member'],
    ['a customer of nobody', byAdmin, () => add(stranger, 'CUSTOMER'), 'malformed'],
    [
      'with a certificate that signed nothing',
      byAdmin,
      () => add({ ...stranger, cert: { ...stranger.cert, createdAt: 2 } }, 'ADMIN'),
      'bad-certificate',
    ],
  ],
  role: [
    [
      'promotes without new keys',
      byAdmin,
      () => role(employee, 'ADMIN'),
      (next) => member(next, employee)?.role === 'ADMIN',
    ],
    [
      'promotes, and renews what is not lost',
      byAdmin,
      () => role(employee, 'ADMIN', [staffId]),
      'wrong-generations',
    ],
    [
      'demotes an admin',
      byOwner,
      () => role(admin, 'EMPLOYEE', [adminsId]),
      (next) => member(next, admin)?.role === 'EMPLOYEE' && next.scopes.get(adminsId)?.generation === 3,
    ],
    ['demotes without new keys', byOwner, () => role(admin, 'EMPLOYEE'), 'wrong-generations'],
    [
      'demotes to a customer, who keeps one scope',
      byOwner,
      () => role(admin, 'CUSTOMER', [adminsId, staffId, secondId], { customerId }),
      (next) => member(next, admin)?.customerId === customerId,
    ],
    [
      'demotes to a customer and leaves another’s scope',
      byOwner,
      () => role(admin, 'CUSTOMER', [adminsId, staffId], { customerId }),
      'wrong-generations',
    ],
    [
      'moves a customer to another',
      byAdmin,
      () => role(customer, 'CUSTOMER', [customerId], { customerId: secondId }),
      (next) => member(next, customer)?.customerId === secondId,
    ],
    [
      'moves a customer without a new key',
      byAdmin,
      () => role(customer, 'CUSTOMER', [], { customerId: secondId }),
      'wrong-generations',
    ],
    [
      'demotes who holds nothing',
      byAdmin,
      () => role(inactive, 'EMPLOYEE'),
      (next) => member(next, inactive)?.status === 'INACTIVE',
    ],
    ['of the owner', byAdmin, () => role(owner, 'EMPLOYEE', [adminsId]), 'not-permitted'],
    ['of the owner, by the owner', byOwner, () => role(owner, 'EMPLOYEE', [adminsId]), 'not-permitted'],
    ['of oneself', byAdmin, () => role(admin, 'EMPLOYEE', [adminsId]), 'not-permitted'],
    ['that they have', byAdmin, () => role(employee, 'EMPLOYEE'), 'malformed'],
    ['of an invitation', byAdmin, () => role(guest, 'ADMIN'), 'unknown-member'],
    ['of a stranger', byAdmin, () => role(stranger, 'ADMIN'), 'unknown-member'],
    [
      'without the admins’ new public key',
      byOwner,
      () => ({
        type: 'role',
        payload: { userId: admin.cert.userId, role: 'EMPLOYEE', scopes: renewed(state, [adminsId]).scopes },
      }),
      'malformed',
    ],
  ],
  status: [
    [
      'shuts an employee out',
      byAdmin,
      () => status(employee, 'INACTIVE', [staffId, customerId, secondId]),
      (next) => member(next, employee)?.status === 'INACTIVE',
    ],
    [
      'shuts out and leaves the customers’ keys',
      byAdmin,
      () => status(employee, 'INACTIVE', [staffId]),
      'wrong-generations',
    ],
    [
      'shuts out and renews too much',
      byAdmin,
      () => status(employee, 'INACTIVE', everything()),
      'wrong-generations',
    ],
    [
      'shuts out who is locked',
      byAdmin,
      () => status(locked, 'INACTIVE', [staffId, customerId, secondId]),
      (next) => member(next, locked)?.status === 'INACTIVE',
    ],
    [
      'locks',
      byAdmin,
      () => status(employee, 'LOCKED'),
      (next) => member(next, employee)?.status === 'LOCKED',
    ],
    [
      'locks the owner',
      byAdmin,
      () => status(owner, 'LOCKED'),
      (next) => member(next, owner)?.isOwner === true,
    ],
    [
      'lets back in',
      byAdmin,
      () => status(inactive, 'ACTIVE'),
      (next) => member(next, inactive)?.status === 'ACTIVE',
    ],
    ['unlocks by a click', byAdmin, () => status(locked, 'ACTIVE'), 'not-permitted'],
    ['shuts the owner out', byAdmin, () => status(owner, 'INACTIVE', everything()), 'not-permitted'],
    ['shuts oneself out', byAdmin, () => status(admin, 'INACTIVE', everything()), 'not-permitted'],
    ['says what is', byAdmin, () => status(employee, 'ACTIVE'), 'malformed'],
    ['of an invitation', byAdmin, () => status(guest, 'LOCKED'), 'unknown-member'],
  ],
  rekey: [
    [
      'accepts an invitation',
      () => guest,
      () => rekey(guest, stranger, 'invitation'),
      (next) => member(next, stranger)?.role === 'EMPLOYEE' && next.invitations.size === 0,
    ],
    ['accepts too late', () => guest, () => rekey(guest, stranger, 'invitation'), 'expired', 2_000],
    ['accepts by another way', () => guest, () => rekey(guest, stranger, 'phrase'), 'not-permitted'],
    [
      'accepts for somebody who is in',
      () => guest,
      () => rekey(guest, identity(employee.cert.userId), 'invitation'),
      'unknown-member',
    ],
    [
      'accepts with another’s signature',
      () => employee,
      () => rekey(guest, stranger, 'invitation'),
      'not-permitted',
    ],
    [
      'takes in, by the six words, who came without the secret',
      byAdmin,
      () => rekey(guest, stranger, 'admin'),
      (next) => member(next, stranger)?.status === 'ACTIVE',
    ],
    [
      'accepts with an admin’s signature',
      byAdmin,
      () => rekey(guest, stranger, 'invitation'),
      'not-permitted',
    ],
    [
      'by the phrase',
      () => employee,
      () => rekey(employee, identity(employee.cert.userId), 'phrase'),
      (next) => member(next, employee)?.certKey !== employee.certKey,
    ],
    [
      'by another device',
      () => locked,
      () => rekey(locked, identity(locked.cert.userId), 'device'),
      (next) => member(next, locked)?.status === 'ACTIVE',
    ],
    [
      'of the owner, by the owner',
      byOwner,
      () => rekey(owner, identity(owner.cert.userId), 'phrase'),
      (next) => member(next, owner)?.isOwner === true,
    ],
    [
      'of oneself, as an admin',
      byAdmin,
      () => rekey(admin, identity(admin.cert.userId), 'admin'),
      'not-permitted',
    ],
    [
      'of who is shut out',
      () => inactive,
      () => rekey(inactive, identity(inactive.cert.userId), 'phrase'),
      'not-permitted',
    ],
    [
      'by an admin, of who is locked',
      byAdmin,
      () => rekey(locked, identity(locked.cert.userId), 'admin'),
      (next) => member(next, locked)?.status === 'ACTIVE',
    ],
    [
      'by an admin, of who is not locked',
      byAdmin,
      () => rekey(employee, identity(employee.cert.userId), 'admin'),
      'not-permitted',
    ],
    [
      'by an admin, of who is shut out',
      byAdmin,
      () => rekey(inactive, identity(inactive.cert.userId), 'admin'),
      'not-permitted',
    ],
    [
      'by an admin who says it was the phrase',
      byAdmin,
      () => rekey(locked, identity(locked.cert.userId), 'phrase'),
      'not-permitted',
    ],
    [
      'by an employee who says they are an admin',
      () => employee,
      () => rekey(locked, identity(locked.cert.userId), 'admin'),
      'not-permitted',
    ],
    [
      'to another’s certificate',
      () => employee,
      () => rekey(employee, stranger, 'phrase'),
      'bad-certificate',
    ],
    ['to the same certificate', () => employee, () => rekey(employee, employee, 'phrase'), 'bad-certificate'],
    [
      'to a certificate that signed nothing',
      () => employee,
      () =>
        rekey(
          employee,
          { ...stranger, cert: { ...identity(employee.cert.userId).cert, createdAt: 2 } },
          'phrase',
        ),
      'bad-certificate',
    ],
    [
      'of a stranger',
      byAdmin,
      () => rekey(stranger, identity(stranger.cert.userId), 'admin'),
      'unknown-member',
    ],
    [
      'under the method of an invitation, of a member',
      () => employee,
      () => rekey(employee, identity(employee.cert.userId), 'invitation'),
      'not-permitted',
    ],
  ],
  rotate: [
    [
      'some scopes',
      byAdmin,
      () => rotate([adminsId, staffId]),
      (next) => next.scopes.get(staffId)?.generation === (state.scopes.get(staffId)?.generation ?? 0) + 1,
    ],
    [
      'a customer into being',
      byAdmin,
      () => rotate([newId()]),
      (next) => next.scopes.size === state.scopes.size + 1,
    ],
    [
      'a customer into being at a later generation',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: { scopes: [{ scopeId: newId(), kind: 'customer', generation: 2, kid: random(16) }] },
      }),
      'bad-generation',
    ],
    [
      'another staff into being',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: { scopes: [{ scopeId: newId(), kind: 'staff', generation: 1, kid: random(16) }] },
      }),
      'bad-generation',
    ],
    [
      'a scope twice',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: { scopes: [...renewed(state, [staffId]).scopes, ...renewed(state, [staffId]).scopes] },
      }),
      'bad-generation',
    ],
    [
      'a scope of another kind',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: {
          scopes: renewed(state, [staffId]).scopes.map((scope) => ({ ...scope, kind: 'customer' as const })),
        },
      }),
      'bad-generation',
    ],
    [
      'back to an old key',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: {
          scopes: renewed(state, [staffId]).scopes.map((scope) => ({
            ...scope,
            kid: state.scopes.get(staffId)!.kids.get(1)!,
          })),
        },
      }),
      'bad-generation',
    ],
    [
      'the admins’ public key alone',
      byAdmin,
      () => ({
        type: 'rotate',
        payload: { ...renewed(state, [staffId]), adminsPublicKey: randomXWingKey() },
      }),
      'malformed',
    ],
    ['nothing', byAdmin, () => ({ type: 'rotate', payload: { scopes: [] } }), 'malformed'],
  ],
  remove: [
    [
      'an admin',
      byOwner,
      () => remove(admin, everything()),
      (next) => !member(next, admin) && next.certs.get(admin.certKey)?.isStaff,
    ],
    [
      'an admin, and keeps a key',
      byOwner,
      () => remove(admin, [adminsId, staffId, customerId]),
      'wrong-generations',
    ],
    [
      'an employee',
      byAdmin,
      () => remove(employee, [staffId, customerId, secondId]),
      (next) => !member(next, employee),
    ],
    [
      'an employee, and renews the admins’ keys',
      byAdmin,
      () => remove(employee, everything()),
      'wrong-generations',
    ],
    [
      'a customer',
      byAdmin,
      () => remove(customer, [customerId]),
      (next) => !next.certs.get(customer.certKey)?.isStaff,
    ],
    [
      'a customer, and renews another’s key',
      byAdmin,
      () => remove(customer, [secondId]),
      'wrong-generations',
    ],
    [
      'an employee, with the key ids of the customers packed in the order of their ids',
      byAdmin,
      () => removePacked(employee, [secondId, staffId, customerId]),
      (next) => !member(next, employee) && packedIn(next) === lastPacked,
    ],
    [
      'an employee, with too few packed',
      byAdmin,
      () => removePacked(employee, [staffId, customerId]),
      'wrong-generations',
    ],
    [
      'an employee, with a customer packed and named',
      byAdmin,
      () => {
        const both = removePacked(employee, [staffId, customerId, secondId]);
        both.payload.scopes.push(...renewed(state, [customerId]).scopes);
        return both;
      },
      'wrong-generations',
    ],
    [
      'an employee, with key ids that are none',
      byAdmin,
      () => {
        const short = removePacked(employee, [staffId, customerId, secondId]);
        short.payload.customerKids = random(31);
        return short;
      },
      'wrong-generations',
    ],
    [
      'an employee, with the keys of before packed',
      byAdmin,
      () => {
        const old = removePacked(employee, [staffId, customerId, secondId]);
        const kids = customersAmong(state, [customerId, secondId]).map(
          (id) => state.scopes.get(id)!.kids.get(1)!,
        );
        old.payload.customerKids = packKids(kids);
        return old;
      },
      'bad-generation',
    ],
    [
      'an admin who keeps the admins’ key, with all customers packed',
      byOwner,
      () => removePacked(admin, [staffId, customerId, secondId]),
      'wrong-generations',
    ],
    [
      'somebody who loses no customer, with key ids',
      byAdmin,
      () => {
        const { type, payload } = removePacked(inactive, []);
        return { type, payload: { ...payload, customerKids: random(16) } };
      },
      'wrong-generations',
    ],
    ['somebody who holds nothing', byAdmin, () => remove(inactive), (next) => !member(next, inactive)],
    [
      'an invitation',
      byAdmin,
      () => remove(guest, [staffId, customerId, secondId]),
      (next) => next.invitations.size === 0,
    ],
    ['an invitation without new keys', byAdmin, () => remove(guest), 'wrong-generations'],
    ['the owner', byAdmin, () => remove(owner, everything()), 'not-permitted'],
    ['the owner, by the owner', byOwner, () => remove(owner, everything()), 'not-permitted'],
    ['oneself', byAdmin, () => remove(admin, everything()), 'not-permitted'],
    ['a stranger', byAdmin, () => remove(stranger), 'unknown-member'],
  ],
  owner: [
    [
      'passes it on',
      byOwner,
      () => makeOwner(admin),
      (next) => member(next, admin)?.isOwner && !member(next, owner)?.isOwner,
    ],
    ['by an admin who is not', byAdmin, () => makeOwner(admin), 'not-permitted'],
    ['by an admin, to another', byAdmin, () => makeOwner(employee), 'not-permitted'],
    ['to an employee', byOwner, () => makeOwner(employee), 'not-permitted'],
    ['to who is shut out', byOwner, () => makeOwner(inactive), 'not-permitted'],
    ['to oneself', byOwner, () => makeOwner(owner), 'not-permitted'],
    ['to a stranger', byOwner, () => makeOwner(stranger), 'unknown-member'],
  ],
  restore: [
    ['names the head', byAdmin, () => restore(), (next) => next.members === state.members],
    ['names another place', byAdmin, () => restore({ seq: 0 }), 'broken-chain'],
    ['names another head', byAdmin, () => restore({ hash: random(32) }), 'broken-chain'],
  ],
};

describe.each(Object.entries(cases))('%s', (_type, list) => {
  it.each(list)('%s', async (_what, by, act, expected, at) => {
    const result = await outcome(state, by(), act(), at === undefined ? {} : { at });
    if (typeof expected === 'string') expect(result).toBe(expected);
    else {
      expect(result, String(result)).toBeTypeOf('object');
      expect(expected(result as LogState)).toBeTruthy();
    }
  });
});
