/** Shapes that several wire schemas share. Bytes travel as base64url without padding. */
import * as z from 'zod/mini';
import { emailPattern } from '../text/email.ts';
import { maxEmail } from '../text/lengths.ts';
import { uuidPattern } from './uuidPattern.ts';

export const uuid = z.string().check(z.regex(uuidPattern, 'Invalid id'));

const base64UrlCharacters = z.regex(/^[A-Za-z0-9_-]*$/, 'Invalid base64url');

/**
 * Tests that a text of base64url characters ends as one that bytes were written in: else two texts would stand for the
 * same bytes, or half a byte would be dropped in silence (RFC 4648, section 3.5).
 */
const endsWhole = (text: string): boolean => {
  const over = text.length % 4;
  if (over === 0) return true;
  return over === 2 ? /[AQgw]$/.test(text) : over === 3 && /[AEIMQUYcgkosw048]$/.test(text);
};

const wholeBytes = z.refine<string>(endsWhole, 'Invalid base64url');

/** Describes base64url of at most `max` bytes. */
export const bytesUpTo = (max: number) =>
  z.string().check(z.maxLength(Math.ceil((max * 4) / 3)), base64UrlCharacters, wholeBytes);

/** Describes base64url of exactly `length` bytes. */
export const fixedBytes = (length: number) =>
  z.string().check(z.length(Math.ceil((length * 8) / 6)), base64UrlCharacters, wholeBytes);

export const keyId = fixedBytes(16);
export const hash = fixedBytes(32);

/** An address, lower-cased. */
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(maxEmail), z.regex(emailPattern, 'Invalid email'));

/** The key of a stored blob. */
export const fileKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'Invalid file key'));

/** Largest sealed record, in bytes: what a title, a long description and its history marks need, twice. */
export const maxSealedBytes = 512 * 1024;
