/**
 * Derives keys from a password. The server sees `authKey` only; `wrapKey` seals the account's seeds and never leaves.
 *
 *     salt    = SHA-256(LP("kontor/password/v1") LP(e-mail, trimmed, lower case) LP(accountSalt))[0..16]
 *     root    = Argon2id(NFKC(password), salt, suite), 32 bytes
 *     authKey = HKDF(root, "kontor/password-auth/v1"), wrapKey = HKDF(root, "kontor/password-wrap/v1")
 */
import { emailOf } from '@kontor/contract/text/email';
import { maxPassword } from '@kontor/contract/text/lengths';
import { passwordSuite } from '@kontor/contract/wire/account';
import { type Bytes, lp, utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { deriveKey } from './derive.ts';
import { CryptoError } from './errors.ts';
import { type Argon2Params, argon2idHash } from './primitives/argon2.ts';
import { randomBytes, sha256 } from './primitives/webcrypto.ts';

const accountSaltSize = 16;
/** Fixed here and not on the server: it names a suite, so it cannot ask for a cheaper one. */
const suites: Readonly<Record<number, Argon2Params>> = {
  [passwordSuite]: { memoryKiB: 64 * 1024, iterations: 3, parallelism: 1 },
};

export interface PasswordInput {
  email: string;
  password: string;
  /** 16 bytes, random per account, kept by the server. */
  accountSalt: Bytes;
  suite: number;
}

export interface PasswordKeys {
  /** 32 bytes: what the wire's `password` carries (base64url). */
  authKey: Bytes;
  /** 32 bytes: seals the seeds; see `account.ts`. */
  wrapKey: Bytes;
}

/** Returns a salt for a new password. */
export const createAccountSalt = (): Bytes => randomBytes(accountSaltSize);

/** Returns the bytes of a password that is hashed. Throws `password-length`. */
function passwordBytes(given: string): Bytes {
  const password = given.normalize('NFKC');
  const length = [...password].length;
  if (length === 0 || length > maxPassword) {
    throw new CryptoError('password-length', `a password has 1 to ${maxPassword} characters`);
  }
  return utf8(password);
}

/** Hashes a password that opens something else than an account, by suite 1; 32 bytes. Throws `password-length`. */
export const passwordRoot = async (password: string, salt: Bytes): Promise<Bytes> =>
  argon2idHash(passwordBytes(password), salt, suites[passwordSuite]!, 32);

/** Loads and compiles what derives keys, on constants alone and for next to no memory: the first use would wait for it. */
export async function warmPassword(): Promise<void> {
  await argon2idHash(
    utf8('warm'),
    utf8(labels.password),
    { memoryKiB: 4 * 1024, iterations: 1, parallelism: 1 },
    32,
  );
}

/**
 * Returns both keys of a password; about 190 ms and 64 MiB. Throws `unknown-suite` before anything is derived,
 * `password-length`, or `malformed` for a salt of another size.
 */
export async function derivePasswordKeys(input: PasswordInput): Promise<PasswordKeys> {
  const params = Object.hasOwn(suites, input.suite) ? suites[input.suite] : undefined;
  if (!params) throw new CryptoError('unknown-suite', `password suite ${input.suite} is not known`);
  const password = passwordBytes(input.password);
  if (input.accountSalt.length !== accountSaltSize) {
    throw new CryptoError('malformed', `an account salt has ${accountSaltSize} bytes`);
  }
  const email = emailOf(input.email);
  const salt = (await sha256(lp(labels.password, email, input.accountSalt))).slice(0, 16);
  const root = await argon2idHash(password, salt, params, 32);
  const [authKey, wrapKey] = await Promise.all([
    deriveKey(root, labels.passwordAuth),
    deriveKey(root, labels.passwordWrap),
  ]);
  return { authKey, wrapKey };
}
