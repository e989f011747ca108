/** The kinds of scope, described once; see `scope.ts` for what a scope is. */
import type { Role } from './role.ts';

export interface ScopeKindFacts {
  /**
   * Where its key comes from. `logged`: random, its generations named by the member log; `shared`: derived from the
   * staff's while the scope is open, else random and granted to its readers; `account`: its user's own seeds.
   */
  readonly key: 'logged' | 'shared' | 'account';
  /** The kind of the scope under whose key its own lies wrapped; private ones are granted instead. */
  readonly under?: 'admins' | 'staff';
  /** The least role that reads every one of them, private ones apart where there may be such; none: its user alone. */
  readonly reads?: Role;
  /** The least role that reads private ones without a grant. */
  readonly readsPrivate?: Role;
  /** The least role whose members read one by a grant of its key. */
  readonly readsGranted?: Role;
  /** There is none that is open: its key is granted, whatever anybody says of its access. */
  readonly alwaysPrivate?: true;
  /** Clients hold its newest rows and fetch older ones by pages; others they hold whole. */
  readonly windowed?: true;
}

/** Those above stand before those whose keys lie under theirs. */
const kinds = {
  admins: { key: 'logged', reads: 'ADMIN' },
  staff: { key: 'logged', under: 'admins', reads: 'EMPLOYEE' },
  customer: { key: 'logged', under: 'staff', reads: 'EMPLOYEE', readsGranted: 'CUSTOMER' },
  project: {
    key: 'shared',
    under: 'staff',
    reads: 'EMPLOYEE',
    readsPrivate: 'ADMIN',
    readsGranted: 'EMPLOYEE',
  },
  hours: { key: 'shared', readsPrivate: 'ADMIN', readsGranted: 'EMPLOYEE', alwaysPrivate: true },
  room: { key: 'shared', under: 'staff', reads: 'EMPLOYEE', readsGranted: 'EMPLOYEE', windowed: true },
  personal: { key: 'account' },
} as const satisfies Record<string, ScopeKindFacts>;

export type ScopeKind = keyof typeof kinds;
export const scopeKinds = Object.keys(kinds) as ScopeKind[];

/** Returns the description of a kind. */
export const scopeKind = (kind: ScopeKind): ScopeKindFacts => kinds[kind];

/** Tells whether the member log names the keys of such scopes. */
export const isLogged = ({ kind }: { readonly kind: ScopeKind }): boolean => scopeKind(kind).key === 'logged';

/** Returns the kinds whose keys come about in a way. */
export const kindsWithKey = (key: ScopeKindFacts['key']): ScopeKind[] =>
  scopeKinds.filter((kind) => kinds[kind].key === key);

/** Returns the kinds of which private ones are granted to the admins as well: they read all of them. */
export const kindsForAdmins = (): ScopeKind[] => scopeKinds.filter((kind) => readByAdmins(kind));

/** Returns the kinds that people read by a grant of their own. */
export const kindsGranted = (): ScopeKind[] =>
  scopeKinds.filter((kind) => scopeKind(kind).readsGranted !== undefined);

/** Tells whether private scopes of a kind are granted to the admins as well. */
export const readByAdmins = (kind: ScopeKind): boolean => scopeKind(kind).readsPrivate !== undefined;

/** Tells whether a scope's key may follow from the staff's. */
export const mayBeOpen = (kind: ScopeKind): boolean => {
  const { key, alwaysPrivate } = scopeKind(kind);
  return key === 'shared' && !alwaysPrivate;
};

/** Tells whether clients hold a scope's newest rows only. */
export const isWindowed = (kind: ScopeKind): boolean => scopeKind(kind).windowed === true;

/** `open`: its key derives from the scope above it. `private`: its key is random and granted to each reader. */
export const scopeAccess = ['open', 'private'] as const;
export type ScopeAccess = (typeof scopeAccess)[number];

/**
 * Tells whether an entry of the log may cut a scope. Who writes it has to know up to where the scope counts: a private one of a kind
 * that admins do not read is cut by its next key alone.
 */
export const isCut = (kind: ScopeKind, access: ScopeAccess): boolean => {
  const { key } = scopeKind(kind);
  return key === 'logged' || (key === 'shared' && (readByAdmins(kind) || access === 'open'));
};
