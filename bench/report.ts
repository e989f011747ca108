/** How a bench prints itself: heading, table, proofs, and how idle the machine was. */
import { type Figure, machine, table, watchIdle } from './measure.ts';

export interface Report {
  figures: Figure[];
  /** What was checked beside the figures, one line each. */
  proofs: string[];
}

/** Runs one bench and prints it as Markdown. */
export async function report(title: string, measure: () => Promise<Report>): Promise<void> {
  const idle = watchIdle();
  const start = Date.now();
  const { figures, proofs } = await measure();
  console.log(`\n## ${title}\n\n${table(figures)}\n`);
  for (const proof of proofs) console.log(`- ${proof}`);
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`\n${machine()}; idle ${(idle() * 100).toFixed(0)} %; ${seconds} s`);
  // The actors' realtime lines would keep the process alive.
  process.exit(0);
}

/** Says what is being done, beside the figures. */
export const progress = (text: string): void => {
  process.stderr.write(`  ${text}\n`);
};
