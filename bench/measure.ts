/**
 * Honest figures: ours and a floor (or peer) alternate within one run on the same data; what is printed is a ratio of
 * medians. Absolute times only show the order of size.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Measures one thing once, in milliseconds (or any unit that both sides share). */
export type Sample = () => Promise<number>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)]!;
};

/** One line of a bench: `ratio` is ours / floor. */
export interface Figure {
  name: string;
  ours: number;
  floor: number;
  ratio: number;
  unit: string;
  /** What the ratio should be at most (or at least, for rates), as `docs/performance.md` states it. */
  target: string;
  note?: string;
}

/** Runs ours and the floor in turn, `runs` times after one warm-up each. */
export async function compare(
  ours: Sample,
  floor: Sample,
  runs = 7,
): Promise<{ ours: number[]; floor: number[] }> {
  const result = { ours: [] as number[], floor: [] as number[] };
  await floor();
  await ours();
  for (let run = 0; run < runs; run++) {
    result.floor.push(await floor());
    result.ours.push(await ours());
  }
  return result;
}

/** The figure behind two rows of samples. */
export function figureOf(
  name: string,
  samples: { ours: number[]; floor: number[] },
  more: { unit: string; target: string; note?: string },
): Figure {
  const [ours, floor] = [median(samples.ours), median(samples.floor)];
  return { name, ours, floor, ratio: ours / floor, ...more };
}

const ticks = () => {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/);
  const numbers = fields.map(Number);
  return { idle: numbers[3]! + numbers[4]!, all: numbers.reduce((sum, n) => sum + n, 0) };
};

/** Starts watching the machine; the answer gives the share of idle time since, 0 to 1. */
export function watchIdle(): () => number {
  const start = ticks();
  return () => {
    const end = ticks();
    return (end.idle - start.idle) / Math.max(1, end.all - start.all);
  };
}

export const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;

const number = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ name, ours, floor, ratio, unit, target, note }) =>
      `| ${name} | ${number(ours)} ${unit} | ${number(floor)} ${unit} | ${Number.isFinite(ratio) ? ratio.toFixed(2) : '-'} | ${target} | ${note ?? ''} |`,
  );
  return ['| measured | ours | floor | ratio | target | note |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
