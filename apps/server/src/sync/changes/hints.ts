/** Telling readers, after the commit, that scopes have moved on. */
import { revisionEvent } from '../../adapters/realtime/realtime.ts';
import { query } from '../../db/prepared.ts';
import type { Services } from '../../services.ts';
import { channelsOf, needsReaders } from '../realtime/channelsOf.ts';
import type { LockedScope } from './context.ts';

/** Publishes the new revision of each scope. A hint that is lost is no error: a client catches up at its next pull. */
export async function publishRevisions(services: Services, scopes: Iterable<LockedScope>): Promise<void> {
  for (const scope of scopes) {
    const readers = needsReaders(scope) ? await readersOf(services, scope) : [];
    services.realtime.publish(channelsOf(scope, readers), revisionEvent, {
      scope: scope.id,
      revision: scope.revision,
    });
  }
}

/** Who holds the current key of a private scope, the admins of a private project included. */
async function readersOf({ db }: Services, scope: LockedScope): Promise<string[]> {
  const { rows } = await db.executeQuery(
    query<{ user_id: string }>(
      `SELECT m.user_id FROM membership m WHERE m.workspace_id = $1 AND m.status = 'ACTIVE'
         AND EXISTS (SELECT FROM scope_key k WHERE k.scope_id = $2 AND k.type = 'grant' AND k.generation = $3
           AND k.recipient IN (m.user_id::text, CASE m.role WHEN 'ADMIN' THEN 'admins' END))`,
      [scope.workspaceId, scope.id, scope.generation],
    ),
  );
  return rows.map(({ user_id }) => user_id);
}
