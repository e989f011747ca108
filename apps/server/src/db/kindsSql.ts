import type { ScopeKind } from '@kontor/contract/entity/scopeKind';

/** Returns kinds of scopes as SQL lists them behind IN. */
export const kindsSql = (kinds: readonly ScopeKind[]): string => kinds.map((kind) => `'${kind}'`).join(', ');
