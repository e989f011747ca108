/** The state of a batch while it is applied. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { PlaceStatus } from '@kontor/contract/entity/role';
import { isGrantedDirectly, type LogState } from '@kontor/contract/memberLog/state';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { StructuralChange, StructuralName } from '@kontor/contract/wire/change';
import type { RecordArgs, RecordVerb } from '@kontor/contract/wire/record';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { Tx } from '../../db/database.ts';
import type { Effects, Told } from '../../db/effects.ts';
import type { FoundRecord } from '../../db/rows.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

/** A scope that the batch touches: its row, locked until the end, with the revision that this batch gives it. */
export interface LockedScope extends Scope {
  workspaceId: string | null;
  userId: string | null;
  revision: number;
  /** The current key where the server can know it (logged and granted scopes), else 0 and null. */
  generation: number;
  kid: string | null;
  /** Holders of a grant of the current generation, among the caller and the users whom the batch names. */
  grantees: Set<string>;
  /** Users to whom this batch grants the current generation. */
  granted: Set<string>;
  /** The kinds of key rows that this batch adds. */
  newKeys?: Set<ScopeKey['type']>;
  /**
   * True where somebody who may no longer read holds its current key, or a reader lacks it: nothing is sealed under
   * it.
   */
  isStale?: boolean;
  /** The terms that all grants of a generation share, where this batch starts one. */
  terms?: { readers: string; granterId: string };
  /** True where it was open before this batch changed its access: its former readers are told. */
  wasOpen?: boolean;
  /** Returns all that this batch wrote in it, as readers are sent it, where that is known without asking. */
  rows?: () => readonly SealedRecord[] | undefined;
}

/** A member with what the log says about them. */
export interface Member extends Actor {
  /** Fingerprint of their certificate, base64url. */
  certKey: string;
  /** They left, and are in the log alone. */
  hasLeft: boolean;
}

export interface ChangeContext {
  services: Services;
  tx: Tx;
  now: Date;
  /** The sender of the batch. */
  userId: string;
  /** The workspace that the batch belongs to or creates; undefined where it touches the personal scope alone. */
  workspaceId: string | undefined;
  /** Locked or created, by id. */
  scopes: Map<string, LockedScope>;
  /** Those of the caller and the users whom the batch names who are members. */
  members: Map<string, Member>;
  /**
   * Records that this batch deletes, as `recordKey` spells them, and in which scopes: what is moved is deleted where it
   * was.
   */
  deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows that it takes out of scopes to create them in others, as it found them, by `recordKey`. */
  before: ReadonlyMap<string, readonly FoundRecord[]>;
  /** Ids of the scopes of which this batch makes the heads. */
  headIds: ReadonlySet<string>;
  /** Ids of the scopes that this batch created. */
  created: Set<string>;
  /** Ids of the scopes whose readers the caller may change: their former readers keep them until the batch ends. */
  renewed: Set<string>;
  /** Members whose place or certificate this batch changed: their keys are granted anew. */
  replaced: Set<string>;
  /** The member log's state after the entries of this batch; undefined where it has none. */
  log: LogState | undefined;
  /** By member: the certificate that this batch replaced. Its key may still grant, in this batch, to its successor. */
  formerKeys: Map<string, string>;
  /** The sender does not know the staff's current key, from which those of open projects derive. */
  isBehind: boolean;
  /** The workspace was made by this batch and has no log yet. */
  isFounding: boolean;
  /** Whom the effects of this batch tell. */
  told: Told[];
  /** Callbacks in the transaction, after all changes: final checks and writes. */
  atEnd: (() => Promise<void> | void)[];
}

/** Handlers of structural changes. The capability was checked and the scopes are locked. */
export type StructuralHandlers = {
  [N in StructuralName]: (
    context: ChangeContext,
    args: Extract<StructuralChange, { name: N }>['args'],
  ) => Promise<void>;
};

/** A noun's own rules in addition to those of all records. */
export interface RecordRule {
  /** Runs before the transaction: work that is too slow to hold locks for, and harmless if the batch is refused. */
  prepare?(services: Services, workspaceId: string, records: readonly RecordArgs[]): Promise<void>;
  /**
   * Runs in the transaction before the records are written. What the batch changed earlier is there; the records
   * themselves are still as they were. Throws the error that refuses them.
   */
  check?(context: ChangeContext, verb: RecordVerb, records: readonly RecordArgs[]): Promise<void> | void;
}

export interface ChangeHandlers {
  structural: StructuralHandlers;
  records: { readonly [N in EntityName]?: RecordRule };
  effects: Effects;
  /** Run instead of `effects` for what a batch moves to another scope. */
  movedEffects: Effects;
}

/** Makes the actor of a personal scope, who belongs to no workspace. */
const personalActor = (userId: string): Actor => ({
  userId,
  role: 'CUSTOMER',
  status: 'ACTIVE',
  isOwner: false,
});

/** Returns the caller as a member of the batch's workspace. @throws NOT_FOUND for a non-member, and for one who left */
export function actorOf({ members, userId }: ChangeContext): Member {
  const member = members.get(userId);
  if (!member || member.hasLeft) throw fail('NOT_FOUND');
  return member;
}

/** Tests if an actor reads a scope. A private one that this batch creates is its creator's before any grant. */
export function reads(context: ChangeContext, actor: Actor, scope: LockedScope): boolean {
  const { created, renewed, userId } = context;
  const { kind, access, grantees } = scope;
  const facts = { kind, access, grantees, ...(scope.userId !== null && { userId: scope.userId }) };
  const isOwn = actor.userId === userId && (created.has(scope.id) || renewed.has(scope.id));
  return readsScope(actor, facts) || isOwn;
}

/**
 * Tests if somebody hands the key of a scope that the log assigns them to their new certificate, which this batch put
 * into it. That needs nobody's permission, and before it they do not read the scope.
 */
export function takesOwnKey({ log, replaced, userId }: ChangeContext, { name, args }: StructuralChange) {
  if (name !== 'key.add' || args.key.type !== 'grant') return false;
  if (args.key.recipientId !== userId || !replaced.has(userId)) return false;
  const member = log?.members.get(userId);
  const scope = log?.scopes.get(args.key.scopeId);
  return member?.status === 'ACTIVE' && scope !== undefined && isGrantedDirectly(member, scope);
}

/**
 * Returns a scope of the batch that the caller reads, and the caller as an actor in it.
 * @throws NOT_FOUND alike for hidden, foreign and missing ones.
 */
export function scopeFor(context: ChangeContext, scopeId: string): { scope: LockedScope; actor: Actor } {
  const scope = context.scopes.get(scopeId);
  if (!scope) throw fail('NOT_FOUND');
  const actor = scope.kind === 'personal' ? personalActor(context.userId) : actorOf(context);
  if (!reads(context, actor, scope)) throw fail('NOT_FOUND');
  return { scope, actor };
}

/** Returns the status of somebody who left: INACTIVE stays, since it says that they hold no keys any more. */
export const statusAfterLeaving = ({ status }: Pick<Actor, 'status'>): PlaceStatus =>
  status === 'INACTIVE' ? status : 'LEFT';

/** ms by which the clock of who signs something may differ from the server's. */
const maxClockError = 10 * 60_000;

/**
 * Checks that what somebody signed is of now: a log entry of the far future would be the newest for ever, so that nothing
 * could follow it and no restored backup could be named. @throws WRONG_TIME
 */
export function assertOfNow({ now }: ChangeContext, at: number): void {
  if (Math.abs(at - now.getTime()) > maxClockError)
    throw fail('WRONG_TIME', { data: { now: now.getTime() } });
}
