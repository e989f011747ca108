import { isDerivedId } from '../wire/derivedId.ts';
import type { Entity, MarkedIdRule } from './entity.ts';

/** Tells whether an id differs from its scope's in its last part alone, as those of months do (`monthId`). */
const followsFrom = (id: string, scopeId: string): boolean => id.slice(0, -12) === scopeId.slice(0, -12);

/**
 * Tells whether a derived id belongs to something else than a record with an id of its own: to hours, to a direct room, or to
 * what has a marked one.
 */
export const isOthersId = (id: string, scopeId: string): boolean =>
  isDerivedId(id) && !followsFrom(id, scopeId);

/** Tells whether an id is what a rule for marked ones makes of a record's refs; of its mark alone where that needs more. */
export const isMarkedBy = (
  { mark, refs: derive }: MarkedIdRule,
  { id, refs }: { id: string; refs: Readonly<Record<string, unknown>> },
): boolean => id[14] === mark && (!derive || derive(refs) === id);

/**
 * Tells whether a record is the one whose id this is, by its noun's rule or its scope. An id that a device made up may be
 * anything's, a scope's too; where such a one stands under the id of another record, that one counts.
 */
export function hasFixedId(
  { id: rule, owner = '' }: Pick<Entity, 'id' | 'owner'>,
  { id, scopeId, refs }: { id: string; scopeId: string; refs: Readonly<Record<string, unknown>> },
): boolean {
  if (rule === 'scope') return id === scopeId && isDerivedId(id);
  if (rule === 'workspace') return true;
  if (rule === 'free') return isDerivedId(id) && followsFrom(id, scopeId);
  if ('mark' in rule) return isMarkedBy(rule, { id, refs });
  const person = refs[owner];
  return typeof person === 'string' && rule.person(person, scopeId) === id;
}
