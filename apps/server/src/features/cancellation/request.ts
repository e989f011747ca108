/** Asks for the links that cancel the subscriptions of an address. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@kontor/contract/wire/account';
import { transaction } from '../../db/database.ts';
import { hashToken } from '../../http/session.ts';
import { networkOf } from '../../http/throttle.ts';
import { uuidv7 } from '../../http/uuid.ts';
import type { Services } from '../../services.ts';
import { linkMail } from './mails.ts';
import type { CancellationThrottles } from './throttles.ts';

/** Life of a link. */
const linkMs = 24 * 3_600_000;

/** Time of an answer, in ms: longer than the work, so that it does not tell if there was a mail to write. */
const answerMs = 150;

/** Most workspaces of one address. */
const most = 20;

/**
 * Mails a link for each workspace whose invoices go to the address, or whose owner has it. An address without any gets
 * the same answer after the same time. @throws THROTTLED
 */
export async function requestCancellation(
  services: Services,
  throttles: CancellationThrottles,
  { email, language }: { email: string; language: Language },
  caller: string,
): Promise<void> {
  const network = networkOf(caller);
  await throttles.requestsPerNetwork.take(network);
  await throttles.mailsPerAddress.take(email, network);
  await Promise.all([mailLinks(services, email, language), sleep(answerMs)]);
}

async function mailLinks(services: Services, email: string, language: Language): Promise<void> {
  const { db, clock, env, mails } = services;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkMs);
  const workspaces = await workspacesOf(services, email);
  await transaction(db, async (tx) => {
    await tx.deleteFrom('cancellation').where('expires_at', '<', now).execute();
    for (const { id, name } of workspaces) {
      const token = randomBytes(32).toString('base64url');
      await tx
        .insertInto('cancellation')
        .values({
          ...{ id: uuidv7(now), workspace_id: id, email },
          token_hash: hashToken(token),
          expires_at: expiresAt,
        })
        .execute();
      const mail = linkMail(env, language, { to: email, workspace: name, token });
      await mails.send({ ...mail, workspaceId: id }, { tx, expiresAt });
    }
  });
}

/** Returns the workspaces that an address may cancel: of its billing record or of its owner. */
const workspacesOf = ({ db }: Services, email: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('workspace as w')
    .innerJoin('subscription as s', 's.workspace_id', 'w.id')
    .leftJoin('billing_record as b', 'b.workspace_id', 'w.id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.workspace_id', '=', 'w.id').on('m.is_owner', '=', true),
    )
    .leftJoin('account as a', 'a.id', 'm.user_id')
    .select(['w.id', 'w.name'])
    .where('w.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('b.email', '=', email), eb('a.email', '=', email)]))
    .orderBy('w.created_at')
    .limit(most)
    .execute();
