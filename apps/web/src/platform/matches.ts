import { language } from './locale.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language());

/** Whether a text holds each word of a query, accents and case aside. */
export function matches(text: string, query: string): boolean {
  const searched = folded(text);
  return folded(query)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
