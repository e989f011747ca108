/** Choices while a credit is left, and what is collected for them: the sandbox bills and the screens quote by them. */
import type { PlanChoice } from '../billing/standing.ts';

/** When what runs in a case was bought. */
export const boughtAt = Date.UTC(2026, 10, 1);

/** Percent of VAT on all amounts of the cases. */
export const caseVatPercent = 20;

interface CreditCase {
  name: string;
  /** The plan that runs; null for none. */
  running: PlanChoice | null;
  /** Cents that are left of earlier credits, with VAT. */
  creditCents: number;
  choice: PlanChoice;
  /** When it is chosen. */
  at: number;
  /** Cents, with VAT, that are collected at once; null where nothing is billed then. */
  dueCents: number | null;
  /** When the next payment is, and how much of it is collected. */
  nextAt: number;
  nextDueCents: number;
}

const of = (plan: PlanChoice['plan'], interval: PlanChoice['interval']): PlanChoice => ({ plan, interval });
const monthLater = Date.UTC(2026, 11, 1);
const inJuly = Date.UTC(2027, 6, 1);

export const creditCases: readonly CreditCase[] = [
  {
    // 60.00 today, then 118.80.
    name: 'pays a larger plan, and of the next payment what is left',
    running: of('standard', 'month'),
    creditCents: 16_920,
    choice: of('professional', 'month'),
    at: boughtAt,
    dueCents: 0,
    nextAt: monthLater,
    nextDueCents: 11_880 - 10_920,
  },
  {
    name: 'pays a part of a larger plan, and nothing later',
    running: of('standard', 'month'),
    creditCents: 2_000,
    choice: of('professional', 'month'),
    at: boughtAt,
    dueCents: 4_000,
    nextAt: monthLater,
    nextDueCents: 11_880,
  },
  {
    name: 'pays a smaller plan that follows',
    running: of('standard', 'month'),
    creditCents: 16_920,
    choice: of('basic', 'month'),
    at: boughtAt,
    dueCents: null,
    nextAt: monthLater,
    nextDueCents: 0,
  },
  {
    name: 'pays a part of a smaller plan that follows',
    running: of('standard', 'month'),
    creditCents: 1_000,
    choice: of('basic', 'month'),
    at: boughtAt,
    dueCents: null,
    nextAt: monthLater,
    nextDueCents: 1_280,
  },
  {
    // 64.03 for the last 123 days less 49.00: with VAT, 18.04 more are left.
    name: 'grows by what the change credits',
    running: of('basic', 'year'),
    creditCents: 500,
    choice: of('standard', 'month'),
    at: inJuly,
    dueCents: 0,
    nextAt: Date.UTC(2027, 7, 1),
    nextDueCents: 5_880 - 500 - 1_804,
  },
  {
    name: 'is left where one has ended, and pays a new one',
    running: null,
    creditCents: 3_000,
    choice: of('basic', 'month'),
    at: boughtAt,
    dueCents: 0,
    nextAt: monthLater,
    nextDueCents: 2_280 - 720,
  },
];
