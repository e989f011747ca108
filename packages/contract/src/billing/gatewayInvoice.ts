/** An invoice as the payment gateway has it: what was charged, before we give it a number and a form of our own. */
import type { BillingInterval, PaidPlan } from './plan.ts';

export const gatewayInvoiceStatus = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** One position. What a gateway credits, prorations too, is a `credit`, and negative. */
export interface GatewayInvoiceLine {
  kind: 'period' | 'proration' | 'credit';
  plan: PaidPlan;
  interval: BillingInterval;
  /** The time that it covers, `[from, to)`, in ms since 1970. */
  from: number;
  to: number;
  /** Integer cents of EUR. */
  netCents: number;
}

export interface GatewayInvoice {
  /** The gateway's own id: the same in every snapshot. */
  ref: string;
  status: (typeof gatewayInvoiceStatus)[number];
  lines: GatewayInvoiceLine[];
  /** Integer cents of EUR; net plus VAT is gross. */
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** Of the gross amount what was or is to be collected: the rest is set off against a credit. Never negative. */
  dueCents: number;
  /** ms since 1970. */
  createdAt: number;
  paidAt: number | null;
}
