/** The answers to one question, which is asked again and again, in the order in which it was asked. */
export class Answers {
  #asked = 0;
  #newest = 0;

  /** Tells how often it was asked, or known without. */
  get asked(): number {
    return this.#asked;
  }

  /** Asks. Resolves with the answer; with nothing where that to a later question came first, which stands. */
  async newest<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const number = ++this.#asked;
    const answer = await ask();
    if (number < this.#newest) return undefined;
    this.#newest = number;
    return answer;
  }

  /** Lets what is known by other means stand over each answer that is still to come. */
  overrule(): void {
    this.#newest = ++this.#asked;
  }
}
