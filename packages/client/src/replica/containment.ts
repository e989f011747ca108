/**
 * Where records lie in each other. A record whose container was deleted, or hides what lies in it, is hidden; one whose container is not known
 * (it could not be verified, say), lies in another scope, or is itself inside the record, is shown at the top.
 */

import { containerOf as containerOfRecord, containerRef } from '@kontor/contract/entity/placement';
import { entityOf } from '@kontor/contract/nouns/entities';

/** Returns what a record lies in, by its refs and the description of its noun. */
export const containerOf = (entity: string, row: { readonly [key: string]: unknown }): string | undefined =>
  containerOfRecord(entityOf(entity), row);

/** Returns the row without the container that it cannot be shown in; what else it lies in stays. */
export function atTop<R extends Record<string, unknown>>(entity: string, row: R): R {
  const ref = containerRef(entityOf(entity), row);
  if (ref === undefined) return row;
  const { [ref]: _, ...rest } = row;
  return rest as unknown as R;
}

export type Visibility = 'as-is' | 'top' | 'cycle' | 'hidden';

/** The facts about a record, by its id, that are needed to walk up its containers. */
export interface ContainmentSource {
  containerOf(id: string): string | undefined;
  /** `deleted` for certain, or merely not there. */
  presence(id: string): 'present' | 'deleted' | 'unknown';
  /** Tells whether a record hides what lies in it. */
  hides(id: string): boolean;
  scopeOf(id: string): string | undefined;
  /** Tells whether some of a scope's records are here and not all. */
  isPartial(scopeId: string): boolean;
}

/** Tells where a present record is shown. Costs its depth. */
export function visibilityOf(id: string, source: ContainmentSource): Visibility {
  const scope = source.scopeOf(id);
  if (scope !== undefined && source.presence(scope) === 'deleted') return 'hidden';
  const first = source.containerOf(id);
  const seen = new Set([id]);
  for (let at = first; at !== undefined; at = source.containerOf(at)) {
    if (at === id) return 'cycle';
    // Whoever hangs below a cycle stays there: the members of the cycle come to the top.
    if (seen.has(at)) return 'as-is';
    seen.add(at);
    const presence = source.presence(at);
    if (presence === 'deleted' || (presence === 'present' && source.hides(at))) return 'hidden';
    if (presence === 'unknown' && scope !== undefined && source.isPartial(scope)) return 'as-is';
    if (presence === 'unknown' || source.scopeOf(at) !== scope) return at === first ? 'top' : 'as-is';
  }
  return 'as-is';
}
