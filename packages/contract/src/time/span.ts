/** Spans of time: half-open, `[from, to)`, in ms since 1970-01-01T00:00Z. */
import { addDays, nextMonth } from './day.ts';
import { dayAt, startOfDay } from './zone.ts';

export interface Span {
  from: number;
  to: number;
}

/** Returns the part of a span that lies in another; undefined where they do not touch. */
export function common(one: Span, other: Span): Span | undefined {
  const span = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return span.from < span.to ? span : undefined;
}

/** Sums the lengths of spans, ms; what several cover counts several times. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + (to - from), 0);

/** Returns the spans that cover the same moments and do not overlap, in order. */
export function union(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) out.push({ from, to });
  }
  return out;
}

/** Returns the months of UTC, `YYYY-MM`, that a span touches. */
export function monthsOf({ from, to }: Span): string[] {
  const out: string[] = [];
  const end = new Date(Math.max(from, to)).toISOString().slice(0, 7);
  let month = new Date(from).toISOString().slice(0, 7);
  for (; month < end; month = nextMonth(`${month}-01`).slice(0, 7)) out.push(month);
  return [...out, end];
}

/** Splits a span at the midnights of a zone: its parts in order, each with its day. Together they are as long. */
export function splitByDay({ from, to }: Span, zone: string): (Span & { day: string })[] {
  const out: (Span & { day: string })[] = [];
  let day = dayAt(from, zone);
  for (let start = from; start < to; day = addDays(day, 1)) {
    const end = Math.min(to, startOfDay(addDays(day, 1), zone));
    if (end > start) out.push({ day, from: start, to: end });
    start = end;
  }
  return out;
}
