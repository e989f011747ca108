/** Plans when the data of a workspace that nobody pays for is deleted: never before its people were warned in time. */
import { deletionAt } from '@kontor/contract/billing/standing';
import { dayMs } from '@kontor/contract/time/day';
import { type Env, isLoopback } from '../env.ts';
import type { Database, Tx } from './database.ts';
import { type SubscriptionRow, subscribedOf } from './subscriptions.ts';

/** Days before the deletion on which it is mailed, the latest last. */
const deletionMails = { deletion: [30, 7, 1], trialDeletion: [14] } as const;

/** A mail that was sent, by the clock of the payments. */
interface Sent {
  /** Of `deletionMails`. */
  days: number;
  /** ms since 1970. */
  at: number;
}

/** Moments are ms since 1970. */
export interface DeletionPlan {
  kind: keyof typeof deletionMails;
  /** When it would be by the subscription alone: tells this deletion from another. */
  asked: number;
  /** When it is. */
  at: number;
  /** The mail that is due, by its days. */
  due: number | undefined;
}

/**
 * Plans a deletion. Each mail comes as many days before it as it says: a server that slept, or billed nobody for a time,
 * puts the deletion off instead of naming a day that is over.
 */
export function planDeletion(
  { kind, asked }: Pick<DeletionPlan, 'kind' | 'asked'>,
  sent: readonly Sent[],
  now: number,
): DeletionPlan {
  const last = Math.min(...sent.map(({ days }) => days));
  const next = deletionMails[kind].find((days) => days < last);
  const leads = sent.map(({ days, at }) => at + days * dayMs);
  const at = Math.max(asked, ...leads, next === undefined ? 0 : now + next * dayMs);
  return { kind, asked, at, due: next !== undefined && at - now <= next * dayMs ? next : undefined };
}

/**
 * Tests if trials that ended are kept: a sandbox under an address for others may be a firm's own server, on which nobody
 * knew of a plan to choose.
 */
const keepsTrials = ({ BILLING, PUBLIC_URL }: BillingEnv) => BILLING === 'sandbox' && !isLoopback(PUBLIC_URL);

type BillingEnv = Pick<Env, 'BILLING' | 'PUBLIC_URL'>;

/** Returns the plan for a workspace; null where nothing is deleted. */
export async function deletionPlanOf(
  db: Database | Tx,
  env: BillingEnv,
  row: SubscriptionRow,
  now: number,
): Promise<DeletionPlan | null> {
  const asked = deletionAt(subscribedOf(row));
  if (asked === null || (row.status === 'trial' && keepsTrials(env))) return null;
  const kind = row.status === 'trial' ? 'trialDeletion' : 'deletion';
  const rows = await db
    .selectFrom('subscription_notice')
    .select(['notice', 'sent_at'])
    .where('workspace_id', '=', row.workspace_id)
    .where('notice', 'like', `${kind} ${asked} %`)
    .execute();
  const sent = rows.map(({ notice, sent_at }) => ({
    days: Number(notice.split(' ')[2]),
    at: sent_at.getTime(),
  }));
  return planDeletion({ kind, asked }, sent, now);
}
