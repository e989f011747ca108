/** Mails what people were told and have not read. */
import { dayMs } from '@kontor/contract/time/day';
import { sql } from 'kysely';
import { transaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { readsSql } from '../../sync/readsSql.ts';
import { type Digest, digestMail } from './digestMail.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Time in which whoever is there reads it, and no mail is needed; also the least time between two of one workspace. */
export const waitMs = 15 * minuteMs;
/** Mails to one person within an hour, at most: what is beyond waits, and is counted in the next one. */
export const mailsPerHour = 100;
/** Hour of the day, UTC, at which daily and weekly mails go out. */
const hourOfDay = 6;
/** Age above which nothing is mailed: it was decided not to be, or waited in vain. */
const mailedWithinMs = 8 * dayMs;
/** A mail that could not be sent for so long is dropped. */
const lastsMs = 12 * hourMs;

/** Returns the last moments at which daily and weekly mails went out. What was not old enough then waits for the next. */
export function lastRounds(now: Date): { day: Date; week: Date } {
  const shifted = new Date(now.getTime() - hourOfDay * hourMs);
  const midnight = Date.UTC(shifted.getUTCFullYear(), shifted.getUTCMonth(), shifted.getUTCDate());
  const day = midnight + hourOfDay * hourMs;
  const sinceMonday = (shifted.getUTCDay() + 6) % 7;
  return { day: new Date(day), week: new Date(day - sinceMonday * dayMs) };
}

/** Mails everybody for whom it is time: one mail for each workspace. */
export async function sendDigests(services: Services): Promise<void> {
  const { db, clock, env, mails, dataPath } = services;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { day, week } = lastRounds(now);
  // What is younger at a round is not in its mail: it is the next one's, or there would be two that morning.
  const before = (round: Date) => new Date(round.getTime() - waitMs);
  await transaction(db, async (tx) => {
    const { rows } = await sql<Digest & { userId: string }>`
      WITH due AS (
        SELECT n.id, n.user_id, n.workspace_id FROM notification n
        JOIN membership m ON m.workspace_id = n.workspace_id AND m.user_id = n.user_id
        JOIN scope s ON s.id = n.scope_id
        LEFT JOIN notification_setting choice ON choice.account_id = n.user_id
        WHERE n.read_at IS NULL AND n.removed_at IS NULL AND n.mailed_at IS NULL
          AND n.created_at > ${ago(mailedWithinMs)} AND n.created_at <= ${ago(waitMs)}
          AND ${sql.raw(readsSql('m', 's'))}
          AND n.created_at < CASE coalesce(choice.mail->>n.event, 'AT_ONCE')
            WHEN 'AT_ONCE' THEN ${now}::timestamptz WHEN 'DAILY' THEN ${before(day)} WHEN 'WEEKLY' THEN ${before(week)} END
      ), allowed AS (
        SELECT user_id, workspace_id FROM (
          SELECT user_id, workspace_id, row_number() OVER (PARTITION BY user_id ORDER BY workspace_id) AS place,
            (SELECT count(*) FROM notification_mail q
              WHERE q.account_id = user_id AND q.sent_at > ${ago(hourMs)}) AS sent
          FROM (SELECT DISTINCT user_id, workspace_id FROM due) each
          WHERE NOT EXISTS (SELECT FROM notification_mail q WHERE q.account_id = user_id
            AND q.workspace_id = each.workspace_id AND q.sent_at > ${ago(waitMs)})
        ) counted WHERE place + sent <= ${mailsPerHour}
      ), mailed AS (
        UPDATE notification n SET mailed_at = ${now} FROM due JOIN allowed USING (user_id, workspace_id)
        WHERE n.id = due.id AND n.mailed_at IS NULL
        RETURNING n.user_id, n.workspace_id
      ), noted AS (
        INSERT INTO notification_mail (account_id, workspace_id, sent_at)
        SELECT DISTINCT user_id, workspace_id, ${now}::timestamptz FROM mailed
      )
      SELECT mailed.user_id AS "userId", mailed.workspace_id AS "workspaceId", count(*)::int AS count, a.email,
        a.metadata->>'language' AS language, w.name AS "workspaceName", m.role = 'CUSTOMER' AS "isCustomer"
      FROM mailed JOIN account a ON a.id = mailed.user_id JOIN workspace w ON w.id = mailed.workspace_id
      JOIN membership m ON m.workspace_id = mailed.workspace_id AND m.user_id = mailed.user_id
      GROUP BY mailed.user_id, mailed.workspace_id, a.email, a.metadata, w.name, m.role`.execute(tx);
    const expiresAt = new Date(now.getTime() + lastsMs);
    for (const { userId, ...digest } of rows)
      await mails.send(digestMail(env, digest, unsubscribeUrl({ env, dataPath }, userId)), { tx, expiresAt });
  });
}
