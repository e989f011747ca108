/**
 * The words of all segments, each once. What is inside of words, and typos, are looked for among these: a word that stands in
 * every segment is looked at once. Words stay when the last document that has them goes: see `SearchIndex.tending`.
 */
import { noBits, setBit } from './bits.ts';
import { forgivenIn, isLike, letterBit, lettersOf, mayBeLike, withPattern } from './likeness.ts';

/** Words that there is room for at first, and UTF-16 code units. */
const [wordsAtFirst, unitsAtFirst] = [256, 2_048];

export class Lexicon {
  /** Word `i` is `units[starts[i]..starts[i + 1])`. */
  #units = new Uint16Array(unitsAtFirst);
  #starts = new Uint32Array(wordsAtFirst + 1);
  /** See `lettersOf`. */
  #letters = new Uint32Array(wordsAtFirst);
  /** Open addressing: one more than the number of a word; 0 where there is none. Two places for each word that there is room for. */
  #slots = new Uint32Array(2 * wordsAtFirst);
  #size = 0;

  /** Counts the words; their numbers are below it. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of the word `units[from..to)`; gives it one where it has none. */
  numberOf(units: Uint16Array, from: number, to: number): number {
    const slot = this.#slotOf(units, from, to);
    const known = this.#slots[slot]!;
    return known > 0 ? known - 1 : this.#add(units, from, to, slot);
  }

  /** Returns the numbers of words that follow each other in `units`, as those of a segment do. */
  numbersOf(units: Uint16Array, starts: Uint32Array): Uint32Array {
    const numbers = new Uint32Array(starts.length - 1);
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.numberOf(units, starts[i]!, starts[i + 1]!);
    return numbers;
  }

  /** Adds the words that hold `part` to a set of numbers. Returns whether there are any. */
  addHolding(part: string, found: Uint32Array): boolean {
    const [units, starts, letters] = [this.#units, this.#starts, this.#letters];
    const wanted = lettersOf(part);
    let any = false;
    for (let word = 0; word < this.#size; word++) {
      // Few of those that have all the letters do not hold it.
      if ((wanted & ~letters[word]!) !== 0) continue;
      if (!holds(units, starts[word]!, starts[word + 1]!, part)) continue;
      setBit(found, word);
      any = true;
    }
    return any;
  }

  /** Adds the words that begin or end with a text, or hold it, but for typos. Returns whether there are any. */
  addAlike(text: string, found: Uint32Array): boolean {
    const { length } = text;
    const { start, end, inside } = forgivenIn(text);
    if (start === 0) return false;
    const [units, starts, letters] = [this.#units, this.#starts, this.#letters];
    const wanted = lettersOf(text);
    let any = false;
    withPattern(text, () => {
      for (let word = 0; word < this.#size; word++) {
        const has = letters[word]!;
        if (!mayBeLike(wanted, has, start)) continue;
        const [from, to] = [starts[word]!, starts[word + 1]!];
        if (to - from < length - start) continue;
        // What ends a word is inside of it.
        const isAlike =
          isLike(units, from, to, length, start, 'start') ||
          (inside > 0
            ? mayBeLike(wanted, has, inside) && isLike(units, from, to, length, inside, 'inside')
            : isLike(units, from, to, length, end, 'end'));
        if (!isAlike) continue;
        setBit(found, word);
        any = true;
      }
    });
    return any;
  }

  #add(units: Uint16Array, from: number, to: number, slot: number): number {
    const word = this.#size;
    if (word === this.#letters.length) return this.#grow().numberOf(units, from, to);
    const start = this.#starts[word]!;
    const end = start + to - from;
    if (end > this.#units.length) this.#units = extended(this.#units, Math.max(end, 2 * this.#units.length));
    let letters = 0;
    for (let i = from; i < to; i++) {
      letters |= letterBit(units[i]!);
      this.#units[start + i - from] = units[i]!;
    }
    this.#starts[word + 1] = end;
    this.#letters[word] = letters;
    this.#slots[slot] = word + 1;
    this.#size++;
    return word;
  }

  /** Makes room for half as many words again. */
  #grow(): this {
    const room = Math.ceil(this.#letters.length * 1.5);
    this.#letters = extended(this.#letters, room);
    this.#starts = extended(this.#starts, room + 1);
    if (2 * room <= this.#slots.length) return this;
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let word = 0; word < this.#size; word++)
      this.#slots[this.#slotOf(this.#units, this.#starts[word]!, this.#starts[word + 1]!)] = word + 1;
    return this;
  }

  #slotOf(units: Uint16Array, from: number, to: number): number {
    const [slots, own, starts] = [this.#slots, this.#units, this.#starts];
    // FNV-1a by code units, mixed once more, since the last letter would decide alone.
    let hash = 0x811c_9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i]!, 0x0100_0193);
    hash ^= hash >>> 15;
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const word = slots[slot]! - 1;
      if (word < 0) return slot;
      const start = starts[word]!;
      if (starts[word + 1]! - start !== to - from) continue;
      let i = from;
      while (i < to && own[start + i - from] === units[i]) i++;
      if (i === to) return slot;
    }
  }
}

/** A word of a query, in its spellings, and the words of lexicons that answer it: looked for once, when they are asked for. */
export class QueryWord {
  readonly spellings: readonly string[];
  readonly #holding = new Map<Lexicon, Uint32Array | undefined>();
  readonly #alike = new Map<Lexicon, Uint32Array | undefined>();

  constructor(spellings: readonly string[]) {
    this.spellings = spellings;
  }

  /** Returns the numbers of the words that hold it; undefined for none. @param shortest letters of a spelling that is looked for */
  holding(lexicon: Lexicon, shortest: number): Uint32Array | undefined {
    return once(this.#holding, lexicon, (found) =>
      this.spellings.map((each) => each.length >= shortest && lexicon.addHolding(each, found)),
    );
  }

  /** Returns the numbers of the words that begin or end with it, or hold it, but for typos; undefined for none. */
  alike(lexicon: Lexicon): Uint32Array | undefined {
    return once(this.#alike, lexicon, (found) => this.spellings.map((each) => lexicon.addAlike(each, found)));
  }
}

function once(
  known: Map<Lexicon, Uint32Array | undefined>,
  lexicon: Lexicon,
  look: (found: Uint32Array) => boolean[],
): Uint32Array | undefined {
  if (known.has(lexicon)) return known.get(lexicon);
  const found = noBits(lexicon.size);
  const answer = look(found).includes(true) ? found : undefined;
  known.set(lexicon, answer);
  return answer;
}

function holds(units: Uint16Array, from: number, to: number, part: string): boolean {
  const last = to - part.length;
  const first = part.charCodeAt(0);
  for (let at = from; at <= last; at++) {
    if (units[at] !== first) continue;
    let i = 1;
    while (i < part.length && units[at + i] === part.charCodeAt(i)) i++;
    if (i === part.length) return true;
  }
  return false;
}

function extended<A extends Uint16Array | Uint32Array>(array: A, length: number): A {
  const longer = new (array.constructor as new (length: number) => A)(length);
  longer.set(array);
  return longer;
}
