/**
 * Who may do what, in one table. Routes and screens ask `can()`; nobody compares roles. Being able to read a record's
 * scope is a question of its own, asked first (`readsScope`), and outside one's scopes everything is "Not found".
 */
import { type MemberStatus, type Role, satisfies } from './entity/role.ts';
import { type ScopeKind, scopeKind } from './entity/scopeKind.ts';

/** Somebody in a workspace, as the member log has them. */
export interface Actor {
  userId: string;
  role: Role;
  status: MemberStatus;
  isOwner: boolean;
}

interface Rule {
  /** The least role that may. */
  role: Role;
  /** Only the owner of the workspace. */
  ownerOnly?: true;
}

const rules = {
  'workspace.update': { role: 'ADMIN' },
  'workspace.delete': { role: 'ADMIN', ownerOnly: true },
  // Entries of the member log, by type; the log's own rules (memberLog/rules.ts) decide on whom.
  'log.invite': { role: 'ADMIN' },
  'invitation.create': { role: 'ADMIN' },
  'log.add': { role: 'ADMIN' },
  'log.role': { role: 'ADMIN' },
  'log.status': { role: 'ADMIN' },
  'log.rekey': { role: 'CUSTOMER' },
  'log.rotate': { role: 'ADMIN' },
  'log.remove': { role: 'ADMIN' },
  'log.owner': { role: 'ADMIN', ownerOnly: true },
  'log.restore': { role: 'ADMIN' },
  /** Seeing who waits for an admin, and the certificate that they wait with. */
  'member.unlock': { role: 'ADMIN' },
  'scope.create': { role: 'EMPLOYEE' },
  'scope.update': { role: 'EMPLOYEE' },
  'key.add': { role: 'EMPLOYEE' },
  'business.create': { role: 'ADMIN' },
  'business.update': { role: 'ADMIN' },
  'business.delete': { role: 'ADMIN' },
  'member.list': { role: 'ADMIN' },
  'member.create': { role: 'EMPLOYEE' },
  'member.update': { role: 'EMPLOYEE' },
  'member.delete': { role: 'ADMIN' },
  'personnel.create': { role: 'ADMIN' },
  'personnel.update': { role: 'ADMIN' },
  'personnel.delete': { role: 'ADMIN' },
  'customer.create': { role: 'ADMIN' },
  'customer.update': { role: 'ADMIN' },
  'customer.delete': { role: 'ADMIN' },
  'customerFile.create': { role: 'ADMIN' },
  'customerFile.update': { role: 'ADMIN' },
  'customerFile.delete': { role: 'ADMIN' },
  'customerUser.create': { role: 'CUSTOMER' },
  'customerUser.update': { role: 'CUSTOMER' },
  'customerUser.delete': { role: 'ADMIN' },
  'project.create': { role: 'EMPLOYEE' },
  'project.update': { role: 'EMPLOYEE' },
  'project.delete': { role: 'ADMIN' },
  'task.create': { role: 'EMPLOYEE' },
  'task.update': { role: 'EMPLOYEE' },
  'task.delete': { role: 'EMPLOYEE' },
  'document.create': { role: 'EMPLOYEE' },
  'document.update': { role: 'EMPLOYEE' },
  'document.delete': { role: 'EMPLOYEE' },
  // What customers see; their people hold the scope's key too, and write nothing of it.
  'projectCard.create': { role: 'EMPLOYEE' },
  'projectCard.update': { role: 'EMPLOYEE' },
  'projectCard.delete': { role: 'EMPLOYEE' },
  'share.create': { role: 'EMPLOYEE' },
  'share.update': { role: 'EMPLOYEE' },
  'share.delete': { role: 'EMPLOYEE' },
  'profile.create': { role: 'CUSTOMER' },
  'profile.update': { role: 'CUSTOMER' },
  'profile.delete': { role: 'CUSTOMER' },
} as const satisfies Record<string, Rule>;

export type Capability = keyof typeof rules;
export const capabilities = Object.keys(rules) as Capability[];

/** What a decision may turn on besides the role; `ownerId`: whom the row belongs to. */
export interface Row {
  ownerId?: string;
}

/** What a member does to what is theirs, and to somebody else's only an admin. */
const own: readonly Capability[] = [
  'member.create',
  'member.update',
  'customerUser.create',
  'customerUser.update',
  'log.rekey',
];

/**
 * Whether an actor may do a thing. Nobody who is not ACTIVE may do anything here, but who is LOCKED gets out of that by
 * a `rekey` of their own. A member writes their own directory entry; somebody else's needs an admin.
 */
export function can(actor: Actor, capability: Capability, row?: Row): boolean {
  const isOwn = row?.ownerId === actor.userId;
  if (actor.status === 'LOCKED' && capability === 'log.rekey') return isOwn;
  if (actor.status !== 'ACTIVE') return false;
  const rule: Rule = rules[capability];
  if (rule.ownerOnly && !actor.isOwner) return false;
  if (own.includes(capability) && !isOwn) return satisfies(actor.role, 'ADMIN');
  return satisfies(actor.role, rule.role);
}

/** Facts of a scope that decide who reads it. */
export interface ScopeFacts {
  kind: ScopeKind;
  access: 'open' | 'private';
  /** Holders of a grant of its current generation. */
  grantees: ReadonlySet<string>;
  /** For `personal`: whose it is. */
  userId?: string;
}

/** Tells whether an actor reads a scope; mirrors who can come by its key. */
export function readsScope(actor: Actor, { kind, access, grantees, userId }: ScopeFacts): boolean {
  const { key, reads, readsPrivate, readsGranted } = scopeKind(kind);
  if (key === 'account') return userId === actor.userId;
  if (actor.status !== 'ACTIVE') return false;
  const least = key === 'shared' && access === 'private' ? readsPrivate : reads;
  if (least && satisfies(actor.role, least)) return true;
  // A customer holds their own scope's key and no other, whatever was granted to them in another role.
  return readsGranted !== undefined && satisfies(actor.role, readsGranted) && grantees.has(actor.userId);
}
