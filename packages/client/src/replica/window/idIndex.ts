/**
 * Tells in which pages of a windowed scope a record may be, by its id alone: whatever place a server gives an old row, the
 * version that this device saw is found. Keeps 8 bytes a record. A hash that two ids share costs a page that is opened in
 * vain.
 */

/** Pages are numbered below this, so that hash and page fit into the 53 bits of a number. */
const pageLimit = 2 ** 21;
/** Records that are added one by one before they are sorted in. */
const maxTail = 4_096;

/** Returns 32 bits of the end of an id, which is random. */
export const hashOf = (id: string): number => Number.parseInt(id.slice(-8), 16) >>> 0;

export class IdIndex {
  #sorted: Float64Array;
  #tail = new Map<number, Set<number>>();
  #tailSize = 0;
  readonly pages = new Set<number>();

  /** @param kept the pages that there are, with the hashes of the ids in them */
  constructor(kept: Iterable<readonly [page: number, hashes: Uint32Array]> = []) {
    const parts = [...kept];
    const keys = new Float64Array(parts.reduce((sum, [, hashes]) => sum + hashes.length, 0));
    let at = 0;
    for (const [page, hashes] of parts) {
      this.pages.add(page);
      for (const hash of hashes) keys[at++] = hash * pageLimit + page;
    }
    this.#sorted = keys.sort();
  }

  add(id: string, page: number): void {
    this.pages.add(page);
    const hash = hashOf(id);
    if (this.#sortedPages(hash).includes(page)) return;
    const known = this.#tail.get(hash);
    if (known?.has(page)) return;
    if (known) known.add(page);
    else this.#tail.set(hash, new Set([page]));
    if (++this.#tailSize > maxTail) this.#sortIn();
  }

  /** Returns the pages in which a record may be; mostly none or one. */
  pagesOf(id: string): number[] {
    const hash = hashOf(id);
    return [...this.#sortedPages(hash), ...(this.#tail.get(hash) ?? [])];
  }

  #sortedPages(hash: number): number[] {
    const keys = this.#sorted;
    const first = hash * pageLimit;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle]! < first) low = middle + 1;
      else high = middle;
    }
    const pages: number[] = [];
    for (let i = low; i < keys.length && keys[i]! < first + pageLimit; i++) pages.push(keys[i]! - first);
    return pages;
  }

  #sortIn(): void {
    const added = [...this.#tail].flatMap(([hash, pages]) =>
      [...pages].map((page) => hash * pageLimit + page),
    );
    const keys = new Float64Array(this.#sorted.length + added.length);
    keys.set(this.#sorted);
    keys.set(added, this.#sorted.length);
    this.#sorted = keys.sort();
    this.#tail = new Map();
    this.#tailSize = 0;
  }
}
