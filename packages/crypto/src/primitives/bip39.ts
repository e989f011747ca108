/** The English word list of BIP-39 (2,048 words, sorted) and its checksum code, from @scure/bip39. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

export const englishWords: readonly string[] = wordlist;

/** Returns 32 bytes as 24 words. */
export const wordsOf = (entropy: Bytes): string[] => entropyToMnemonic(entropy, wordlist).split(' ');

/** Returns the bytes behind words; throws an Error when the checksum does not hold. */
export const entropyOf = (words: readonly string[]): Bytes =>
  new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist));
