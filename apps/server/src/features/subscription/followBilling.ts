/** Lets the subscriptions follow the setting BILLING: those of a gateway count while the server asks it, and at no other time. */
import { sql } from 'kysely';
import { type Tx, transaction } from '../../db/database.ts';
import { startTrials, trialEndFrom } from '../../db/subscriptions.ts';
import type { Services } from '../../services.ts';

/**
 * Sets the subscriptions of the former mode aside and brings those of this one back; a workspace that has none begins a
 * trial, and one that was on trial has the whole of it at least. Where nobody is billed none is left. For the start of a
 * server, before anybody is let in.
 * @returns the modes where they differ
 */
export const followBilling = ({
  db,
  env: { BILLING: mode },
  payments,
}: Pick<Services, 'db' | 'env' | 'payments'>): Promise<{ from: string; to: string } | undefined> =>
  transaction(db, async (tx) => {
    const known = await tx.selectFrom('billing_mode').select('mode').forUpdate().executeTakeFirst();
    const former = known?.mode ?? mode;
    if (!known) await tx.insertInto('billing_mode').values({ id: true, mode }).execute();
    if (former !== mode) {
      await exchange(tx, former, mode);
      await tx.updateTable('billing_mode').set({ mode }).execute();
      if (payments)
        await tx
          .updateTable('subscription')
          .set({
            trial_ends_at: sql`greatest(trial_ends_at, ${await trialEndFrom(payments)})`,
            access: 'full',
          })
          .where('status', '=', 'trial')
          .execute();
    }
    const without = await tx
      .selectFrom('workspace as w')
      .leftJoin('subscription as s', 's.workspace_id', 'w.id')
      .select('w.id')
      .where('s.workspace_id', 'is', null)
      .where('w.deleted_at', 'is', null)
      .execute();
    await startTrials(
      tx,
      payments,
      without.map(({ id }) => id),
    );
    return former === mode ? undefined : { from: former, to: mode };
  });

async function exchange(tx: Tx, from: string, to: string): Promise<void> {
  await sql`INSERT INTO subscription_aside (workspace_id, mode, row)
    SELECT workspace_id, ${from}, to_jsonb(s) FROM subscription s`.execute(tx);
  // With their notices: who comes back is warned anew before anything is deleted.
  await tx.deleteFrom('subscription').execute();
  await sql`INSERT INTO subscription
    SELECT (jsonb_populate_record(NULL::subscription, row)).* FROM subscription_aside WHERE mode = ${to}`.execute(
    tx,
  );
  await tx.deleteFrom('subscription_aside').where('mode', '=', to).execute();
  // The gateway has not heard yet that these are gone.
  await sql`UPDATE workspace_deletion SET finished_at = NULL WHERE workspace_id IN (
    SELECT workspace_id FROM subscription s
    WHERE NOT EXISTS (SELECT FROM workspace w WHERE w.id = s.workspace_id))`.execute(tx);
}
