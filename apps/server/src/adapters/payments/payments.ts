/**
 * The gateway through which workspaces pay. A workspace is a customer there. What the gateway says is never taken from an
 * event: an event is a hint that names a customer, whose snapshot is then fetched. So neither the order of events nor
 * their number matters, and a forged one does no more than that something is fetched.
 */
import type { GatewayInvoice } from '@kontor/contract/billing/gatewayInvoice';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { PaymentMethod } from '@kontor/contract/server/subscription';

export interface GatewaySubscription extends PlanChoice {
  ref: string;
  status: 'active' | 'pastDue' | 'ended';
  /** Moments are ms since 1970. */
  periodStart: number;
  periodEnd: number;
  isCanceled: boolean;
  /** Percent of VAT on what it charges from now on, as 20 or 8.1. */
  vatPercent: number;
  /** The choice that follows at the end of the period. */
  next: PlanChoice | null;
  pastDueSince: number | null;
  endedAt: number | null;
}

/** A customer as the gateway has it at a moment. */
export interface Snapshot {
  method: PaymentMethod | null;
  subscription: GatewaySubscription | null;
  /** Where a payment waits to be confirmed. */
  confirmUrl: string | null;
  /** The choice that this payment begins a subscription with; null where it changes one that runs. */
  pending: PlanChoice | null;
  /** Cents that are left of credits, with VAT: set off against what is charged next. */
  creditCents: number;
  invoices: GatewayInvoice[];
}

export interface Payments {
  /** Resolves with the time by which everything about subscriptions goes. */
  now(): Promise<Date>;
  /**
   * Makes the customer of a workspace, or finds the one that was made for it, whether or not its ref was stored then;
   * returns its ref. ADR 70.
   */
  ensureCustomer(workspaceId: string, email: string): Promise<string>;
  /** Returns the ref of the customer that was made for a workspace, and makes none; undefined where there is none. */
  find(workspaceId: string): Promise<string | undefined>;
  /** Returns the address at which a payment method is added; from there the browser comes back to `returnUrl`. */
  checkout(customer: string, returnUrl: string): Promise<string>;
  /** Returns the address of the gateway's own pages on methods and past payments. */
  portal(customer: string, returnUrl: string): Promise<string>;
  /**
   * Starts a subscription, or changes it: a larger plan at once with proration, a smaller one at the end of the period.
   * What waits to be confirmed shows in the snapshot.
   * @throws PaymentDeclined
   */
  change(
    customer: string,
    choice: PlanChoice,
    terms: { vatPercent: number; returnUrl: string },
  ): Promise<void>;
  /** Sets the VAT on what is charged from now on. */
  setVat(customer: string, vatPercent: number): Promise<void>;
  /** Lets the subscription end with its period, and drops what waits to be confirmed. */
  cancel(customer: string): Promise<void>;
  /** Takes a cancellation back, before the period ended. */
  resume(customer: string): Promise<void>;
  /**
   * Removes the customer of a workspace that is gone, with its subscription and its payment methods, also one whose ref
   * was never stored; does nothing where there is none. The gateway may keep what it has to of past payments.
   * @param customer the ref, if it is known
   */
  forget(workspaceId: string, customer: string | null): Promise<void>;
  /** Returns a customer's snapshot; undefined where there is none. */
  fetch(customer: string): Promise<Snapshot | undefined>;
  /**
   * Reads an event and returns the customer that it names; undefined where it concerns none.
   * @param raw the body as it came
   * @throws ForgedEvent where its signature is wrong or old
   */
  parse(raw: Buffer, headers: Record<string, string | string[] | undefined>): Promise<string | undefined>;
}

/** Thrown for an event that the gateway did not sign, or not within the last five minutes. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}

/** Thrown where the payment method was refused; the subscription is as it was. */
export class PaymentDeclined extends Error {
  override name = 'PaymentDeclined';
}

/** Seconds for which an event is taken after it was signed. */
export const eventSeconds = 300;
