/** Tells readers, after the commit, that scopes have a new revision. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { concat, toBase64Url } from '@kontor/contract/wire/bytes';
import {
  channelOf,
  notificationEvent,
  type RevisionHint,
  revisionEvent,
} from '@kontor/contract/wire/channel';
import { encodeSync, type SyncScope } from '@kontor/contract/wire/sync';
import type { Told } from '../../db/effects.ts';
import { query } from '../../db/prepared.ts';
import type { Services } from '../../services.ts';
import { channelsOf, needsReaders } from '../realtime/channelsOf.ts';
import type { LockedScope } from './context.ts';

/** The facts that a hint of a scope, and its readers, follow from. */
type HintedScope = Pick<
  LockedScope,
  'id' | 'kind' | 'access' | 'workspaceId' | 'revision' | 'generation' | 'newKeys' | 'wasOpen' | 'rows'
>;

/** Most bytes of a page that a hint carries: with as many channels as one message to other processes names, it fits there. */
const maxPageBytes = 3_000;

/**
 * Publishes the new revision of each scope. A hint that is lost is no error: a client catches up at its next pull.
 * @param log entries of the member log, where the batch appended some
 */
export async function publishRevisions(
  services: Services,
  scopes: Iterable<HintedScope>,
  log?: number,
): Promise<void> {
  for (const scope of scopes) {
    const readers = needsReaders(scope) ? await readersOf(services, scope) : [];
    // Everybody who could read it learns from the next pull that they cannot any more.
    const former = scope.wasOpen ? channelsOf({ ...scope, access: 'open' }) : [];
    const channels = [...new Set([...channelsOf(scope, readers), ...former])];
    const { id, revision } = scope;
    const hint: RevisionHint = { scope: id, revision, ...(log !== undefined && { log }) };
    services.realtime.publish(channels, revisionEvent, hint, () => pageOf(scope));
  }
}

/** Returns what a pull of the scope from the revision before would bring, where it is known and short. */
function pageOf({ id, kind, access, revision, rows: rowsOf }: HintedScope): string | undefined {
  const rows = rowsOf?.();
  if (!rows || rows.reduce((sum, { sealed }) => sum + sealed.length, 0) > maxPageBytes) return undefined;
  const scope: SyncScope<SealedRecord> = {
    id,
    kind,
    access,
    cursor: revision,
    keys: [],
    rows: [...rows],
    isWhole: true,
    ...(isWindowed(kind) && { window: { from: revision, isStart: false } }),
  };
  const page = concat(...encodeSync({ log: [], gone: [], more: false, scopes: [scope] }));
  return page.length > maxPageBytes ? undefined : toBase64Url(page);
}

/** Publishes the revisions that scopes have now. */
export async function publishAgain(services: Services, scopeIds: readonly string[]): Promise<void> {
  const { rows } = await services.db.executeQuery(
    query<HintedScope>(
      `SELECT id, kind, access, workspace_id AS "workspaceId", revision, generation FROM scope WHERE id = ANY ($1::uuid[])`,
      [[...scopeIds]],
    ),
  );
  await publishRevisions(services, rows);
}

/** Tells people that their notifications are others than before. */
export function publishNotifications({ realtime, pushes }: Services, told: readonly Told[]): void {
  for (const [workspace, people] of Map.groupBy(told, ({ workspaceId }) => workspaceId)) {
    const channels = [...new Set(people.map(({ userId }) => channelOf.user(userId)))];
    realtime.publish(channels, notificationEvent, { workspace });
  }
  if (told.length > 0) pushes.soon();
}

/** Readers of facts that only the server has: the admins of workspaces (who waits), people (what is theirs). */
export interface Addressees {
  /** Ids of workspaces. */
  admins?: readonly string[];
  /** Ids of users. */
  people?: readonly string[];
}

/**
 * Bumps the scopes of these people without a record, after the commit of the facts that they are to ask for. Each in a
 * statement of its own, so that it waits for nobody's batch and none for it; people who are offline learn of it at the
 * next pull.
 */
export function announce(services: Services, { admins = [], people = [] }: Addressees): void {
  const moves = [
    ...admins.map((id) =>
      move(services, "workspace_id = $1 AND kind = 'admins'", id, channelOf.workspace(id, 'admins')),
    ),
    ...people.map((id) => move(services, 'id = $1', id, channelOf.user(id))),
  ];
  Promise.all(moves).catch((error) => services.log.warn(error, 'news were not announced'));
}

async function move({ db, realtime }: Services, which: string, id: string, channel: string): Promise<void> {
  const { rows } = await db.executeQuery(
    query<{ id: string; revision: number }>(
      `UPDATE scope SET revision = revision + 1 WHERE ${which} RETURNING id, revision`,
      [id],
    ),
  );
  for (const { id: scope, revision } of rows)
    realtime.publish([channel], revisionEvent, { scope, revision: Number(revision) });
}

/**
 * Returns the holders of a private scope's current key, the admins of a private project included; and of the previous
 * one, where it was renewed just now.
 */
async function readersOf({ db }: Services, scope: HintedScope): Promise<string[]> {
  const { rows } = await db.executeQuery(
    query<{ user_id: string }>(
      `SELECT m.user_id FROM membership m WHERE m.workspace_id = $1 AND m.status = 'ACTIVE'
         AND EXISTS (SELECT FROM scope_key k WHERE k.scope_id = $2 AND k.type = 'grant' AND k.generation BETWEEN $3 AND $4
           AND k.recipient IN (m.user_id::text, CASE m.role WHEN 'ADMIN' THEN 'admins' END))`,
      [scope.workspaceId, scope.id, scope.generation - (scope.newKeys ? 1 : 0), scope.generation],
    ),
  );
  return rows.map(({ user_id }) => user_id);
}
