/** SQL that finds stale keys of projects and rooms. */
import { kindsForAdmins, kindsWithKey } from '@kontor/contract/entity/scopeKind';
import { kindsSql } from '../../db/kindsSql.ts';

const sharedKinds = kindsSql(kindsWithKey('shared'));
const adminsKinds = kindsSql(kindsForAdmins());

/**
 * Returns an expression over the scope of this alias: true where the current key of a project or room is held by
 * somebody who may no longer read it (a former grantee or admin; of one that was opened to the staff, the former
 * staff), or where a reader has it no more, whose certificate the log replaced. Such a key is renewed by the next writer.
 */
export const isStaleKeySql = (scope: string): string => `
  CASE WHEN ${scope}.kid IS NULL OR ${scope}.kind NOT IN (${sharedKinds}) THEN false
  WHEN ${scope}.access = 'open' THEN NOT EXISTS (
    SELECT FROM scope_key w JOIN scope staff ON staff.workspace_id = ${scope}.workspace_id AND staff.kind = 'staff'
    WHERE w.scope_id = ${scope}.id AND w.type = 'wrap' AND w.generation = ${scope}.generation
      AND w.key->>'parentKid' = staff.kid)
  ELSE EXISTS (
    SELECT FROM scope_key g LEFT JOIN membership m
      ON m.workspace_id = ${scope}.workspace_id AND m.user_id::text = g.recipient
      AND m.status <> 'INACTIVE' AND m.role IN ('ADMIN', 'EMPLOYEE') AND m.cert_key = g.recipient_key
    WHERE g.scope_id = ${scope}.id AND g.type = 'grant' AND g.generation = ${scope}.generation
    HAVING count(*) FILTER (WHERE m.user_id IS NULL AND g.recipient <> 'admins') > 0
      OR max(g.key->>'adminsKid') FILTER (WHERE g.recipient = 'admins') IS DISTINCT FROM
        CASE WHEN ${scope}.kind IN (${adminsKinds}) THEN (
          SELECT a.kid FROM scope a WHERE a.workspace_id = ${scope}.workspace_id AND a.kind = 'admins') END
      OR count(*) IS DISTINCT FROM (
        SELECT jsonb_array_length(k.key->'readers') FROM scope_key k
        WHERE k.scope_id = ${scope}.id AND k.type = 'grant' AND k.generation = ${scope}.generation LIMIT 1))
  END`;
