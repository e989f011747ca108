import { expect, it } from 'vitest';
import { bytesUpTo, fixedBytes } from './shapes.ts';

const encoded = (length: number) => Buffer.alloc(length, 0xff).toString('base64url');

it('takes bytes in the one text that stands for them', () => {
  for (let length = 0; length < 12; length++) {
    const text = encoded(length);
    expect(bytesUpTo(12).safeParse(text).success).toBe(true);
    expect(fixedBytes(length).safeParse(text).success).toBe(true);
  }
  // Half a byte; bits behind the last byte; another alphabet; padding; too much.
  for (const text of ['A', 'AAAAA', 'AB', 'AAB', '__-', 'A+', 'AA==', 'A A', encoded(13)])
    expect(bytesUpTo(12).safeParse(text).success, text).toBe(false);
  for (const [length, text] of [
    [1, 'AB'],
    [2, 'AAB'],
    [1, 'AAA'],
    [2, 'AA'],
  ] as const)
    expect(fixedBytes(length).safeParse(text).success, text).toBe(false);
});
