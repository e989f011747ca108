/** One scope as a device knows it: how far it was taken over, and its keys. */
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { SyncScope } from '@kontor/contract/wire/sync';

export interface KnownScope {
  scope: Scope;
  /** Revision up to which the scope was taken over. */
  cursor: number;
  /** As the server sent them; the vault believes what it can prove. */
  keys: ScopeKey[];
  /** True once all that the scope had at some moment was taken over. */
  isWhole: boolean;
}

/** A scope with a page taken over, and what of that is new. */
interface Taken {
  next: KnownScope;
  /** The revision up to which this page was taken over. */
  end: number;
  hasNewKeys: boolean;
  isSame: boolean;
}

/**
 * Takes a page's scope over.
 * @param before what was known of it
 * @param from the cursor that it was asked for with
 */
export function withPage(
  before: KnownScope | undefined,
  { id, kind, access, cursor, keys, isWhole }: Omit<SyncScope<never>, 'rows'>,
  from: number,
): Taken {
  // What the device has lost of it meanwhile lies before where this page began.
  const isBehind = before !== undefined && from > before.cursor;
  const end = isBehind ? before.cursor : cursor;
  const known = new Set(before?.keys.map((key) => JSON.stringify(key)));
  const added = keys.filter((key) => !known.has(JSON.stringify(key)));
  const next: KnownScope = {
    scope: { id, kind, access },
    // While a rewound scope is read again, what is beyond stays known.
    cursor: Math.max(end, before?.cursor ?? 0),
    keys: [...(before?.keys ?? []), ...added],
    isWhole: before?.isWhole === true || (isWhole && !isBehind),
  };
  const isSame =
    before !== undefined &&
    added.length === 0 &&
    before.cursor === next.cursor &&
    before.scope.access === access &&
    before.isWhole === next.isWhole;
  return { next, end, hasNewKeys: added.length > 0, isSame };
}
