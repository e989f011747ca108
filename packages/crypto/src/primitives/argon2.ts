/** Argon2id (RFC 9106) through hash-wasm; loaded on first use. About 190 ms and 64 MiB: call it in a worker. */
import type { Bytes } from '@kontor/contract/wire/bytes';

export interface Argon2Params {
  memoryKiB: number;
  iterations: number;
  parallelism: number;
}

/**
 * Resolves with `length` bytes of Argon2id version 0x13. `secret` and the salt (at least 8 bytes) are not
 * empty.
 */
export async function argon2idHash(
  secret: Bytes,
  salt: Bytes,
  params: Argon2Params,
  length: number,
): Promise<Bytes> {
  const { argon2id } = await import('hash-wasm');
  const hash = await argon2id({
    password: secret,
    salt,
    memorySize: params.memoryKiB,
    iterations: params.iterations,
    parallelism: params.parallelism,
    hashLength: length,
    outputType: 'binary',
  });
  return new Uint8Array(hash);
}
