/**
 * Six words typed against a certificate. After three wrong ones the person is stopped, who may be talking to somebody
 * else; what keeps a false certificate out are the words (ADR 18).
 */
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { TrustError } from './trust/trustError.ts';

const maxTries = 3;

export class ConfirmedWords {
  /** Wrong tries, by the certificate's signature. */
  readonly #tries = new Map<string, number>();

  /**
   * Checks that words are those of a certificate. @param cert parsed
   * @throws TrustError wrong-words, too-many-tries; PhraseError for a word that is misspelt
   */
  async check(cert: KeyCert, words: string): Promise<void> {
    const tries = this.#tries.get(cert.signature) ?? 0;
    if (tries >= maxTries) throw new TrustError('too-many-tries');
    // Counted before the look, so that tries at the same time count too.
    this.#tries.set(cert.signature, tries + 1);
    // The word list is large, and few need it.
    const { matchesSixWords } = await import('@kontor/crypto/sixWords');
    const isMatch = await matchesSixWords(cert, words).catch((failure: unknown) => {
      // A slip of the pen: what was meant is not known, so it was no try.
      this.#tries.set(cert.signature, this.#tries.get(cert.signature)! - 1);
      throw failure;
    });
    if (!isMatch) throw new TrustError('wrong-words');
    this.#tries.delete(cert.signature);
  }

  clear(): void {
    this.#tries.clear();
  }
}
