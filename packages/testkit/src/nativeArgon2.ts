/**
 * Lets people who act in Node hash passwords with OpenSSL instead of WebAssembly, each password once: most of what it takes to
 * make somebody. Browsers hash as they do everywhere, and sign in to the same accounts.
 */
import { argon2 } from 'node:crypto';
import { registerHooks } from 'node:module';
import { promisify } from 'node:util';

/** The options of `hash-wasm` that the product sets: sizes in bytes, memory in KiB. */
interface Argon2Options {
  password: Uint8Array;
  salt: Uint8Array;
  parallelism: number;
  iterations: number;
  memorySize: number;
  hashLength: number;
}

const known = new Map<string, Promise<Buffer>>();

/** Stands for the function of that name in `hash-wasm`. */
export function argon2id({ password, salt, ...costs }: Argon2Options): Promise<Buffer> {
  const [message, nonce] = [Buffer.from(password), Buffer.from(salt)];
  const { parallelism, iterations: passes, memorySize: memory, hashLength: tagLength } = costs;
  const parameters = { parallelism, passes, memory, tagLength };
  const key = [message.toString('hex'), nonce.toString('hex'), JSON.stringify(parameters)].join(' ');
  const hash = known.get(key) ?? promisify(argon2)('argon2id', { message, nonce, ...parameters });
  known.set(key, hash);
  return hash;
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'hash-wasm' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});
