import { language } from './locale.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language());

/** Tells of texts whether they hold each word of a query, accents and case aside. */
export function matcher(query: string): (text: string) => boolean {
  const words = folded(query).split(/\s+/);
  return (text) => {
    const searched = folded(text);
    return words.every((word) => searched.includes(word));
  };
}

/** Tells of texts whether each word of a query begins one of theirs. */
export function beginsWords(query: string): (text: string) => boolean {
  const spaced = (text: string) => ` ${folded(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  const words = spaced(query).trim().split(' ');
  return (text) => {
    const searched = spaced(text);
    return words.every((word) => searched.includes(` ${word}`));
  };
}

/** Says whether a text holds each word of a query. */
export const matches = (text: string, query: string): boolean => matcher(query)(text);
