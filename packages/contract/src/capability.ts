/**
 * The rights of actors: those that belong to no noun in one table, those to records as the nouns describe them. Routes
 * and screens ask `can()`; nobody compares roles. Being able to read a record's scope is a separate question, asked
 * first (`readsScope`), and outside one's scopes everything is "Not found".
 */
import type { Entity, Right, Rights } from './entity/entity.ts';
import { leastReader } from './entity/placement.ts';
import { type PlaceStatus, type Role, satisfies } from './entity/role.ts';
import { type ScopeKind, scopeKind } from './entity/scopeKind.ts';
import { type EntityName, entityNames, entityOf } from './nouns/entities.ts';

/** Somebody in a workspace, as the member log has them. */
export interface Actor {
  userId: string;
  role: Role;
  status: PlaceStatus;
  isOwner: boolean;
}

interface Rule {
  /** The least role that may. */
  role: Role;
  /** True if only the owner of the workspace may. */
  ownerOnly?: true;
  /** `own`: it applies to what is theirs, to somebody else's only for an admin; `self`: to somebody else's for nobody. */
  whose?: 'own' | 'self';
  /** True if somebody LOCKED may, too: it needs none of the workspace's keys. */
  evenLocked?: true;
}

/** The rights that belong to no noun. */
const rules = {
  'workspace.update': { role: 'ADMIN' },
  'workspace.delete': { role: 'ADMIN', ownerOnly: true },
  'workspace.leave': { role: 'CUSTOMER' },
  // Entries of the member log, by type; the log's own rules (memberLog/rules.ts) decide on whom.
  'log.invite': { role: 'ADMIN' },
  'invitation.create': { role: 'ADMIN' },
  'log.add': { role: 'ADMIN' },
  'log.role': { role: 'ADMIN' },
  'log.status': { role: 'ADMIN' },
  'log.rekey': { role: 'CUSTOMER', whose: 'own' },
  'log.rotate': { role: 'ADMIN' },
  'log.remove': { role: 'ADMIN' },
  'log.owner': { role: 'ADMIN', ownerOnly: true },
  'log.restore': { role: 'ADMIN' },
  /** Seeing who waits for an admin, and the certificate that they wait with. */
  'member.unlock': { role: 'ADMIN' },
  'scope.create': { role: 'EMPLOYEE' },
  'scope.update': { role: 'EMPLOYEE' },
  'key.add': { role: 'EMPLOYEE' },
  'member.list': { role: 'ADMIN' },
  /** Seeing how the subscription stands, the billing record and the invoices, and paying. */
  'subscription.pay': { role: 'ADMIN', evenLocked: true },
  /**
   * Cancelling, by which data is deleted in the end, and naming the address for invoices, which may cancel, too: not by
   * somebody whom nobody has confirmed since a reset.
   */
  'subscription.cancel': { role: 'ADMIN' },
} as const satisfies Record<string, Rule>;

export type GeneralCapability = keyof typeof rules;
export type RecordCapability = `${EntityName}.${keyof Rights}`;
export type Capability = GeneralCapability | RecordCapability;

export const generalCapabilities = Object.keys(rules) as GeneralCapability[];

/** Returns the rights to the records of a noun, by its description. */
const recordRules = (noun: Entity): [string, Rule][] =>
  Object.entries(noun.rights).map(([verb, right]: [string, Right]) => [
    `${noun.name}.${verb}`,
    right === 'own' || right === 'self' ? { role: leastReader(noun), whose: right } : { role: right },
  ]);

const allRules = new Map<string, Rule>([
  ...Object.entries(rules),
  ...entityNames.flatMap((name) => recordRules(entityOf(name))),
]);
export const capabilities = [...allRules.keys()] as Capability[];

/** The facts besides the role that a decision may depend on; `ownerId`: the user whom the row belongs to. */
export interface RowFacts {
  ownerId?: string;
}

/**
 * Returns true if an actor may do a thing. Nobody who is not ACTIVE may do anything here, except leave, and that somebody
 * LOCKED gets out of that by a `rekey` of their own, and pays.
 */
export function can(actor: Actor, capability: Capability, row?: RowFacts): boolean {
  const isOwn = row?.ownerId === actor.userId;
  if (capability === 'workspace.leave') return true;
  if (actor.status === 'LOCKED' && capability === 'log.rekey') return isOwn;
  const rule = allRules.get(capability)!;
  if (actor.status !== 'ACTIVE' && !(actor.status === 'LOCKED' && rule.evenLocked)) return false;
  if (rule.ownerOnly && !actor.isOwner) return false;
  if (rule.whose && !isOwn) return rule.whose === 'own' && satisfies(actor.role, 'ADMIN');
  return satisfies(actor.role, rule.role);
}

/** The facts about a scope that decide who reads it. */
export interface ScopeFacts {
  kind: ScopeKind;
  access: 'open' | 'private';
  /** Holders of a grant of its current generation. */
  grantees: ReadonlySet<string>;
  /** For `personal`: whose it is. */
  userId?: string;
}

/** Returns true if an actor reads a scope; mirrors who can obtain its key. */
export function readsScope(actor: Actor, { kind, access, grantees, userId }: ScopeFacts): boolean {
  const { key, reads, readsPrivate, readsGranted, alwaysPrivate } = scopeKind(kind);
  if (key === 'account') return userId === actor.userId;
  if (actor.status !== 'ACTIVE') return false;
  const isPrivate = key === 'shared' && (access === 'private' || alwaysPrivate);
  const least = isPrivate ? readsPrivate : reads;
  if (least && satisfies(actor.role, least)) return true;
  // A customer holds their own scope's key and no other, whatever was granted to them in another role.
  return readsGranted !== undefined && satisfies(actor.role, readsGranted) && grantees.has(actor.userId);
}
