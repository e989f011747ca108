/**
 * Pushes to devices (RFC 8030): fixed words and a link, for the push service's reader is not only theirs. Nothing is
 * queued: what was not pushed yet stands in the notifications.
 */
import { createECDH } from 'node:crypto';
import { dayMs } from '@kontor/contract/time/day';
import { isQuiet } from '@kontor/contract/time/quietHours';
import { isZone, minutesAt } from '@kontor/contract/time/zone';
import type { PushTarget } from '@kontor/contract/wire/notification';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from './adapters/clock.ts';
import { sendPush, type Vapid } from './adapters/pushService.ts';
import { secret } from './dataFolder.ts';
import { type Database, transaction } from './db/database.ts';
import { type Env, isLoopback } from './env.ts';
import { readsSql } from './sync/readsSql.ts';

export interface Pushes {
  /** Public key of the server for subscriptions (RFC 8292), base64url. */
  readonly publicKey: string;
  /** Tests if an address may be one of a push service. */
  accepts(endpoint: string): boolean;
  isOn(sessionId: string): Promise<boolean>;
  subscribe(whose: { accountId: string; sessionId: string }, target: PushTarget): Promise<void>;
  unsubscribe(sessionId: string): Promise<void>;
  /** Pushes what is new in a moment, so that what comes at once is one push. */
  soon(): void;
  /** Pushes what is new now; what is new for somebody to whom pushes are under way follows those. */
  flush(): Promise<void>;
  /** Stops, and waits a moment for what is under way. */
  close(): Promise<void>;
}

/** ms that a burst is waited for. */
const pushDelayMs = 1_500;

/** Most pushes to one person at a time: a service of theirs that does not answer keeps theirs waiting, and nobody else's. */
const perPerson = 4;

/** ms that the end waits for what is under way. */
const closeMs = 2_000;

/** ms after which something is no news any more. */
const newsMs = dayMs;

const words = {
  en: { title: 'Kontor', body: 'There is something new for you.' },
  de: { title: 'Kontor', body: 'Es gibt etwas Neues für Sie.' },
} as const;

interface Due extends PushTarget {
  accountId: string;
  workspaceId: string;
  isGuest: boolean;
  sessionId: string;
  language: keyof typeof words;
}

/**
 * Returns the message: the declarative form, which needs no worker where a browser knows it. A customer's user has no
 * notifications to look at: it leads to their dashboard.
 */
const pushMessage = (
  publicUrl: string,
  { workspaceId, isGuest, language }: Pick<Due, 'workspaceId' | 'isGuest' | 'language'>,
): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      ...words[language],
      lang: language,
      tag: workspaceId,
      navigate: `${publicUrl}/${workspaceId}/${isGuest ? 'dashboard' : 'notifications'}`,
    },
  });

/** Tests that a session `d` still is one: a device of before a reset, which may only answer for it, hears of nothing. */
const isSignedIn = (now: Date) => sql<boolean>`d.former_public_key IS NULL AND d.expires_at > ${now}`;

interface Parts {
  env: Env;
  dataPath: string;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Returns the key pair of RFC 8292, made at the first start. */
function vapidOf({ dataPath, env }: Parts): Vapid {
  const privateKey = secret(dataPath, 'vapid');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  const [, from = 'kontor@localhost'] = /([^\s<>]+@[^\s<>]+)/.exec(env.MAIL_FROM) ?? [];
  return {
    privateKey: privateKey.toString('base64url'),
    publicKey: curve.getPublicKey('base64url'),
    subject: env.PUBLIC_URL.startsWith('https:') ? env.PUBLIC_URL : `mailto:${from}`,
  };
}

export function openPushes(parts: Parts): Pushes {
  const { env, db, clock, log } = parts;
  const vapid = vapidOf(parts);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const closing = new AbortController();
  /** One at a time: what is claimed is looked for first. */
  let claiming: Promise<unknown> = Promise.resolve();
  /** By person: their pushes that are under way. */
  const underWay = new Map<string, Promise<void>>();
  /** Those of them for whom something new has come since. */
  const waiting = new Set<string>();

  async function flush(): Promise<void> {
    const begun = claiming.then(pushNew);
    claiming = begun.catch(() => {});
    await Promise.all(await begun);
  }

  /** Begins to push what is new. Returns what ends with the pushes to each person. */
  async function pushNew(): Promise<Promise<void>[]> {
    const people = await listeners();
    for (const id of people) if (underWay.has(id)) waiting.add(id);
    const free = people.filter((id) => !underWay.has(id));
    if (free.length === 0 || isClosed) return [];
    const due = Map.groupBy(await claim(free), ({ accountId }) => accountId);
    return [...due].map(([accountId, pushes]) => {
      const sent = pushAll(pushes).finally(() => {
        underWay.delete(accountId);
        if (waiting.delete(accountId)) soon();
      });
      underWay.set(accountId, sent);
      return sent;
    });
  }

  async function pushAll(due: readonly Due[]): Promise<void> {
    const next = due.values();
    const some = async () => {
      for (const each of next) await pushOne(each);
    };
    await Promise.all(Array.from({ length: perPerson }, some));
  }

  function soon(): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush().catch((error) => log.warn(error, 'pushes were not sent'));
    }, pushDelayMs);
    timer.unref();
  }

  /** Resolves with those with a device that takes pushes, something new, and no quiet hours now. */
  async function listeners(): Promise<string[]> {
    const now = clock.now();
    const rows = await db
      .selectFrom('push_subscription as p')
      .innerJoin('session as d', 'd.id', 'p.session_id')
      .leftJoin('notification_setting as s', 's.account_id', 'p.account_id')
      .select(['p.account_id', 's.quiet_from', 's.quiet_to', 's.zone'])
      .distinct()
      .where(isSignedIn(now))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('notification as n')
            .select('n.id')
            .whereRef('n.user_id', '=', 'p.account_id')
            .where('n.pushed_at', 'is', null)
            .where('n.read_at', 'is', null)
            .where('n.removed_at', 'is', null)
            .where('n.created_at', '>', new Date(now.getTime() - newsMs)),
        ),
      )
      .execute();
    return rows
      .filter(({ quiet_from: quietFrom, quiet_to: quietTo, zone }) => {
        // A machine with older rules may not know a zone that was stored on another one.
        const known = zone !== null && isZone(zone) ? zone : 'UTC';
        return !isQuiet({ quietFrom, quietTo }, minutesAt(now.getTime(), known));
      })
      .map(({ account_id }) => account_id);
  }

  /** Takes what is new for these people, so that no other process pushes it; one push for each device and workspace. */
  async function claim(people: readonly string[]): Promise<Due[]> {
    const now = clock.now();
    const { rows } = await sql<Omit<Due, 'p256dh' | 'auth'> & { p256dh: Buffer; auth: Buffer }>`
      WITH due AS (
        UPDATE notification n SET pushed_at = ${now} FROM membership m, scope s
        WHERE n.user_id = ANY (${[...people]}::uuid[]) AND n.pushed_at IS NULL AND n.read_at IS NULL
          AND n.removed_at IS NULL AND n.created_at > ${new Date(now.getTime() - newsMs)}
          AND m.workspace_id = n.workspace_id AND m.user_id = n.user_id AND s.id = n.scope_id
          AND ${sql.raw(readsSql('m', 's'))}
        RETURNING n.user_id, n.workspace_id, m.role = 'CUSTOMER' AS is_guest
      )
      SELECT DISTINCT p.account_id AS "accountId", due.workspace_id AS "workspaceId", due.is_guest AS "isGuest",
        p.session_id AS "sessionId", p.endpoint, p.p256dh, p.auth,
        a.metadata->>'language' AS language
      FROM due JOIN push_subscription p ON p.account_id = due.user_id JOIN account a ON a.id = due.user_id
        JOIN session d ON d.id = p.session_id
      WHERE ${isSignedIn(now)}`.execute(db);
    return rows.map((row) => ({
      ...row,
      p256dh: row.p256dh.toString('base64url'),
      auth: row.auth.toString('base64url'),
    }));
  }

  async function pushOne(due: Due): Promise<void> {
    const { endpoint, p256dh, auth, sessionId } = due;
    const [target, message] = [{ endpoint, p256dh, auth }, pushMessage(env.PUBLIC_URL, due)];
    try {
      const { signal } = closing;
      const status = await sendPush(target, message, {
        vapid,
        signal,
        allowLocal: isLoopback(env.PUBLIC_URL),
      });
      // The browser has given it up: RFC 8030, 7.3.
      if (status === 404 || status === 410)
        await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute();
      else if (status >= 300) log.warn({ status }, 'a push service refused a push');
    } catch (error) {
      // Only the kind of error: its text names the device's address.
      log.warn({ code: (error as NodeJS.ErrnoException).code }, 'a push was not sent');
    }
  }

  return {
    publicKey: vapid.publicKey,
    accepts: (endpoint) => {
      const { protocol, username, password } = new URL(endpoint);
      if (username || password) return false;
      return protocol === 'https:' || (protocol === 'http:' && isLoopback(env.PUBLIC_URL));
    },
    isOn: async (sessionId) => {
      const row = await db
        .selectFrom('push_subscription')
        .select('session_id')
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    },
    subscribe: async ({ accountId, sessionId }, { endpoint, p256dh, auth }) => {
      const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
      await transaction(db, async (tx) => {
        // A browser has one address: whoever signs in there next takes it over.
        await tx
          .deleteFrom('push_subscription')
          .where((at) => at.or([at('endpoint', '=', endpoint), at('session_id', '=', sessionId)]))
          .execute();
        await tx
          .insertInto('push_subscription')
          .values({
            session_id: sessionId,
            account_id: accountId,
            endpoint,
            ...keys,
            created_at: clock.now(),
          })
          .execute();
        // What stands there already is not to come at once.
        await tx
          .updateTable('notification')
          .set({ pushed_at: clock.now() })
          .where('user_id', '=', accountId)
          .where('pushed_at', 'is', null)
          .execute();
      });
    },
    unsubscribe: async (sessionId) => {
      await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute();
    },
    soon,
    flush,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const stop = setTimeout(() => closing.abort(), closeMs);
      await claiming;
      await Promise.all(underWay.values());
      clearTimeout(stop);
    },
  };
}
