/**
 * The operator's commands over the database. They show sizes, states and ids, never a name or anything that people wrote.
 * What changes something is logged in the same transaction.
 */
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { GiB, type PaidPlan, paidPlans } from '@kontor/contract/billing/plan';
import { addDays, dayMs } from '@kontor/contract/time/day';
import { startOfDay } from '@kontor/contract/time/zone';
import { uuidPattern } from '@kontor/contract/wire/uuidPattern';
import { sql } from 'kysely';
import { type Database, type Tx, transaction } from '../db/database.ts';
import { requestDeletion } from '../db/deletion.ts';
import { storageLimitOf } from '../db/storage.ts';
import {
  entitlementOf,
  limitsOf,
  lockSubscription,
  type SubscriptionRow,
  seatsTaken,
} from '../db/subscriptions.ts';
import type { Env } from '../env.ts';
import { uuidv7 } from '../http/uuid.ts';
import { acceptSecrets } from '../pepperProof.ts';

/** Thrown where a command cannot be carried out; its message is for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

export interface CommandContext {
  db: Database;
  env: Pick<Env, 'STORAGE_LIMIT_BYTES'>;
  /** Returns the path of the server's data folder. */
  dataPath(): string;
  now: Date;
  /** The moment by which subscriptions go: another one where the sandbox's clock was moved. */
  billingNow: Date;
}

/** A line of an answer: values by their headings. */
export type Line = Record<string, string | number | null>;

export interface Command {
  /** The arguments behind its name. */
  usage: string;
  help: string;
  run(context: CommandContext, args: string[]): Promise<Line[]>;
}

/** Returns an argument in a form. @throws CommandRefused */
function argument(args: string[], position: number, name: string, form: RegExp): string {
  const value = args[position] ?? '';
  if (!form.test(value)) throw new CommandRefused(`${name}: ${value ? `not "${value}"` : 'missing'}`);
  return value;
}

const workspaceOf = (args: string[]) => argument(args, 0, 'workspace id', uuidPattern);

const day = (moment: Date | null): string | null => moment?.toISOString().slice(0, 10) ?? null;

/** Logs an act. */
const log = (
  tx: Tx,
  { now }: CommandContext,
  act: { command: string; workspaceId: string | null; details?: object },
) =>
  tx
    .insertInto('operator_act')
    .values({
      id: uuidv7(now),
      at: now,
      command: act.command,
      workspace_id: act.workspaceId,
      details: JSON.stringify(act.details ?? {}),
    })
    .execute();

/** Locks a workspace's subscription. @throws CommandRefused */
async function subscriptionOf(tx: Tx, workspaceId: string): Promise<SubscriptionRow> {
  const row = await lockSubscription(tx, workspaceId);
  if (!row) throw new CommandRefused('no workspace with a subscription has this id');
  return row;
}

interface WorkspaceFigures {
  id: string;
  created_at: Date;
  bytes: number;
  seats: number;
  last_use: Date | null;
}

export const commands: Record<string, Command> = {
  workspaces: {
    usage: '',
    help: 'lists all workspaces: size and seats with their limits, plan, when one of its people was seen last',
    run: async ({ db, env, now, billingNow }) => {
      // Who signed out left no session behind, but what they wrote. GREATEST passes over what is not there.
      const { rows } = await sql<WorkspaceFigures>`
        SELECT w.id, w.created_at,
          coalesce(b.bytes, 0) + coalesce(r.bytes, 0) AS bytes,
          ${seatsTaken(sql`w.id`, now)} AS seats,
          (SELECT greatest(max(s.last_seen_at), max(a.applied_at)) FROM membership m
            LEFT JOIN LATERAL (SELECT max(last_seen_at) AS last_seen_at FROM session
              WHERE account_id = m.user_id) s ON true
            LEFT JOIN LATERAL (SELECT max(applied_at) AS applied_at FROM applied_batch
              WHERE account_id = m.user_id) a ON true
            WHERE m.workspace_id = w.id) AS last_use
        FROM workspace w LEFT JOIN blob_usage b ON b.workspace_id = w.id
          LEFT JOIN record_usage r ON r.workspace_id = w.id
        WHERE w.deleted_at IS NULL ORDER BY w.created_at`.execute(db);
      const subscriptions = await db.selectFrom('subscription').selectAll().execute();
      return rows.map((row) => {
        const subscription = subscriptions.find(({ workspace_id }) => workspace_id === row.id);
        const standing = subscription && entitlementOf(subscription, billingNow);
        const storageLimit = storageLimitOf(env, subscription);
        return {
          workspace: row.id,
          created: day(row.created_at),
          MiB: Math.ceil(Number(row.bytes) / 1_048_576),
          'of GiB': storageLimit === null ? null : Math.floor((storageLimit / GiB) * 100) / 100,
          seats: Number(row.seats),
          of: subscription ? limitsOf(subscription).users : null,
          plan: standing?.plan ?? null,
          state: standing?.state ?? null,
          until: subscription ? day(subscription.period_end ?? subscription.trial_ends_at) : null,
          'last use': day(row.last_use),
        };
      });
    },
  },

  'failed-payments': {
    usage: '',
    help: 'lists invoices that were not paid',
    run: async ({ db }) => {
      const rows = await db
        .selectFrom('invoice as i')
        .leftJoin('subscription as s', 's.workspace_id', 'i.workspace_id')
        .select(['i.number', 'i.workspace_id', 'i.status', 'i.due_cents', 'i.created_at', 's.past_due_since'])
        .where('i.status', 'in', ['open', 'uncollectible'])
        .where('i.kind', '=', 'invoice')
        .orderBy('i.created_at')
        .execute();
      return rows.map((row) => ({
        invoice: row.number,
        workspace: row.workspace_id,
        status: row.status,
        EUR: (row.due_cents / 100).toFixed(2),
        since: day(row.past_due_since ?? row.created_at),
      }));
    },
  },

  'waiting-invoices': {
    usage: '',
    help: 'lists invoices that are due and have no number: without a billing record, or with a VAT that does not fit it',
    run: async ({ db }) => {
      const rows = await db
        .selectFrom('invoice as i')
        .leftJoin('billing_record as b', 'b.workspace_id', 'i.workspace_id')
        .select(['i.workspace_id', 'i.gateway_ref', 'i.status', 'i.created_at', 'b.country'])
        .where('i.number', 'is', null)
        .where('i.status', 'in', ['open', 'paid', 'uncollectible'])
        .orderBy('i.created_at')
        .execute();
      return rows.map((row) => ({
        reference: row.gateway_ref,
        workspace: row.workspace_id,
        status: row.status,
        since: day(row.created_at),
        why: row.country === null ? 'no billing record' : 'VAT does not fit',
      }));
    },
  },

  'extend-trial': {
    usage: '<workspace id> <days>',
    help: 'lets a trial last longer, from its end or, if that is over, from now',
    run: async (context, args) => {
      const workspaceId = workspaceOf(args);
      const days = Number(argument(args, 1, 'days', /^[1-9]\d{0,2}$/));
      return transaction(context.db, async (tx) => {
        const { status, trial_ends_at } = await subscriptionOf(tx, workspaceId);
        if (status !== 'trial') throw new CommandRefused('this workspace is not on trial');
        const from = Math.max(trial_ends_at.getTime(), context.billingNow.getTime());
        const until = new Date(from + days * dayMs);
        await tx
          .updateTable('subscription')
          .set({ trial_ends_at: until, access: 'full' })
          .where('workspace_id', '=', workspaceId)
          .execute();
        await log(tx, context, { command: 'extend-trial', workspaceId, details: { days, until } });
        return [{ workspace: workspaceId, 'trial until': day(until) }];
      });
    },
  },

  'set-plan': {
    usage: `<workspace id> <${paidPlans.join('|')}> <until: YYYY-MM-DD>`,
    help: 'gives a plan that nobody pays, until a day; deletes nothing afterwards',
    run: async (context, args) => {
      const workspaceId = workspaceOf(args);
      const plan = argument(args, 1, 'plan', new RegExp(`^(${paidPlans.join('|')})$`)) as PaidPlan;
      const last = argument(args, 2, 'until', /^\d{4}-\d{2}-\d{2}$/);
      if (Number.isNaN(Date.parse(last))) throw new CommandRefused('until: a day to come');
      // By the clock by which its people read of that day.
      const until = new Date(startOfDay(addDays(last, 1), invoiceZone) - 1);
      if (!(until > context.billingNow)) throw new CommandRefused('until: a day to come');
      return transaction(context.db, async (tx) => {
        const { subscription_ref, status } = await subscriptionOf(tx, workspaceId);
        if (subscription_ref && status !== 'ended')
          throw new CommandRefused('it has a subscription at the payment provider: change it there');
        await tx
          .updateTable('subscription')
          .set({
            status: 'active',
            plan,
            interval: null,
            next_plan: null,
            next_interval: null,
            period_start: context.billingNow,
            period_end: until,
            ended_at: null,
            past_due_since: null,
            // Ends by itself, and without anybody having cancelled, so that nothing is deleted.
            is_canceled: true,
            canceled_at: null,
            access: 'full',
            subscription_ref: null,
          })
          .where('workspace_id', '=', workspaceId)
          .execute();
        await log(tx, context, { command: 'set-plan', workspaceId, details: { plan, until } });
        return [{ workspace: workspaceId, plan, until: day(until) }];
      });
    },
  },

  'set-limit': {
    usage: '<workspace id> <users|storage> <number|plan>',
    help: 'holds a workspace to so many people, or GiB, in place of the plan’s limit; "plan" goes back to that',
    run: async (context, args) => {
      const workspaceId = workspaceOf(args);
      const resource = argument(args, 1, 'resource', /^(users|storage)$/);
      const limit = argument(args, 2, 'limit', /^([1-9]\d{0,5}|plan)$/);
      const number = limit === 'plan' ? null : Number(limit);
      return transaction(context.db, async (tx) => {
        await subscriptionOf(tx, workspaceId);
        await tx
          .updateTable('subscription')
          .set(
            resource === 'users'
              ? { user_limit: number }
              : { storage_limit: number === null ? null : number * GiB },
          )
          .where('workspace_id', '=', workspaceId)
          .execute();
        await log(tx, context, { command: 'set-limit', workspaceId, details: { resource, limit } });
        return [{ workspace: workspaceId, resource, limit }];
      });
    },
  },

  'resend-invoice': {
    usage: '<number>',
    help: 'mails an invoice again to the address that stands on it',
    run: async (context, args) => {
      const number = argument(args, 0, 'number', /^\d{4}-\d{4,}$/);
      return transaction(context.db, async (tx) => {
        const row = await tx
          .updateTable('invoice')
          .set({ mailed_at: null })
          .where('number', '=', number)
          .returning('workspace_id')
          .executeTakeFirst();
        if (!row) throw new CommandRefused('no invoice has this number');
        const workspaceId = row.workspace_id;
        await log(tx, context, { command: 'resend-invoice', workspaceId, details: { number } });
        return [{ invoice: number, mailed: 'within a minute, by the running server' }];
      });
    },
  },

  'raise-invoices': {
    usage: '<number>',
    help: 'gives later invoices of that year higher numbers than this one, which was given out after a backup',
    run: async (context, args) => {
      const number = argument(args, 0, 'number', /^\d{4}-\d{4,9}$/);
      const [year, last] = number.split('-').map(Number) as [number, number];
      return transaction(context.db, async (tx) => {
        const { last: before } = (await tx
          .selectFrom('invoice_series')
          .select('last')
          .where('year', '=', year)
          .forUpdate()
          .executeTakeFirst()) ?? { last: 0 };
        if (last <= before) throw new CommandRefused(`the numbers of ${year} go on behind ${before} already`);
        await tx
          .insertInto('invoice_series')
          .values({ year, last })
          .onConflict((conflict) => conflict.column('year').doUpdateSet({ last }))
          .execute();
        await log(tx, context, { command: 'raise-invoices', workspaceId: null, details: { number, before } });
        return [{ year, 'last before': before, last }];
      });
    },
  },

  'accept-secrets': {
    usage: '',
    help: 'makes the pepper in secrets/ the one that a start accepts; people whose passwords were made with another one cannot sign in, and mails that wait under it are not sent',
    run: async (context) =>
      transaction(context.db, async (tx) => {
        if (!(await acceptSecrets(tx, context.dataPath())))
          throw new CommandRefused('the pepper in secrets/ is accepted already');
        await log(tx, context, { command: 'accept-secrets', workspaceId: null });
        return [{ pepper: 'accepted: people whose passwords were made with another pepper cannot sign in' }];
      }),
  },

  erase: {
    usage: '<workspace id> <the same id again>',
    help: 'deletes a workspace with everything in it, for good; invoices stay as long as the law says',
    run: async (context, args) => {
      const workspaceId = workspaceOf(args);
      if (args[1] !== workspaceId) throw new CommandRefused('write the id twice: nothing of it comes back');
      return transaction(context.db, async (tx) => {
        const found = await tx
          .selectFrom('workspace')
          .select('id')
          .where('id', '=', workspaceId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw new CommandRefused('no workspace has this id');
        // Whoever is connected to the running server is shut out with their next call.
        const services = { clock: { now: () => context.now }, realtime: { closeUser: () => {} } };
        await requestDeletion(tx, services, workspaceId);
        await log(tx, context, { command: 'erase', workspaceId });
        return [{ workspace: workspaceId, erased: 'within minutes, by the running server' }];
      });
    },
  },

  acts: {
    usage: '',
    help: 'lists what was done with these commands',
    run: async ({ db }) => {
      const rows = await db.selectFrom('operator_act').selectAll().orderBy('at').execute();
      return rows.map(({ at, command, workspace_id, details }) => ({
        at: at.toISOString(),
        command,
        workspace: workspace_id,
        details: JSON.stringify(details),
      }));
    },
  },
};
