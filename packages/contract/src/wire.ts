/** Shapes that several wire schemas share. Bytes travel as base64url without padding. */
import { z } from 'zod';
import { emailPattern } from './email.ts';

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Invalid id');

/** base64url of at most `max` bytes. */
export const sealedBytes = (max: number) =>
  z
    .string()
    .max(Math.ceil((max * 4) / 3))
    .regex(/^[A-Za-z0-9_-]*$/, 'Invalid base64url');

/** base64url of exactly `length` bytes. */
export const fixedBytes = (length: number) =>
  z
    .string()
    .length(Math.ceil((length * 8) / 6))
    .regex(/^[A-Za-z0-9_-]*$/, 'Invalid base64url');

export const keyId = fixedBytes(16);
export const hash = fixedBytes(32);

/** An address, lower-cased. */
export const email = z.string().trim().toLowerCase().max(254).regex(emailPattern, 'Invalid email');

/** The key of a stored blob. */
export const fileKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'Invalid file key');

/** Largest sealed record, in bytes: what a title, a long description and its history marks need, twice. */
export const maxSealedBytes = 512 * 1024;
