/** The gateway that moves no money: customers in a table, a page of our own, events signed as Stripe signs them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@kontor/contract/billing/standing';
import { sql } from 'kysely';
import { secret } from '../../../dataFolder.ts';
import { type Database, transaction } from '../../../db/database.ts';
import type { Env } from '../../../env.ts';
import type { Clock } from '../../clock.ts';
import { eventSeconds, ForgedEvent, type Payments } from '../payments.ts';
import {
  addMethod,
  cancel,
  choose,
  confirm,
  newCustomer,
  resume,
  type SandboxCustomer,
  type SandboxMethod,
  settle,
  snapshotOf,
} from './model.ts';
/** The header of an event: `t=<seconds since 1970>,v1=<hex of HMAC-SHA-256 over "<t>.<body>">`, as Stripe's. */
export const signatureHeader = 'sandbox-signature';

export interface Sandbox extends Payments {
  /** Finds a customer by the secret of its page. */
  customerAt(page: string): Promise<{ ref: string; customer: SandboxCustomer; now: number } | undefined>;
  addMethod(ref: string, method: SandboxMethod): Promise<void>;
  confirm(ref: string, isConfirmed: boolean): Promise<void>;
  /** Moves its clock forward. */
  advance(days: number): Promise<void>;
  /** Writes an event about a customer: its body and its headers. */
  eventAbout(ref: string, at?: Date): { body: string; headers: Record<string, string> };
}

interface SandboxParts {
  db: Database;
  clock: Clock;
  dataPath: string;
  env: Pick<Env, 'PUBLIC_URL'>;
}

export function openSandbox({ db, clock, dataPath, env }: SandboxParts): Sandbox {
  const key = secret(dataPath, 'sandbox');
  const sign = (t: number, body: string | Buffer) =>
    createHmac('sha256', key).update(`${t}.`).update(body).digest();

  const now = async (): Promise<Date> => {
    const { days } = await db.selectFrom('sandbox_clock').select('days').executeTakeFirstOrThrow();
    return new Date(clock.now().getTime() + days * dayMs);
  };

  const pageOf = ({ page }: SandboxCustomer) => `${env.PUBLIC_URL}/sandbox/${page}`;

  /** Lets something happen to a customer, brought forward to now; returns what `act` returns. */
  const touch = async <T>(
    ref: string,
    act: (customer: SandboxCustomer, now: number) => T,
  ): Promise<T | undefined> => {
    const at = (await now()).getTime();
    return transaction(db, async (tx) => {
      const row = await tx
        .selectFrom('sandbox_customer')
        .select('state')
        .where('ref', '=', ref)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return undefined;
      settle(row.state, at);
      const result = act(row.state, at);
      await tx
        .updateTable('sandbox_customer')
        .set({ state: JSON.stringify(row.state) })
        .where('ref', '=', ref)
        .execute();
      return result;
    });
  };

  const visit = async (ref: string, returnUrl: string): Promise<string> =>
    (await touch(ref, (customer) => {
      customer.returnUrl = returnUrl;
      return pageOf(customer);
    })) ?? env.PUBLIC_URL;

  return {
    now,
    customer: async (workspaceId) => {
      const ref = `cus_${workspaceId}`;
      await db
        .insertInto('sandbox_customer')
        .values({ ref, state: JSON.stringify(newCustomer(randomBytes(16).toString('hex'))) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return ref;
    },
    checkout: visit,
    portal: visit,
    change: async (ref, choice, { vatPercent, returnUrl }) => {
      await touch(ref, (customer, at) => {
        customer.returnUrl = returnUrl;
        choose(customer, choice, vatPercent, at);
      });
    },
    cancel: async (ref, when) => {
      await touch(ref, (customer, at) => cancel(customer, when, at));
    },
    resume: async (ref) => {
      await touch(ref, resume);
    },
    fetch: (ref) => touch(ref, (customer) => snapshotOf(customer, pageOf(customer))),
    parse: async (raw, headers) => {
      const [, t = '', v1 = ''] =
        /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[signatureHeader])) ?? [];
      const isSigned = v1 !== '' && timingSafeEqual(Buffer.from(v1, 'hex'), sign(Number(t), raw));
      const age = Math.abs(clock.now().getTime() / 1000 - Number(t));
      if (!isSigned || age > eventSeconds) throw new ForgedEvent('not signed by the sandbox just now');
      const { customer } = JSON.parse(raw.toString('utf8')) as { customer?: unknown };
      return typeof customer === 'string' ? customer : undefined;
    },

    customerAt: async (page) => {
      const row = await db
        .selectFrom('sandbox_customer')
        .select('ref')
        .where(sql<boolean>`state ->> 'page' = ${page}`)
        .executeTakeFirst();
      const at = (await now()).getTime();
      const customer = row && (await touch(row.ref, (found) => found));
      return customer && { ref: row.ref, customer, now: at };
    },
    addMethod: async (ref, method) => {
      await touch(ref, (customer, at) => addMethod(customer, method, at));
    },
    confirm: async (ref, isConfirmed) => {
      await touch(ref, (customer, at) => confirm(customer, isConfirmed, at));
    },
    advance: async (days) => {
      await db
        .updateTable('sandbox_clock')
        .set(({ eb }) => ({ days: eb('days', '+', days) }))
        .execute();
    },
    eventAbout: (ref, at = clock.now()) => {
      const body = JSON.stringify({ customer: ref });
      const t = Math.floor(at.getTime() / 1000);
      const header = `t=${t},v1=${sign(t, body).toString('hex')}`;
      return { body, headers: { 'content-type': 'application/json', [signatureHeader]: header } };
    },
  };
}
