import { matcher } from '@kontor/search/marks';

/** Most characters of what somebody looks for. */
export const maxQuery = 200;

let latest: { query: string; holds: (text: string) => boolean } | undefined;

/** Tells whether each word of a query begins a word of a text, or stands inside of one; case and accents aside. */
export function matches(text: string, query: string): boolean {
  // A list asks with the same query for each of its rows.
  if (latest?.query !== query) latest = { query, holds: matcher(query) };
  return latest.holds(text);
}
