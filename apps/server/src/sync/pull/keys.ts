/** Reads the key rows of a pull. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { Tx } from '../../db/database.ts';
import { prepared, query } from '../../db/prepared.ts';

const keysText = prepared(`
  SELECT k.scope_id, k.key FROM unnest($1::uuid[], $2::bigint[]) a(scope_id, after)
  JOIN scope_key k ON k.scope_id = a.scope_id AND k.revision > a.after
  WHERE k.type <> 'grant' OR k.recipient = ANY ($3::text[])
  ORDER BY k.scope_id, k.generation, k.type`);

/** Returns the recipients whose grants a reader opens. */
export function recipientsFor(userId: string, actor: Actor | undefined): string[] {
  const holdsAdmins = actor && readsScope(actor, { kind: 'admins', access: 'private', grantees: new Set() });
  return holdsAdmins ? [userId, 'admins'] : [userId];
}

/**
 * Returns by scope the rows above its cursor: grants to the reader (for an admin also those to `admins`), and the
 * wraps and previous keys. A page that does not reach a key's revision has it all the same: rows need their keys.
 */
export async function keysAbove(
  tx: Tx,
  userId: string,
  actor: Actor | undefined,
  scopes: readonly { id: string; keyRevision: number }[],
  cursors: Record<string, number>,
): Promise<Map<string, ScopeKey[]>> {
  const asked = scopes.filter(({ id, keyRevision }) => keyRevision > (cursors[id] ?? 0));
  if (asked.length === 0) return new Map();
  const { rows } = await tx.executeQuery(
    query<{ scope_id: string; key: ScopeKey }>(keysText, [
      asked.map(({ id }) => id),
      asked.map(({ id }) => cursors[id] ?? 0),
      recipientsFor(userId, actor),
    ]),
  );
  const found = new Map<string, ScopeKey[]>();
  for (const { scope_id, key } of rows) {
    const keys = found.get(scope_id);
    if (keys) keys.push(key);
    else found.set(scope_id, [key]);
  }
  return found;
}
