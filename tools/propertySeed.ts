/**
 * Makes random tests draw the same in every run, so that a verdict depends on the code alone. `SEED` repeats another
 * run; `LONG=1` draws anew each time.
 */
import fc from 'fast-check';

const { LONG, SEED } = process.env;
if (SEED || !LONG) fc.configureGlobal({ seed: Number(SEED ?? 7) });
