/** Believable words and documents, the same for a seed: German and English, compounds among them, by Zipf's law. */
import type { Document } from '../document.ts';

/** Returns numbers from 0 to 1: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const known =
  `rechnung schluss angebot vertrag steuer erklärung büro möbel straße größe prüfung maßnahme lieferung
  bestellung zahlung mahnung gehalt abrechnung kunde beratung termin besprechung protokoll entwurf abnahme bau leitung
  planung übergabe fenster heizung dach küche gärtner ärztin praxis kanzlei mandant urteil frist antrag bescheid
  invoice meeting draft review budget schedule contract delivery report estimate support hours office project customer`.split(
    /\s+/,
  );
const syllables =
  'be ver ge an auf ent zu mit nach vor ba ko li me nu pa ro sa ti wo gra stre chen lich heit ung'.split(' ');

/** Returns `count` words: those that are known, compounds of two of them, and made-up ones. */
export function vocabulary(count: number, random: () => number): string[] {
  const words = new Set(known);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  while (words.size < count) {
    const made =
      random() < 0.4
        ? `${pick(known)}${random() < 0.5 ? 's' : ''}${pick(known)}`
        : Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(syllables)).join('');
    words.add(made);
  }
  return [...words];
}

/** Returns documents of `length` words, five of them in the title, the newest last. */
export function* documentsOf(
  count: number,
  length: number,
  words: readonly string[],
  random: () => number,
): Generator<Document> {
  // Zipf's law: the n-th word 1/n times as often as the first.
  const pick = () => words[Math.floor(words.length ** random()) - 1] ?? words[0]!;
  for (let i = 0; i < count; i++) {
    const text = Array.from({ length }, pick);
    yield {
      key: keyOf(i, random),
      version: 1,
      time: i,
      title: text.slice(0, 5).join(' '),
      body: text.slice(5).join(' '),
      tags: [`type:${i % 4}`, `in:${i % 50}`],
    };
  }
}

/** Returns a UUID that ascends with `n`. */
export function keyOf(n: number, random: () => number): string {
  const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0');
  return `${hex(n, 8)}-0000-7000-8000-${hex(random() * 2 ** 48, 12)}`;
}

/** Returns the word with one typo: a letter left out, added, replaced, or swapped with the next. */
export function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1));
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const typos = [
    before + after.slice(1),
    before + letter + after,
    before + letter + after.slice(1),
    before + after[1] + after[0] + after.slice(2),
  ];
  return typos[Math.floor(random() * 4)]!;
}
