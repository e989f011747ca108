/** Reads the key rows of a pull. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { Tx } from '../../db/database.ts';
import { prepared, query } from '../../db/prepared.ts';

/** `$4`: bytes of key rows after which no further scope begins; null for no bound. */
const keysText = prepared(`
  WITH found AS (
    SELECT a.place, k.scope_id, k.generation, k.type, k.key, sum(pg_column_size(k.key))
      OVER (ORDER BY a.place GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY a(scope_id, after, place)
    JOIN scope_key k ON k.scope_id = a.scope_id AND k.revision > a.after
    WHERE k.type <> 'grant' OR k.recipient = ANY ($3::text[])
  ), cut AS (SELECT min(place) AS at FROM found WHERE before >= $4::bigint)
  SELECT f.scope_id, f.key, (SELECT scope_id FROM found WHERE place = cut.at LIMIT 1) AS cut FROM found f, cut
  WHERE cut.at IS NULL OR f.place < cut.at ORDER BY f.scope_id, f.generation, f.type`);

/** Returns the recipients whose grants a reader opens. */
export function recipientsFor(userId: string, actor: Actor | undefined): string[] {
  const holdsAdmins = actor && readsScope(actor, { kind: 'admins', access: 'private', grantees: new Set() });
  return holdsAdmins ? [userId, 'admins'] : [userId];
}

/** The key rows of scopes. */
interface FoundKeys {
  keys: Map<string, ScopeKey[]>;
  /** The first scope whose rows, and those of all behind it, had no room. */
  cut: string | undefined;
}

/**
 * Returns by scope the rows above its cursor: grants to the reader (for an admin also those to `admins`), and the wraps
 * and previous keys. A page that ends before a key's revision includes the key all the same: rows need their keys.
 * @param maxBytes a scope's rows come whole, and no others once there are so many
 */
export async function keysAbove(
  tx: Tx,
  userId: string,
  actor: Actor | undefined,
  scopes: readonly { id: string; keyRevision: number }[],
  { cursors = {}, maxBytes }: { cursors?: Record<string, number>; maxBytes?: number } = {},
): Promise<FoundKeys> {
  const keys: FoundKeys['keys'] = new Map();
  const asked = scopes.filter(({ id, keyRevision }) => keyRevision > (cursors[id] ?? 0));
  if (asked.length === 0) return { keys, cut: undefined };
  const { rows } = await tx.executeQuery(
    query<{ scope_id: string; key: ScopeKey; cut: string | null }>(keysText, [
      asked.map(({ id }) => id),
      asked.map(({ id }) => cursors[id] ?? 0),
      recipientsFor(userId, actor),
      maxBytes ?? null,
    ]),
  );
  for (const { scope_id, key } of rows) {
    const found = keys.get(scope_id);
    if (found) found.push(key);
    else keys.set(scope_id, [key]);
  }
  return { keys, cut: rows[0]?.cut ?? undefined };
}
