/** Estimates how hard a password is to guess. The estimator and its word lists load when first asked. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** 0 very weak, 1 weak, 2 fair, 3 strong, 4 very strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

let estimator: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/**
 * Bits that a word of everyday speech is worth (a list of some 16,000). The estimator knows few German or French
 * words and would take them for random letters, so words alone count for no more than this each.
 */
const bitsPerWord = 14;

/**
 * Returns the decimal logarithm of the guesses that words alone withstand; infinite for anything but plain
 * words.
 */
function wordsLimit(password: string): number {
  const words = password.split(/[\s,.;:_-]+/).filter(Boolean);
  return words.every((word) => /^\p{L}{3,14}$/u.test(word))
    ? words.length * bitsPerWord * Math.log10(2)
    : Infinity;
}

/**
 * Steps in decimal logarithms of guesses. Against a stolen database an attacker pays Argon2id (64 MiB, 3 passes) for
 * each guess; a rig of some hundred machines makes about 10,000 a second: 10^5 are seconds, 10^8 hours, 10^11 months,
 * 10^14 centuries.
 */
const steps = [5, 8, 11, 14];

/**
 * Estimates how strong a password is. `own` are words that are easy to guess for this person: names and the
 * parts of their address. Rejects where the estimator cannot be loaded; whoever asks next has it tried again.
 */
export async function passwordStrength(password: string, own: string[]): Promise<Strength> {
  estimator ??= load().catch((failure: unknown) => {
    estimator = undefined;
    throw failure;
  });
  const words = own.flatMap((text) => text.split(/[\s@.]+/)).filter((word) => word.length > 2);
  const normal = password.normalize('NFKC');
  const { guessesLog10 } = (await estimator).check(normal.slice(0, 256), words);
  const guesses = Math.min(guessesLog10, wordsLimit(normal));
  return steps.filter((step) => guesses >= step).length as Strength;
}
