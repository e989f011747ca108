/**
 * Produces honest figures: ours and a floor (or peer) alternate within one run on the same data, and the printed figure
 * is a ratio of medians. Absolute times only show the order of magnitude.
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

/** One line of a bench: `ratio` is ours / floor. Both are NaN where there is nothing to compare with. */
export interface Figure {
  name: string;
  ours: number;
  floor: number;
  ratio: number;
  unit: string;
  /** The highest acceptable ratio (the lowest for rates), as `docs/performance.md` states it. */
  target: string;
  note?: string;
}

type Details = Pick<Figure, 'unit' | 'target' | 'note'>;

/** The samples of one measurement, from both sides. */
export interface Samples {
  ours: number[];
  floor: number[];
}

/** Runs the sides in turn, in the order given, `runs` times after one warm-up each. */
export async function alternate<T, K extends string>(
  sides: Record<K, () => Promise<T>>,
  runs: number,
): Promise<Record<K, T[]>> {
  const names = Object.keys(sides) as K[];
  const result = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
  for (const name of names) await sides[name]();
  for (let run = 0; run < runs; run++) for (const name of names) result[name].push(await sides[name]());
  return result;
}

/** Runs ours and the floor in turn, `runs` times after one warm-up each. */
export const compare = (ours: Sample, floor: Sample, runs: number): Promise<Samples> =>
  alternate({ floor, ours }, runs);

/** Returns a figure of two values. */
export const pairFigure = (name: string, ours: number, floor: number, more: Details): Figure => ({
  name,
  ours,
  floor,
  ratio: ours / floor,
  ...more,
});

/** Returns a figure that is compared only with its target. */
export const loneFigure = (name: string, ours: number, more: Details): Figure =>
  pairFigure(name, ours, Number.NaN, more);

/** Returns the figure for two series of samples: their medians. */
export const figureOf = (name: string, { ours, floor }: Samples, more: Details): Figure =>
  pairFigure(name, median(ours), median(floor), more);

/** Returns the figure for two series of samples, with a percentile instead of the median. */
export const percentileFigure = (name: string, p: number, { ours, floor }: Samples, more: Details): Figure =>
  pairFigure(name, percentile(ours, p), percentile(floor, p), more);

/**
 * Returns how a cost grows with a size: the slope of the straight line through the points' logarithms (least squares).
 * 1 is proportional growth, 0 none.
 */
export function growthOf(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (of: 0 | 1) => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const both = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return both / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const ticks = () => {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/);
  const numbers = fields.map(Number);
  return { idle: numbers[3]! + numbers[4]!, all: numbers.reduce((sum, n) => sum + n, 0) };
};

/** Starts watching the machine; the returned function gives the share of idle time since then, 0 to 1. */
export function watchIdle(): () => number {
  const start = ticks();
  return () => {
    const end = ticks();
    return (end.idle - start.idle) / Math.max(1, end.all - start.all);
  };
}

export const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;

const number = (value: number) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

const cell = (value: number, unit: string) => (Number.isFinite(value) ? `${number(value)} ${unit}` : '-');

/** Formats figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ name, ours, floor, ratio, unit, target, note }) =>
      `| ${name} | ${cell(ours, unit)} | ${cell(floor, unit)} | ${Number.isFinite(ratio) ? ratio.toFixed(2) : '-'} | ${target} | ${note ?? ''} |`,
  );
  return ['| measured | ours | floor | ratio | target | note |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
