/**
 * Holds the history of any entry against a naive fold that keeps every state: random acts by the owner, then every
 * question about every entry.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { can, type RecordCapability, readsScope } from '../capability.ts';
import type { ScopeKind } from '../entity/scopeKind.ts';
import { after, begun, type Identity, identity, newId, renewed } from '../testing/logWriter.ts';
import { cutOf } from './cuts.ts';
import type { LogAct } from './entries.ts';
import { generationAt, hashAt, holderAt, memberAt, newestCutBelow } from './history.ts';
import { packRevisions } from './revisions.ts';
import { holdingStanding, type LogState, mayHoldPrivate, scopesLost } from './state.ts';
import { couldWrite, wasSuperseded } from './writers.ts';

const sequences = process.env.LONG ? 2_000 : 25;
const people = 4;
const types = ['add', 'role', 'status', 'rekey', 'rotate', 'remove'] as const;
const places = [
  { role: 'ADMIN' },
  { role: 'EMPLOYEE' },
  { role: 'CUSTOMER', customer: 0 },
  { role: 'CUSTOMER', customer: 1 },
] as const;
const statuses = ['ACTIVE', 'INACTIVE', 'LOCKED'] as const;

const draw = fc.record({
  type: fc.constantFrom(...types),
  on: fc.nat(people - 1),
  place: fc.constantFrom(...places),
  status: fc.constantFrom(...statuses),
  /** The steps that each scope moves on before the act. */
  moves: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
});
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

/** All states, and of each what its entry cut up to where. */
interface Naive {
  states: LogState[];
  cuts: { revisions: ReadonlyMap<string, number>; isWide: boolean }[];
}

/** Returns the newest entry that cuts a scope below a revision, entry by entry. */
function naiveCut({ states, cuts }: Naive, scopeId: string, revision: number): number | undefined {
  const isLogged = states.at(-1)!.scopes.has(scopeId);
  let [upTo, newest] = [0, undefined as number | undefined];
  for (const [seq, { revisions, isWide }] of cuts.entries()) {
    upTo = revisions.get(scopeId) ?? upTo;
    const isCut = isLogged ? revisions.has(scopeId) : isWide;
    if (isCut && upTo < revision) newest = seq;
  }
  return newest;
}

function naiveVerdict(naive: Naive, certKey: string, headSeq: number, question: Question): string {
  const { capability, scope, revision, ownerId } = question;
  const cut = naiveCut(naive, scope.id, revision);
  const may = (seq: number) => {
    const member = [...naive.states[seq]!.members.values()].find((each) => each.certKey === certKey);
    const grantees = new Set(member && member.customerId === scope.id ? [member.userId] : []);
    const reads = member && readsScope(member, { kind: scope.kind, access: 'open', grantees });
    return reads && can(member, capability, { ownerId });
  };
  return may(headSeq) && (cut === undefined || cut <= headSeq || may(cut)) ? 'may' : 'may-not';
}

interface Question {
  capability: RecordCapability;
  scope: { id: string; kind: ScopeKind };
  revision: number;
  ownerId: string;
}

/** Does acts by the owner, as far as the rules allow them. */
async function play(draws: readonly Draw[]) {
  const { owner, state: first, adminsId, staffId } = await begun();
  const customers = [newId(), newId()];
  const projects = [newId(), newId()];
  const somebody: Identity[] = Array.from({ length: people }, () => identity());
  const naive: Naive = { states: [first], cuts: [{ revisions: new Map(), isWide: false }] };
  const revisions = new Map([adminsId, staffId, ...customers, ...projects].map((id) => [id, 1]));
  const certKeys = new Set([owner.certKey]);
  const setUp: LogAct = { type: 'rotate', payload: renewed(first, customers) };
  const acts: (() => LogAct | undefined)[] = [() => setUp, ...draws.map((drawn) => () => actOf(drawn))];

  function actOf({ type, on, place, status }: Draw): LogAct | undefined {
    const state = naive.states.at(-1)!;
    const { userId } = somebody[on]!.cert;
    const member = state.members.get(userId);
    const role = { role: place.role, ...('customer' in place && { customerId: customers[place.customer]! }) };
    const standing = { role: place.role, customerId: role.customerId ?? null };
    const lost = (next: typeof standing | undefined) =>
      renewed(state, scopesLost(state, holdingStanding(member), next));
    if (type === 'rotate') return { type, payload: renewed(state, [staffId, customers[on % 2]!]) };
    if (type === 'add') {
      if (member) return undefined;
      // Who comes again comes under another id.
      somebody[on] = identity();
      certKeys.add(somebody[on].certKey);
      return { type, payload: { cert: somebody[on].cert, ...role } };
    }
    if (!member) return undefined;
    switch (type) {
      case 'role': {
        if (place.role === member.role && standing.customerId === member.customerId) return undefined;
        const next = member.status === 'INACTIVE' ? undefined : standing;
        return { type, payload: { userId, ...role, ...lost(next) } };
      }
      case 'status': {
        if (status === member.status || (member.status === 'LOCKED' && status === 'ACTIVE')) return undefined;
        return { type, payload: { userId, status, ...lost(status === 'INACTIVE' ? undefined : member) } };
      }
      case 'remove':
        return { type, payload: { userId, ...lost(undefined) } };
      case 'rekey': {
        if (member.status !== 'LOCKED') return undefined;
        somebody[on] = identity(userId);
        certKeys.add(somebody[on].certKey);
        return { type, payload: { userId, cert: somebody[on].cert, method: 'admin' } };
      }
    }
  }

  for (const [i, make] of acts.entries()) {
    for (const [j, id] of [...revisions.keys()].entries())
      revisions.set(id, revisions.get(id)! + (draws[i - 1]?.moves[j] ?? 0));
    const act = make();
    if (!act) continue;
    const state = naive.states.at(-1)!;
    const ids = 'scopes' in act.payload ? act.payload.scopes.map(({ scopeId }) => scopeId) : [];
    const cut = cutOf(state, act, ids);
    const named = new Map([...cut.scopeIds].map((id) => [id, revisions.get(id)!]));
    // One project is named each time, the other one where it has moved far.
    if (cut.isWide)
      for (const [j, id] of projects.entries())
        if (j === 0 || revisions.get(id)! % 2 === 0) named.set(id, revisions.get(id)!);
    const complete =
      named.size > 0
        ? ({ ...act, payload: { ...act.payload, revisions: packRevisions(named) } } as LogAct)
        : act;
    naive.states.push(await after(state, owner, complete));
    naive.cuts.push({ revisions: named, isWide: cut.isWide });
  }
  const scopes: Question['scope'][] = [
    { id: adminsId, kind: 'admins' },
    { id: staffId, kind: 'staff' },
    ...customers.map((id) => ({ id, kind: 'customer' as const })),
    ...projects.map((id) => ({ id, kind: 'project' as const })),
  ];
  return { naive, scopes, staffId, adminsId, certKeys, revisions };
}

it('answers as a fold that keeps every state', { timeout: 600_000 }, async () => {
  const counts = { entries: 0, cuts: 0, superseded: 0, kept: 0, may: 0, 'may-not': 0, 'by the cut': 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(draw, { minLength: 8, maxLength: 30 }), async (draws) => {
      const { naive, scopes, staffId, adminsId, certKeys, revisions } = await play(draws);
      const log = naive.states.at(-1)!;
      counts.entries += log.seq;
      expect(hashAt(log, log.seq + 1)).toBeUndefined();
      for (const [seq, state] of naive.states.entries()) {
        expect(hashAt(log, seq)).toBe(state.head);
        for (const { userId } of log.certs.values())
          expect(memberAt(log, userId, seq)).toEqual(state.members.get(userId));
        for (const certKey of certKeys) {
          const holder = [...state.members.values()].find((member) => member.certKey === certKey);
          expect(holderAt(log, certKey, seq)).toEqual(holder);
        }
        for (const { id } of scopes)
          expect(generationAt(log, id, seq)).toBe(state.scopes.get(id)?.generation ?? 0);
      }
      const userIds = [...new Set([...log.certs.values()].map(({ userId }) => userId))];
      for (const scope of scopes)
        for (let revision = 1; revision <= revisions.get(scope.id)! + 1; revision++) {
          const cut = naiveCut(naive, scope.id, revision);
          expect(newestCutBelow(log, scope.id, revision)).toBe(cut);
          if (cut !== undefined) counts.cuts++;
          const then = cut === undefined ? undefined : naive.states[cut]!;
          const current = (id: string) => then?.scopes.get(id)?.generation ?? 0;
          const origin = scope.kind === 'project' ? ('staff' as const) : ('log' as const);
          for (let generation = 1; generation <= 6; generation++) {
            const isOld = generation < current(origin === 'staff' ? staffId : scope.id);
            expect(wasSuperseded(log, scope.id, { from: origin, generation }, revision)).toBe(isOld);
            counts[isOld ? 'superseded' : 'kept']++;
            const readers = userIds.slice(0, generation);
            const holds = (state: LogState, id: string) => {
              const member = state.members.get(id);
              return member !== undefined && mayHoldPrivate(member);
            };
            const isShut = readers.some(
              (id) =>
                then !== undefined &&
                naive.states.slice(0, cut).some((state) => holds(state, id)) &&
                !holds(then, id) &&
                !naive.states.slice(cut! + 1).some((state) => holds(state, id)),
            );
            const granted = { from: 'grant' as const, readers, adminsGeneration: generation };
            expect(wasSuperseded(log, scope.id, granted, revision)).toBe(
              isShut || generation < current(adminsId),
            );
          }
          for (const certKey of certKeys)
            for (const [headSeq, { head }] of naive.states.entries()) {
              const capability = `${scope.kind === 'project' ? 'task' : scope.kind === 'admins' ? 'business' : 'member'}.update`;
              const question: Question = {
                capability: capability as RecordCapability,
                scope,
                revision,
                ownerId: userIds[1] ?? userIds[0]!,
              };
              const verdict = couldWrite(
                log,
                { certKey, headSeq, headHash: head },
                question.capability,
                question,
              );
              expect(verdict).toBe(naiveVerdict(naive, certKey, headSeq, question));
              counts[verdict as 'may' | 'may-not']++;
              const { revision: _, ...undated } = question;
              const before = couldWrite(
                log,
                { certKey, headSeq, headHash: head },
                question.capability,
                undated,
              );
              if (before === 'may' && verdict === 'may-not') counts['by the cut']++;
            }
        }
    }),
    { numRuns: sequences },
  );
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(sequences);
});

it('tells a head that it does not know from one of another log', async () => {
  const { owner, state } = await begun();
  const scope = { id: newId(), kind: 'project' as const };
  const judge = (headSeq: number, headHash: string) =>
    couldWrite(state, { certKey: owner.certKey, headSeq, headHash }, 'task.create', { scope });
  expect(judge(0, state.head)).toBe('may');
  expect(judge(0, 'x'.repeat(43))).toBe('other-log');
  expect(judge(1, state.head)).toBe('unknown-head');
  const next = await after(state, owner, { type: 'rotate', payload: renewed(state, [newId()]) });
  expect(
    couldWrite(next, { certKey: owner.certKey, headSeq: 1, headHash: next.head }, 'task.create', { scope }),
  ).toBe('may');
});
