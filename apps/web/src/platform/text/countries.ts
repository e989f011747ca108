/** Countries by their ISO code, as the language in force calls them. */
import { language } from './locale.ts';

/** Names a country: `Österreich`, `Austria`. */
export const countryName = (code: string, tag: string = language()): string =>
  new Intl.DisplayNames(tag, { type: 'region' }).of(code.toUpperCase()) ?? code;

/** Returns choices for a list, in the order of the language. */
export function sortedCountries(
  codes: readonly string[],
  tag: string = language(),
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const collator = new Intl.Collator(tag);
  return codes
    .map((value) => ({ value, label: names.of(value.toUpperCase()) ?? value }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
