/** Asks for the links that cancel the subscriptions of an address. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@kontor/contract/text/language';
import type { FastifyRequest } from 'fastify';
import { type Expression, sql } from 'kysely';
import { type Database, transaction } from '../../db/database.ts';
import { knownDevice } from '../../http/knownDevice.ts';
import { hashToken } from '../../http/session.ts';
import { networkOf, subscriberOf } from '../../http/throttle.ts';
import { uuidv7 } from '../../http/uuid.ts';
import type { Services } from '../../services.ts';
import { linksMail } from './mails.ts';
import type { CancellationThrottles } from './throttles.ts';

/** Life of a link. */
const linkMs = 24 * 3_600_000;

/** Time of an answer, in ms: longer than the work, so that it does not tell if there was a mail to write. */
const answerMs = 150;

/** Most workspaces of one address. */
const most = 20;

/**
 * Mails the links of the workspaces whose invoices go to the address, or whose owner has it, in one mail. An address without
 * any gets the same answer after the same time. @throws THROTTLED
 */
export async function requestCancellation(
  services: Services,
  throttles: CancellationThrottles,
  { email, language }: { email: string; language: Language },
  request: FastifyRequest,
): Promise<void> {
  const network = networkOf(request.ip);
  await throttles.requestsPerNetwork.take(subscriberOf(request.ip));
  await throttles.mailsPerAddress.take(email, network, await knownDevice(services, email, request));
  await Promise.all([mailLinks(services, email, language), sleep(answerMs)]);
}

async function mailLinks(services: Services, email: string, language: Language): Promise<void> {
  const { db, clock, env, mails } = services;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkMs);
  const workspaces = await workspacesOf(services, email);
  await transaction(db, async (tx) => {
    await tx.deleteFrom('cancellation').where('expires_at', '<', now).execute();
    if (workspaces.length === 0) return;
    const links = [];
    for (const { id, name } of workspaces) {
      const token = randomBytes(32).toString('base64url');
      await tx
        .insertInto('cancellation')
        .values({
          id: uuidv7(now),
          workspace_id: id,
          email,
          token_hash: hashToken(token),
          expires_at: expiresAt,
        })
        .execute();
      links.push({ workspace: name, token });
    }
    const workspaceIds = workspaces.map(({ id }) => id);
    await mails.send({ ...linksMail(env, language, email, links), workspaceIds }, { tx, expiresAt });
  });
}

/** Selects workspaces `w`, and beside each to whom its invoices go (`b`) and the account of its owner (`a`). */
export const withHolders = (db: Database) =>
  db
    .selectFrom('workspace as w')
    .leftJoin('billing_record as b', 'b.workspace_id', 'w.id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.workspace_id', '=', 'w.id').on('m.is_owner', '=', true),
    )
    .leftJoin('account as a', 'a.id', 'm.user_id')
    .where('w.deleted_at', 'is', null);

/** Tests that an address may cancel a workspace of `withHolders` without signing in: that it is one of these two. */
export const mayCancel = (email: Expression<string>) => sql<boolean>`${email} IN (b.email, a.email)`;

/**
 * Returns the workspaces that an address may cancel and that pay, those that it owns first: whoever names it in billing
 * records of their own must not keep it from these.
 */
const workspacesOf = ({ db }: Services, email: string): Promise<{ id: string; name: string }[]> =>
  withHolders(db)
    .innerJoin('subscription as s', 's.workspace_id', 'w.id')
    .select(['w.id', 'w.name'])
    .where('s.subscription_ref', 'is not', null)
    .where('s.status', '!=', 'ended')
    .where(({ val }) => mayCancel(val(email)))
    .orderBy((where) => where('a.email', 'is not distinct from', email), 'desc')
    .orderBy('w.created_at')
    .limit(most)
    .execute();
