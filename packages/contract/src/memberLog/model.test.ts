/**
 * Random acts of random people against a plain model of who may do what and who holds which key. The fold takes exactly
 * what the model allows, and nobody ever holds a current key that is not theirs. 150 sequences; 10,000 with LONG=1.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  after,
  begun,
  type Identity,
  identity,
  newId,
  outcome,
  packed,
  renewed,
} from '../testing/logWriter.ts';
import type { LogAct, LogEntryType } from './entries.ts';
import { holders, isGrantedDirectly, type LogState, opens } from './state.ts';

const sequences = process.env.LONG ? 10_000 : 150;
const people = 6;
const roles = ['ADMIN', 'EMPLOYEE', 'CUSTOMER'] as const;
const statuses = ['ACTIVE', 'INACTIVE', 'LOCKED'] as const;
const methods = ['invitation', 'phrase', 'device', 'admin'] as const;
type Role = (typeof roles)[number];
type Status = (typeof statuses)[number];

interface Someone {
  identity: Identity;
  place: 'out' | 'invited' | 'in';
  role: Role;
  status: Status;
  customer: number | null;
  isOwner: boolean;
  /** Fingerprints by which they were known before. */
  stale?: Identity;
}

type Scope = 'admins' | 'staff' | number;

/** The model: no certificates, chains or maps, only who is what. */
class Model {
  readonly everybody: Someone[];
  /** By scope: its generation, and who has the key of it. */
  readonly keys = new Map<Scope, { generation: number; known: Set<Someone> }>();

  constructor(owner: Identity) {
    const person = (who: Identity): Someone => ({
      identity: who,
      place: 'out',
      role: 'EMPLOYEE',
      status: 'ACTIVE',
      customer: null,
      isOwner: false,
    });
    this.everybody = [person(owner), ...Array.from({ length: people - 1 }, () => person(identity()))];
    Object.assign(this.everybody[0]!, { place: 'in', role: 'ADMIN', isOwner: true });
    for (const scope of ['admins', 'staff'] as const)
      this.keys.set(scope, { generation: 1, known: new Set() });
    this.learn();
  }

  holds({ place, role, status, customer }: Someone, scope: Scope): boolean {
    if (place === 'out' || (place === 'in' && status === 'INACTIVE')) return false;
    if (role === 'ADMIN') return true;
    if (scope === 'admins') return false;
    return role === 'EMPLOYEE' || customer === scope;
  }

  /** Returns the scopes that somebody holds now and would not hold in another place. */
  lost(who: Someone, change: Partial<Someone>): Scope[] {
    return [...this.keys.keys()].filter(
      (scope) => this.holds(who, scope) && !this.holds({ ...who, ...change }, scope),
    );
  }

  /** Gives a current key to whoever is entitled to it. */
  learn(): void {
    for (const [scope, { known }] of this.keys)
      for (const who of this.everybody) if (this.holds(who, scope)) known.add(who);
  }

  renew(scopes: readonly Scope[]): void {
    for (const scope of scopes) {
      const generation = (this.keys.get(scope)?.generation ?? 0) + 1;
      this.keys.set(scope, { generation, known: new Set() });
    }
  }
}

interface Draw {
  type: Exclude<LogEntryType, 'genesis'>;
  by: number;
  on: number;
  role: Role;
  status: Status;
  customer: number | null;
  method: (typeof methods)[number];
  /** Names the act's new keys: mostly as it must. */
  renews: 'right' | 'too few' | 'too many';
  /** Packs the customers' key ids. */
  packs: boolean;
  /** Signs with a certificate that was replaced. */
  isStale: boolean;
}

const mostly = <T>(usual: T, ...rare: T[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    ...rare.map((value) => ({ weight: 1, arbitrary: fc.constant(value) })),
  );

const types = ['invite', 'add', 'role', 'status', 'rekey', 'rotate', 'remove', 'owner', 'restore'] as const;

const draw: fc.Arbitrary<Draw> = fc.record({
  type: fc.constantFrom(...types),
  // The first few act most often: otherwise nearly everything is refused.
  by: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2) },
    { weight: 1, arbitrary: fc.nat(people - 1) },
  ),
  on: fc.nat(people - 1),
  role: fc.constantFrom(...roles),
  status: fc.constantFrom(...statuses),
  customer: fc.oneof(fc.constantFrom(0, 1), fc.constant(null)),
  method: fc.constantFrom(...methods),
  renews: mostly<Draw['renews']>('right', 'too few', 'too few', 'too many'),
  packs: fc.boolean(),
  isStale: mostly(false, true),
});

/** A team to begin with: among strangers nearly every act is refused. */
const opening = (['ADMIN', 'ADMIN', 'EMPLOYEE', 'CUSTOMER'] as const).map(
  (role, i): Draw => ({
    type: 'add',
    by: 0,
    on: i + 1,
    role,
    status: 'ACTIVE',
    customer: role === 'CUSTOMER' ? 0 : null,
    method: 'admin',
    renews: 'right',
    packs: i % 2 === 0,
    isStale: false,
  }),
);

/** Returns one act by the model's own rules: what it changes, or undefined where it is forbidden. */
function permitted(model: Model, { type, by, on, role, status, customer, method, renews, isStale }: Draw) {
  const [author, who] = [model.everybody[by]!, model.everybody[on]!];
  if (author.place === 'out' || (isStale && author.stale)) return undefined;
  const isAdmin = author.place === 'in' && author.role === 'ADMIN' && author.status === 'ACTIVE';
  const isPlace = role === 'CUSTOMER' ? customer !== null && model.keys.has(customer) : customer === null;
  const change = (next: Partial<Someone>) => {
    const lost = type === 'rotate' ? [] : model.lost(who, next);
    const isRight = renews === 'right' || (renews === 'too few' && lost.length === 0);
    return isRight || (renews === 'too many' && lost.length === model.keys.size)
      ? { who, next, renewed: lost }
      : undefined;
  };
  if (type === 'rekey') {
    if (who.place === 'out' || (method !== 'admin' && author !== who)) return undefined;
    if (who.place === 'invited') {
      const isFine = method === 'admin' ? isAdmin : method === 'invitation';
      return isFine ? { who, next: { place: 'in', status: 'ACTIVE' } as const, renewed: [] } : undefined;
    }
    const isFine =
      method === 'admin'
        ? isAdmin && author !== who && who.status === 'LOCKED'
        : method !== 'invitation' && who.status !== 'INACTIVE';
    return isFine ? { who, next: { status: 'ACTIVE' } as const, renewed: [] } : undefined;
  }
  if (!isAdmin) return undefined;
  switch (type) {
    case 'invite':
    case 'add': {
      const place = type === 'add' ? 'in' : 'invited';
      const next = { place, role, customer, status: 'ACTIVE', isOwner: false } as const;
      return who.place === 'out' && isPlace ? { who, next, renewed: [] } : undefined;
    }
    case 'role':
      if (who.place !== 'in' || who.isOwner || who === author || !isPlace) return undefined;
      return role === who.role && customer === who.customer ? undefined : change({ role, customer });
    case 'status':
      if (who.place !== 'in' || who === author || who.status === status) return undefined;
      if ((who.isOwner && status === 'INACTIVE') || (who.status === 'LOCKED' && status === 'ACTIVE'))
        return undefined;
      return change({ status });
    case 'remove':
      if (who.place === 'out' || who.isOwner || who === author) return undefined;
      return change({ place: 'out' });
    case 'owner': {
      const isHeir = who.place === 'in' && who.role === 'ADMIN' && who.status === 'ACTIVE' && who !== author;
      return author.isOwner && isHeir ? { who, next: { isOwner: true }, renewed: [] } : undefined;
    }
    case 'rotate':
      return { who, next: {}, renewed: [customer ?? 'staff'] as Scope[] };
    case 'restore':
      return { who, next: {}, renewed: [] };
  }
}

it('takes what the model allows, and nothing else', { timeout: 7_200_000 }, async () => {
  const taken = new Map<string, number>();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(draw, { minLength: 12, maxLength: 40, size: 'max' }), async (draws) => {
      const { owner, state: first, adminsId, staffId } = await begun();
      const model = new Model(owner);
      const customerIds = [newId(), newId()];
      const idOf = (scope: Scope) =>
        scope === 'admins' ? adminsId : scope === 'staff' ? staffId : customerIds[scope]!;
      // A customer to begin with, so that customers' places are drawn with effect early on.
      let state = await after(first, owner, { type: 'rotate', payload: renewed(first, [customerIds[0]!]) });
      model.renew([0]);
      model.learn();
      for (const drawn of [...opening, ...draws]) {
        const { type, role, status, customer, method } = drawn;
        const [author, who] = [model.everybody[drawn.by]!, model.everybody[drawn.on]!];
        const verdict = permitted(model, drawn);
        const lost =
          type === 'role'
            ? model.lost(who, { role, customer })
            : type === 'status'
              ? model.lost(who, { status })
              : type === 'remove'
                ? model.lost(who, { place: 'out' })
                : [];
        const ids = lost.map(idOf);
        if (drawn.renews === 'too few') ids.pop();
        const others = [...state.scopes.keys()].filter((id) => !ids.includes(id));
        if (drawn.renews === 'too many') ids.push(...others.slice(0, 1));
        const place = { role, ...(customer !== null && { customerId: customerIds[customer]! }) };
        const { userId } = who.identity.cert;
        const isNewCert = type === 'rekey' && who.place !== 'invited';
        // Somebody who accepts an invitation comes under an id of their own.
        const next = type === 'rekey' ? identity(isNewCert ? userId : newId()) : who.identity;
        const named = drawn.packs ? packed(state, ids) : renewed(state, ids);
        const act = {
          invite: { type, payload: { cert: next.cert, ...place, expiresAt: 2_000 } },
          add: { type, payload: { cert: next.cert, ...place } },
          role: { type, payload: { userId, ...place, ...named } },
          status: { type, payload: { userId, status, ...named } },
          rekey: { type, payload: { userId, cert: next.cert, method } },
          rotate: { type, payload: renewed(state, [customer === null ? staffId : customerIds[customer]!]) },
          remove: { type, payload: { userId, ...named } },
          owner: { type, payload: { userId } },
          restore: { type, payload: { seq: state.seq, hash: state.head, changedAt: 1 } },
        }[type] as LogAct;
        const signer = drawn.isStale && author.stale ? author.stale : author.identity;
        const result = await outcome(state, signer, act);
        const isTaken = typeof result !== 'string';
        expect(isTaken, `${JSON.stringify(drawn)}: ${isTaken ? 'taken' : result}`).toBe(
          verdict !== undefined,
        );
        if (!verdict || !isTaken) {
          refused++;
          continue;
        }
        taken.set(type, (taken.get(type) ?? 0) + 1);
        state = result;
        if (type === 'owner') author.isOwner = false;
        if (type === 'rekey') Object.assign(who, { stale: who.identity, identity: next });
        Object.assign(who, verdict.next);
        // Who left and comes again comes as somebody new: what they kept is the old.
        model.renew(verdict.renewed);
        model.learn();
        agree(model, state, idOf);
      }
    }),
    { numRuns: sequences },
  );
  // Neither half of the property is empty.
  expect([...taken.keys()].sort()).toEqual([...types].sort());
  expect(refused).toBeGreaterThan(sequences);
});

/**
 * Expects that the log and the model name the same people, and only those to whom a current key belongs have
 * it.
 */
function agree(model: Model, state: LogState, idOf: (scope: Scope) => string): void {
  const inside = model.everybody.filter(({ place }) => place === 'in');
  expect(state.members.size).toBe(inside.length);
  for (const { identity: who, role, status, isOwner } of inside)
    expect(state.members.get(who.cert.userId)).toMatchObject({ certKey: who.certKey, role, status, isOwner });
  expect(inside.filter(({ isOwner }) => isOwner)).toHaveLength(1);
  expect(inside.some(({ role, status }) => role === 'ADMIN' && status === 'ACTIVE')).toBe(true);
  expect(state.scopes.size).toBe(model.keys.size);
  const holding = holders(state, 1_000);
  for (const [scope, { generation, known }] of model.keys) {
    const logged = state.scopes.get(idOf(scope))!;
    expect(logged.generation).toBe(generation);
    for (const who of model.everybody) {
      const isEntitled = model.holds(who, scope);
      if (known.has(who)) expect(isEntitled, `${who.role} keeps ${scope}`).toBe(true);
      const holder = holding.find(({ certKey }) => certKey === who.identity.certKey);
      expect(holder !== undefined && opens(holder, logged)).toBe(isEntitled);
      // Nobody is granted what they may not open.
      if (holder && isGrantedDirectly(holder, logged)) expect(isEntitled).toBe(true);
    }
  }
}
