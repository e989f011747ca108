/** Compares words as the language in force sorts them, and as people count: `Plan 2` before `Plan 10`. */
import { language } from './locale.ts';

const collators = new Map<string, Intl.Collator>();

function collator(sensitivity: 'base' | 'variant'): Intl.Collator {
  const key = `${language()} ${sensitivity}`;
  let made = collators.get(key);
  if (!made) {
    made = new Intl.Collator(language(), { numeric: true, sensitivity });
    collators.set(key, made);
  }
  return made;
}

/** Compares words; what is missing stands last upwards. */
export const compareWords = (a: string | undefined, b: string | undefined): number =>
  a && b ? collator('variant').compare(a, b) : Number(!a) - Number(!b);

/** Orders by name. */
export const byName = (a: { name: string }, b: { name: string }): number => compareWords(a.name, b.name);

/** Compares names of files, case and accents aside. */
export const compareFileNames = (a: string, b: string): number => collator('base').compare(a, b);
