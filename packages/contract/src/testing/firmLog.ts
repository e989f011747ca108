/**
 * A workspace with somebody in every place, and the acts upon them: what the tests of the rules begin with. Nobody
 * changes it; each test makes a state of its own.
 */
import type { LogAct } from '../memberLog/entries.ts';
import type { LogState } from '../memberLog/state.ts';
import { after, begun, type Identity, identity, newId, renewed } from './logWriter.ts';

const beginning = await begun();
export const { owner, adminsId, staffId } = beginning;
export let state: LogState = beginning.state;

export const customerId = newId();
export const secondId = newId();
export const [admin, employee, customer, locked, inactive, guest] = Array.from({ length: 6 }, () =>
  identity(),
) as [Identity, Identity, Identity, Identity, Identity, Identity];
export const stranger = identity();

export const rotate = (ids: string[], base = state): LogAct => ({
  type: 'rotate',
  payload: { ...renewed(base, ids) },
});
export const add = (who: Identity, role: 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER', more = {}): LogAct => ({
  type: 'add',
  payload: { cert: who.cert, role, ...more },
});
export const invite = (who: Identity, more = {}): LogAct => ({
  type: 'invite',
  payload: { cert: who.cert, role: 'EMPLOYEE', expiresAt: 2_000, ...more },
});
export const status = (who: Identity, to: 'ACTIVE' | 'INACTIVE' | 'LOCKED', lost: string[] = []): LogAct => ({
  type: 'status',
  payload: { userId: who.cert.userId, status: to, ...renewed(state, lost) },
});
export const role = (
  who: Identity,
  to: 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER',
  lost: string[] = [],
  more = {},
): LogAct => ({
  type: 'role',
  payload: { userId: who.cert.userId, role: to, ...renewed(state, lost), ...more },
});
export const remove = (who: Identity, lost: string[] = []): LogAct => ({
  type: 'remove',
  payload: { userId: who.cert.userId, ...renewed(state, lost) },
});
export const rekey = (
  who: Identity,
  to: Identity,
  method: 'invitation' | 'phrase' | 'device' | 'admin',
): LogAct => ({
  type: 'rekey',
  payload: { userId: who.cert.userId, cert: to.cert, method },
});
export const makeOwner = (who: Identity): LogAct => ({ type: 'owner', payload: { userId: who.cert.userId } });
export const restore = (more = {}): LogAct => ({
  type: 'restore',
  payload: { seq: state.seq, hash: state.head, changedAt: 1, ...more },
});
export const everything = () => [adminsId, staffId, customerId, secondId];

const acts: (() => LogAct)[] = [
  () => rotate([customerId, secondId]),
  () => add(admin, 'ADMIN'),
  () => add(employee, 'EMPLOYEE'),
  () => add(customer, 'CUSTOMER', { customerId }),
  () => add(locked, 'EMPLOYEE'),
  () => status(locked, 'LOCKED'),
  () => add(inactive, 'ADMIN'),
  () => status(inactive, 'INACTIVE', everything()),
  () => invite(guest),
];
for (const act of acts) state = await after(state, owner, act());
