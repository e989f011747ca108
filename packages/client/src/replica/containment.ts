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

/** Returns the change by which a record is about what another one is about; empty where it is already. */
export function aboutChange(
  entity: string,
  row: { readonly [key: string]: unknown },
  as: { readonly [key: string]: unknown },
): Record<string, unknown> {
  const { about } = entityOf(entity);
  if (about === undefined || (row[about] ?? null) === (as[about] ?? null)) return {};
  return { [about]: as[about] ?? null };
}

export type Containment = 'as-is' | 'top' | 'cycle' | 'hidden';

/** The facts about a record, by its id, that are needed to walk up its containers. */
export interface ContainmentSource {
  containerOf(id: string): string | undefined;
  /** Tells whether it is there: `deleted` for certain, or merely not there. */
  presence(id: string): 'present' | 'deleted' | 'unknown';
  /** Tells whether a record hides what lies in it. */
  hides(id: string): boolean;
  scopeOf(id: string): string | undefined;
  /** Tells whether some of a scope's records are here and not all. */
  isPartial(scopeId: string): boolean;
}

/**
 * Returns a function that tells where a present record is shown, for as long as nothing changes. Others chose how deep
 * records lie: of all together it costs their number, not their depths.
 */
export function containmentIn(source: ContainmentSource): (id: string) => Containment {
  const verdicts = new Map<string, Containment>();
  return (id) => {
    /** The records on the way up, with their place on it. */
    const path = new Map<string, number>();
    let at = id;
    for (; !verdicts.has(at) && !path.has(at); at = source.containerOf(at)!) {
      const verdict = verdictAt(at, source);
      if (verdict !== undefined) {
        verdicts.set(at, verdict);
        break;
      }
      path.set(at, path.size);
    }
    // Whoever hangs below a cycle stays there: the members of the cycle come to the top.
    const [cycle, end] = [path.get(at) ?? path.size, verdicts.get(at)];
    for (const [each, place] of path)
      verdicts.set(each, place >= cycle ? 'cycle' : end === 'hidden' ? 'hidden' : 'as-is');
    return verdicts.get(id)!;
  };
}

/** Tells where a record is shown, as far as that does not depend on where its container is: of that it is undefined. */
function verdictAt(id: string, source: ContainmentSource): Containment | undefined {
  const scope = source.scopeOf(id);
  if (scope !== undefined && source.presence(scope) === 'deleted') return 'hidden';
  const container = source.containerOf(id);
  if (container === undefined) return 'as-is';
  if (container === id) return 'cycle';
  const presence = source.presence(container);
  if (presence === 'deleted' || (presence === 'present' && source.hides(container))) return 'hidden';
  if (presence === 'present' && source.scopeOf(container) === scope) return undefined;
  return presence === 'unknown' && scope !== undefined && source.isPartial(scope) ? 'as-is' : 'top';
}
