/** The gateway that moves no money: customers in a table, a page of our own, events signed as Stripe signs them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@kontor/contract/time/day';
import { secret } from '../../../dataFolder.ts';
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
  setVat,
  snapshotOf,
} from './model.ts';
import type { SandboxStore } from './store.ts';

/** The header of an event: `t=<seconds since 1970>,v1=<hex of HMAC-SHA-256 over "<t>.<body>">`, as Stripe's. */
const signatureHeader = 'sandbox-signature';

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
  store: SandboxStore;
  clock: Clock;
  dataPath: string;
  env: Pick<Env, 'PUBLIC_URL'>;
}

/** Names a workspace's customer for good: made twice it is the same. */
const refOf = (workspaceId: string) => `cus_${workspaceId}`;

export function openSandbox({ store, clock, dataPath, env }: SandboxParts): Sandbox {
  const key = secret(dataPath, 'sandbox');
  const sign = (t: number, body: string | Buffer) =>
    createHmac('sha256', key).update(`${t}.`).update(body).digest();

  const now = async () => new Date(clock.now().getTime() + (await store.daysAhead()) * dayMs);

  const pageOf = ({ page }: SandboxCustomer) => `${env.PUBLIC_URL}/sandbox/${page}`;

  /** Lets something happen to a customer, brought forward to now; returns what `act` returns. */
  const touch = async <T>(
    ref: string,
    act: (customer: SandboxCustomer, now: number) => T,
  ): Promise<T | undefined> => {
    const at = (await now()).getTime();
    return store.change(ref, (customer) => {
      settle(customer, at);
      return act(customer, at);
    });
  };

  const visit = async (ref: string, returnUrl: string): Promise<string> =>
    (await touch(ref, (customer) => {
      customer.returnUrl = returnUrl;
      return pageOf(customer);
    })) ?? env.PUBLIC_URL;

  return {
    now,
    ensureCustomer: async (workspaceId) => {
      const ref = refOf(workspaceId);
      await store.make(ref, newCustomer(randomBytes(16).toString('hex')));
      return ref;
    },
    find: (workspaceId) => touch(refOf(workspaceId), () => refOf(workspaceId)),
    checkout: visit,
    portal: visit,
    change: async (ref, choice, { vatPercent, returnUrl }) => {
      await touch(ref, (customer, at) => {
        customer.returnUrl = returnUrl;
        choose(customer, choice, vatPercent, at);
      });
    },
    setVat: async (ref, vatPercent) => {
      await touch(ref, (customer) => setVat(customer, vatPercent));
    },
    cancel: async (ref) => {
      await touch(ref, cancel);
    },
    resume: async (ref) => {
      await touch(ref, resume);
    },
    forget: (workspaceId) => store.remove(refOf(workspaceId)),
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
      const ref = await store.refOf(page);
      if (ref === undefined) return undefined;
      const at = (await now()).getTime();
      const customer = await touch(ref, (found) => found);
      return customer && { ref, customer, now: at };
    },
    addMethod: async (ref, method) => {
      await touch(ref, (customer, at) => addMethod(customer, method, at));
    },
    confirm: async (ref, isConfirmed) => {
      await touch(ref, (customer, at) => confirm(customer, isConfirmed, at));
    },
    advance: store.addDays,
    eventAbout: (ref, at = clock.now()) => {
      const body = JSON.stringify({ customer: ref });
      const t = Math.floor(at.getTime() / 1000);
      const header = `t=${t},v1=${sign(t, body).toString('hex')}`;
      return { body, headers: { 'content-type': 'application/json', [signatureHeader]: header } };
    },
  };
}
