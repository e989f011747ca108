/** Reads a link by the id in its address, and says whether it still opens anything. */
import { can } from '@kontor/contract/capability';
import type { PlaceStatus, Role } from '@kontor/contract/entity/role';
import type { LinkEnd } from '@kontor/contract/wire/linkEnd';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { accessIn } from '../../db/subscriptions.ts';
import { readableScopes } from '../../sync/access.ts';

/** A link as the server knows it, with what decides whether it opens. */
export interface FoundLink {
  id: string;
  workspaceId: string;
  scopeId: string;
  documentId: string;
  /** base64url of 32 bytes. */
  verifier: string;
  /** Storage key of its manifest. */
  manifest: string;
  /** ms; 0 where the record does not say, and so over. */
  expiresAt: number;
  /** 0: no limit. */
  maxDownloads: number;
  downloads: number;
  isRevoked: boolean;
}

type Row = Omit<FoundLink, 'isRevoked'> & {
  isGone: boolean;
  makerId: string;
  role: Role | null;
  status: PlaceStatus | null;
};

/**
 * The document of a link and the folders above it, each of which must be there and outside of the trash. `UNION` ends at a
 * circle, which only somebody's hostile client could have made.
 */
const isHidden = sql`EXISTS (
  WITH RECURSIVE above AS (
    SELECT d.id, d.parent_id, d.deleted OR d.trash_entry_id IS NOT NULL AS hides
    FROM document d WHERE d.scope_id = l.scope_id AND d.id = l.document_id
    UNION
    SELECT d.id, d.parent_id, d.deleted OR d.trash_entry_id IS NOT NULL
    FROM above JOIN document d ON d.scope_id = l.scope_id AND d.id = above.parent_id
  ) SELECT FROM above WHERE hides)`;

/**
 * Returns the link of an id; undefined where there never was one. `linkRule` lets nobody make another under it: besides the one
 * that is there are only the tombstones that it left where it was moved.
 */
export async function findLink(db: Database, id: string): Promise<FoundLink | undefined> {
  const { rows } = await sql<Row>`
    SELECT l.id, l.workspace_id AS "workspaceId", l.scope_id AS "scopeId", l.document_id AS "documentId",
      l.verifier, coalesce(l.blobs[1], '') AS manifest, coalesce(l.expires_at, 0) AS "expiresAt",
      coalesce(l.max_downloads, 0) AS "maxDownloads", coalesce(u.downloads, 0) AS downloads,
      l.deleted OR l.blobs[1] IS NULL OR NOT w.allows_links OR w.deleted_at IS NOT NULL OR ${isHidden} AS "isGone",
      l.maker_id AS "makerId", m.role, m.status
    FROM link l
    JOIN workspace w ON w.id = l.workspace_id
    LEFT JOIN membership m
      ON m.workspace_id = l.workspace_id AND m.user_id = l.maker_id AND m.leaving IS NULL
    LEFT JOIN link_use u ON u.workspace_id = l.workspace_id AND u.link_id = l.id
    WHERE l.id = ${id}
    ORDER BY l.deleted LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { isGone, makerId: _, role: __, status: ___, ...found } = row;
  const isRevoked =
    isGone || !(await makerReads(db, row)) || (await accessIn(db, row.workspaceId)) === 'closed';
  return { ...found, isRevoked };
}

/**
 * Tells whether the maker of a link works here and reads its scope: nobody passes on what they could not read themselves.
 * Who is LOCKED for the moment has lost no right.
 */
async function makerReads(
  db: Database,
  { makerId: userId, role, status, workspaceId, scopeId }: Row,
): Promise<boolean> {
  if (!role || status === 'INACTIVE' || status === 'LEFT') return false;
  const maker = { userId, role, status: 'ACTIVE', isOwner: false } as const;
  if (!can(maker, 'link.create', { ownerId: userId })) return false;
  return (await readableScopes(db, maker, workspaceId, [scopeId])).has(scopeId);
}

/** Returns why a link opens nothing any more; undefined while it does. */
export function endOf(link: FoundLink, now: Date): LinkEnd | undefined {
  if (link.isRevoked) return 'revoked';
  if (link.expiresAt <= now.getTime()) return 'expired';
  return link.maxDownloads > 0 && link.downloads >= link.maxDownloads ? 'used' : undefined;
}

/** Counts a fetch. Returns false where there were as many as there may be: of two at the same moment one is too many. */
export async function countFetch(db: Database, link: FoundLink, now: Date): Promise<boolean> {
  const { workspaceId, id, maxDownloads } = link;
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO link_use (workspace_id, link_id, downloads, last_at) VALUES (${workspaceId}, ${id}, 1, ${now})
    ON CONFLICT (workspace_id, link_id) DO UPDATE SET downloads = link_use.downloads + 1, last_at = excluded.last_at
    WHERE ${maxDownloads}::double precision <= 0 OR link_use.downloads < ${maxDownloads}::double precision`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/**
 * Returns those of the blobs that a link may hand out: parts of its document, of what lies in that outside of the trash,
 * and of their earlier contents. What was moved elsewhere or deleted is out of its reach.
 */
export async function blobsWithin(
  db: Database,
  { scopeId, documentId, workspaceId }: FoundLink,
  fileKeys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fileKey: string }>`
    WITH RECURSIVE above AS (
      SELECT r.file_key, coalesce(v.document_id, r.record_id) AS id
      FROM blob_ref r
      JOIN blob b ON b.file_key = r.file_key AND b.workspace_id = ${workspaceId} AND b.state = 'referenced'
      LEFT JOIN file_version v ON v.scope_id = r.scope_id AND v.id = r.record_id AND NOT v.deleted
      WHERE r.scope_id = ${scopeId} AND r.file_key = ANY (${[...fileKeys]}::text[])
      UNION
      SELECT above.file_key, d.parent_id
      FROM above JOIN document d ON d.scope_id = ${scopeId} AND d.id = above.id
      WHERE above.id <> ${documentId} AND d.parent_id IS NOT NULL AND NOT d.deleted AND d.trash_entry_id IS NULL
    )
    SELECT DISTINCT file_key AS "fileKey" FROM above WHERE id = ${documentId}`.execute(db);
  return new Set(rows.map(({ fileKey }) => fileKey));
}
