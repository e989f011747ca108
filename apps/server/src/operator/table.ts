/** Lays lines out in columns for a terminal. */
import type { Line } from './commands.ts';

/** Returns the text of some lines, each value under its heading; "none" where there are none. */
export function tableText(lines: readonly Line[]): string {
  const [first] = lines;
  if (!first) return 'none';
  const headings = Object.keys(first);
  const rows = [headings, ...lines.map((line) => headings.map((name) => String(line[name] ?? '-')))];
  const widths = headings.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
