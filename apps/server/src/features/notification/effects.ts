/**
 * The effects that tell people: rows of ids, written with the change that they follow from, by what its refs name. Nobody
 * is told of their own act, of what they may not read, or of what they have muted; what is gone, or concerns somebody no
 * more, is taken back: it is kept for a day, so that saying it again is no news (`sync/notices.ts`).
 */
import { type EntityName, entityNames, entityOf, type NotifyingName } from '@kontor/contract/nouns/entities';
import type { NotificationEvent } from '@kontor/contract/server/notification';
import { tableOf } from '../../db/columns.ts';
import type { Effects } from '../../db/effects.ts';
import { insertNotices } from '../../sync/notices.ts';
import { readsSql } from '../../sync/readsSql.ts';

interface Telling {
  /** Expression for the event. */
  event: NotificationEvent | { sql: string };
  /** Expression for what it is about; the record itself by default. */
  subject?: string;
  /** From item `person(id)`: who is to hear of it. */
  people: string;
  /** Whom of them it is news for; all by default. */
  when?: string;
  /** Condition under which `n`, which was told before of the record or about it, is taken back. */
  gone?: string;
  /** Expression for the time at which was taken back what comes back with an update; null for nothing. */
  goneSince?: string;
  /** True where the record itself says who reads its scope: their keys may come later in the batch. */
  namesReaders?: boolean;
}

const itself = 'w.id';

const telling = ({
  event,
  subject = itself,
  people,
  when,
  gone,
  goneSince,
  namesReaders,
}: Telling): string => `
  named AS (
    SELECT w.workspace_id, person.id AS user_id, ${typeof event === 'string' ? `'${event}'` : event.sql} AS event,
      w.scope_id, ${subject} AS subject_id, w.id AS record_id, w.writer_id AS sender_id, w.written_at AS created_at
    FROM written w CROSS JOIN LATERAL ${people} WHERE w.verb <> 'delete'${when ? ` AND ${when}` : ''}
  ), noted AS (${insertNotices(`named n
    JOIN membership m ON m.workspace_id = n.workspace_id AND m.user_id = n.user_id
    JOIN scope s ON s.id = n.scope_id
    WHERE ${readsSql('m', 's', namesReaders ? 'true' : undefined)}`)}
  ), withdrawn AS (
    UPDATE notification n SET removed_at = coalesce(n.removed_at, w.written_at), withdrawn_at = w.written_at FROM written w
    WHERE n.withdrawn_at IS NULL AND w.verb <> 'create' AND (n.record_id = w.id OR n.subject_id = w.id) AND n.scope_id = w.scope_id
      AND (w.verb = 'delete'${gone ? ` OR (${gone})` : ''})
    RETURNING n.workspace_id, n.user_id
  )${goneSince ? `, returned AS (${returning(goneSince)})` : ''}, told AS (
    SELECT * FROM noted UNION SELECT * FROM withdrawn${goneSince ? ' UNION SELECT * FROM returned' : ''})`;

/** Brings back what was taken back at a time, but of what was said on it and was deleted since, and what its reader took away. */
const returning = (goneSince: string): string => `
    UPDATE notification n SET removed_at = nullif(n.removed_at, n.withdrawn_at), withdrawn_at = NULL FROM written w
    WHERE w.verb = 'update' AND n.withdrawn_at = ${goneSince} AND (n.record_id = w.id OR n.subject_id = w.id)
      AND n.scope_id = w.scope_id
      AND NOT EXISTS (${[...toldWithin]
        .map(
          (table) =>
            `SELECT 1 FROM ${table} c WHERE c.scope_id = n.scope_id AND c.id = n.record_id AND c.deleted`,
        )
        .join(' UNION ALL ')})
    RETURNING n.workspace_id, n.user_id`;

/**
 * Returns the times at which what `n` is about left the scope in which `n` stands, as a task that was moved
 * before what was said on it.
 */
const subjectLeft = (): string =>
  [...subjects]
    .map(
      (table) =>
        `SELECT t.updated_at FROM ${table} t WHERE t.scope_id = n.scope_id AND t.id = n.subject_id AND t.deleted`,
    )
    .join(' UNION ALL ');

/**
 * Takes along what was told of records that are moved, for those who read where they are now. The batch takes it back where they
 * were, before this or after it, or an earlier one did that moved what it is about; what its reader took away stays so there.
 */
const takingAlong = ({ subject = itself, gone }: Telling): string => `
  taken AS (
    UPDATE notification n SET removed_at = nullif(n.removed_at, n.withdrawn_at), withdrawn_at = NULL, scope_id = w.scope_id, subject_id = ${subject}
    FROM written w JOIN scope s ON s.id = w.scope_id JOIN membership m ON m.workspace_id = w.workspace_id
    WHERE n.record_id = w.id AND n.workspace_id = w.workspace_id AND n.user_id = m.user_id AND n.scope_id <> w.scope_id
      AND (coalesce(n.withdrawn_at, w.written_at) = w.written_at OR n.withdrawn_at IN (${subjectLeft()})) AND ${readsSql('m', 's')}${gone ? ` AND NOT (${gone})` : ''}
    RETURNING n.workspace_id, n.user_id
  ), told AS (SELECT DISTINCT * FROM taken)`;

/** Tells those who are in a list now and were not before; takes it back from those who are not in it any more. */
const listed = (list: string, more: Pick<Telling, 'event' | 'subject' | 'namesReaders'>): Telling => ({
  ...more,
  people: `unnest(w.after_${list}) AS person(id)`,
  when: `person.id <> ALL (coalesce(w.before_${list}, '{}'))`,
  gone: `n.record_id = w.id AND n.user_id <> ALL (w.after_${list})`,
});

/** The people who have to do with where a file was put: a task's, a project's, and for a customer's those who manage it. */
const concerned = `(
  SELECT unnest(t.assignee_ids) FROM task t WHERE t.scope_id = w.scope_id AND t.id = w.after_task_id
  UNION ALL SELECT unnest(p.member_ids) FROM project p
    WHERE p.scope_id = w.scope_id AND p.id = w.scope_id AND w.after_task_id IS NULL
  UNION ALL SELECT a.user_id FROM membership a
    WHERE a.workspace_id = w.workspace_id AND a.role = 'ADMIN' AND w.after_customer_id IS NOT NULL
  ) AS person(id)`;

const tellings: { [N in EntityName]?: Telling } & Record<NotifyingName, Telling> = {
  task: listed('assignee_ids', { event: 'ASSIGNED_TO_TASK' }),
  project: listed('member_ids', { event: 'ASSIGNED_TO_SPACE', namesReaders: true }),
  room: listed('member_ids', { event: 'INVITED_TO_CHAT', namesReaders: true }),
  comment: listed('notify_ids', {
    event: 'NEW_COMMENT',
    subject: 'coalesce(w.after_task_id, w.after_document_id, w.scope_id)',
  }),
  message: listed('notify_ids', { event: 'MENTIONED', subject: 'w.scope_id' }),
  /** It is changed once at most: by its withdrawal. */
  signing: {
    event: { sql: `CASE WHEN w.verb = 'create' THEN 'ASKED_TO_SIGN' ELSE 'SIGNING_ANSWERED' END` },
    people: `unnest(CASE WHEN w.verb = 'create' THEN w.after_signer_ids ELSE w.after_notify_ids END) AS person(id)`,
    when: `(w.verb = 'create' OR person.id <> ALL (coalesce(w.before_notify_ids, '{}')))`,
  },
  signingReminder: listed('notify_ids', { event: 'ASKED_TO_SIGN', subject: 'w.after_signing_id' }),
  signingAnswer: listed('notify_ids', { event: 'SIGNING_ANSWERED', subject: 'w.after_signing_id' }),
  document: {
    event: {
      sql: `CASE WHEN w.after_task_id IS NOT NULL THEN 'NEW_DOCUMENT_ON_TASK'
        WHEN w.after_customer_id IS NOT NULL THEN 'NEW_DOCUMENT_ON_CUSTOMER' ELSE 'NEW_DOCUMENT_ON_PROJECT' END`,
    },
    subject: 'coalesce(w.after_task_id, w.after_customer_id, w.scope_id)',
    people: concerned,
    // A folder has no content.
    when: `w.verb = 'create' AND cardinality(w.after_blobs) > 0 AND w.after_trash_entry_id IS NULL`,
    // Comments on it are hidden with it.
    gone: 'w.after_trash_entry_id IS NOT NULL',
    goneSince: `(SELECT e.created_at FROM trash_entry e
      WHERE e.scope_id = w.scope_id AND e.id = w.before_trash_entry_id AND w.after_trash_entry_id IS NULL)`,
  },
  /** Its customer's users: they have no bell, and are mailed. */
  share: {
    event: 'NEW_DOCUMENT_ON_CUSTOMER',
    subject: 'w.scope_id',
    people: `(SELECT c.user_id FROM membership c WHERE c.workspace_id = w.workspace_id AND c.role = 'CUSTOMER') AS person(id)`,
    // A content that they were told of and that is shared again, since somebody undid something, is no news.
    when: `w.verb = 'create' AND cardinality(w.after_blobs) > 0 AND NOT EXISTS (
      SELECT FROM share d JOIN notification n ON n.record_id = d.id AND n.user_id = person.id
      WHERE d.scope_id = w.scope_id AND d.deleted AND d.blobs && w.after_blobs
        AND coalesce(n.read_at, n.mailed_at, n.pushed_at) IS NOT NULL)`,
  },
};

/** The tables of what people are told of that lies in something, and of what that may be. */
const toldWithin = new Set<string>();
const subjects = new Set<string>();
for (const name of entityNames.filter((each) => tellings[each])) {
  const { within, refs } = entityOf(name);
  if (within.length > 0) toldWithin.add(tableOf(name));
  for (const key of within) subjects.add(tableOf(refs[key]!.target));
}

const effectsOf = (composed: (telling: Telling) => string): Effects =>
  Object.fromEntries(Object.entries(tellings).map(([noun, each]) => [noun, composed(each)]));

export const notificationEffects = effectsOf(telling);

/** The effects of what a batch moves to another scope, which is no news. */
export const movedNotificationEffects = effectsOf(takingAlong);
