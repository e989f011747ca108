/**
 * - `not-verified`: a seal or signature does not hold: altered, moved, rolled back, or made by somebody else.
 * - `wrong-key`: the envelope names another key id than the key that was offered.
 * - `key-mismatch`: a key is not the one that its id or certificate promises.
 * - `unknown-version`, `unknown-suite`: written by a newer program, or a downgrade; nothing was tried.
 * - `malformed`: not the format at all.
 * - `damaged-file`: a file's part or segment is missing, altered, in the wrong place or another file's.
 * - `invalid-phrase`: see `word` and `reason`.
 * - `wrong-password`: the password does not open the account's seeds; the client's vault says so, no function here.
 * - `password-length`: empty, or longer than 1,024 characters.
 */
export type CryptoErrorCode =
  | 'not-verified'
  | 'wrong-key'
  | 'key-mismatch'
  | 'unknown-version'
  | 'unknown-suite'
  | 'malformed'
  | 'damaged-file'
  | 'invalid-phrase'
  | 'wrong-password'
  | 'password-length';

/** The only error that this package throws for what it was given from outside. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';
  readonly code: CryptoErrorCode;

  constructor(code: CryptoErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Why a recovery phrase was refused; `word` is the first unknown word as typed. */
export class PhraseError extends CryptoError {
  readonly reason: 'count' | 'word' | 'checksum';
  readonly word: string | undefined;

  constructor(reason: PhraseError['reason'], message: string, word?: string) {
    super('invalid-phrase', message);
    this.reason = reason;
    this.word = word;
  }
}

/** Runs a parser of a library or of the platform; whatever it throws becomes a `malformed` error. */
export function parsing<Value>(what: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof CryptoError) throw cause;
    throw new CryptoError('malformed', `${what} is malformed`, cause);
  }
}
