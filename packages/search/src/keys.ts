/** Keys of documents, UUIDs (RFC 9562), as four words of 32 bits each, and a table that finds them. */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes a key at a place in words. @throws RangeError for what is not a UUID in lower case */
function putKey(words: Uint32Array, at: number, key: string): void {
  if (!uuid.test(key)) throw new RangeError(`not a UUID in lower case: ${key}`);
  words[at] = Number.parseInt(key.slice(0, 8), 16);
  words[at + 1] = Number.parseInt(key.slice(9, 13) + key.slice(14, 18), 16);
  words[at + 2] = Number.parseInt(key.slice(19, 23) + key.slice(24, 28), 16);
  words[at + 3] = Number.parseInt(key.slice(28), 16);
}

/** Reads the key at a place in words. */
export function keyAt(words: Uint32Array, at: number): string {
  const hex = (i: number) => words[at + i]!.toString(16).padStart(8, '0');
  const [b, c] = [hex(1), hex(2)];
  return `${hex(0)}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${hex(3)}`;
}

/** Compares the key at a place in words with one in others, as their texts do. */
export function compareKeys(words: Uint32Array, at: number, others: Uint32Array, other: number): number {
  let order = 0;
  for (let i = 0; i < 4 && order === 0; i++) order = words[at + i]! - others[other + i]!;
  return order;
}

/** Returns the words of some keys, one after the other. @throws RangeError for what is not a UUID in lower case */
export function packKeys(keys: readonly string[]): Uint32Array {
  const words = new Uint32Array(keys.length * 4);
  keys.forEach((key, i) => {
    putKey(words, i * 4, key);
  });
  return words;
}

/** Finds keys among the keys of a segment, by open addressing: two places for each key. */
export class KeyTable {
  readonly #keys: Uint32Array;
  /** One more than the number of a key; 0 where there is none. */
  readonly #slots: Uint32Array;

  /** @param keys four words each, none twice */
  constructor(keys: Uint32Array) {
    const count = keys.length / 4;
    this.#keys = keys;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, 2 * count))));
    for (let n = 0; n < count; n++) this.#slots[this.#slotOf(keys, n * 4)] = n + 1;
  }

  /** Returns the number of the key at `at` in `words`; -1 where it is not among them. */
  find(words: Uint32Array, at: number): number {
    return this.#slots[this.#slotOf(words, at)]! - 1;
  }

  #slotOf(words: Uint32Array, at: number): number {
    const [keys, slots] = [this.#keys, this.#slots];
    const [a, b, c, d] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!];
    // The first half of a time-ordered UUID hardly differs; the last is random.
    let hash = Math.imul(d ^ Math.imul(c, 0x9e37_79b1) ^ Math.imul(b ^ a, 0x85eb_ca6b), 0xc2b2_ae35);
    hash ^= hash >>> 15;
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const n = slots[slot]! - 1;
      if (n === -1) return slot;
      const i = n * 4;
      if (keys[i + 3] === d && keys[i + 2] === c && keys[i + 1] === b && keys[i] === a) return slot;
    }
  }
}
