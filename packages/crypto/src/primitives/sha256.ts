import type { Bytes } from '@kontor/contract/wire/bytes';
import { sha256 as digest } from '@noble/hashes/sha2.js';

/**
 * Hashes by SHA-256 (FIPS 180-4), 32 bytes, at once: for short statements that a screen compares while it
 * draws.
 */
export const sha256Now = (bytes: Bytes): Bytes => digest(bytes) as Bytes;
