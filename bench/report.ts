/** Prints the report of a bench: heading, table, proofs, and how idle the machine was. */
import { cleanUp } from './cleanUp.ts';
import { type Figure, machine, table, watchIdle } from './measure.ts';
import { sized } from './options.ts';

export interface Report {
  figures: Figure[];
  /** The checks that were made besides the figures, one line each. */
  proofs: string[];
}

/** Minutes after which a bench counts as stuck. */
const patience = sized(90, 15);

/** Runs one bench and prints it as Markdown; then ends everything that the bench started, and the process. */
export async function report(title: string, measure: () => Promise<Report>): Promise<void> {
  const idle = watchIdle();
  const start = Date.now();
  const broken = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no end after ${patience} minutes`)), patience * 60_000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  try {
    const { figures, proofs } = await Promise.race([measure(), broken]);
    console.log(`\n## ${title}\n\n${table(figures)}\n`);
    for (const proof of proofs) console.log(`- ${proof}`);
    const seconds = Math.round((Date.now() - start) / 1000);
    console.log(`\n${machine()}; idle ${(idle() * 100).toFixed(0)} %; ${seconds} s`);
  } catch (error) {
    console.error(`\n## ${title}\n\n`, error);
    process.exitCode = 1;
  }
  await cleanUp();
  // The actors' realtime connections would keep the process alive.
  process.exit();
}

/** Prints what is being done, apart from the figures. */
export const progress = (text: string): void => {
  process.stderr.write(`  ${text}\n`);
};
