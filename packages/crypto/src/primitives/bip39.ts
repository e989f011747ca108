/** The English word list of BIP-39 (2,048 words, sorted) and its checksum code, from @scure/bip39. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

export const englishWords: readonly string[] = wordlist;

/** Returns entropy as a BIP-39 mnemonic: 24 words for 32 bytes. */
export const toMnemonic = (entropy: Bytes): string[] => entropyToMnemonic(entropy, wordlist).split(' ');

/** Returns the entropy of a mnemonic. @throws Error if a word is unknown or the checksum is wrong */
export const fromMnemonic = (words: readonly string[]): Bytes =>
  new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist));
