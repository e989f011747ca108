/** The kinds of scope; see `scope.ts` for what a scope is. */
export const scopeKinds = ['admins', 'staff', 'customer', 'project', 'room', 'personal'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** `open`: its key derives from the scope above it. `private`: its key is random and granted to each reader. */
export const scopeAccess = ['open', 'private'] as const;
export type ScopeAccess = (typeof scopeAccess)[number];
