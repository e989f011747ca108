import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paddedRecordSize, padmeSize, padRecord, unpadRecord } from './padding.ts';
import { outcome } from './testing/fixtures.ts';

it('frames any content, and only the frame that it made opens', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const frame = padRecord(Uint8Array.from(bytes));
      expect(frame.length).toBeGreaterThanOrEqual(512);
      expect(frame.length % 64).toBe(0);
      expect([...unpadRecord(frame)]).toEqual([...bytes]);
    }),
  );
});

it('gives one size up to 508 bytes, then steps of 64', () => {
  expect(paddedRecordSize(0)).toBe(512);
  expect(paddedRecordSize(508)).toBe(512);
  expect(paddedRecordSize(509)).toBe(576);
  expect(paddedRecordSize(572)).toBe(576);
  expect(paddedRecordSize(573)).toBe(640);
});

it('refuses frames of wrong size, length or filling', async () => {
  const attempt = (change: (frame: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) =>
    outcome(async () => unpadRecord(change(padRecord(new Uint8Array(600).fill(9)))));
  expect(await attempt((frame) => frame)).toBe('opened');
  expect(await attempt((frame) => frame.subarray(0, 3))).toBe('malformed');
  expect(await attempt((frame) => frame.subarray(0, 576))).toBe('malformed');
  const set = (index: number, value: number) => (frame: Uint8Array<ArrayBuffer>) => {
    frame[index] = value;
    return frame;
  };
  expect(await attempt(set(0, 0xff))).toBe('malformed');
  expect(await attempt(set(2, 0))).toBe('malformed');
  expect(await attempt(set(639, 1))).toBe('malformed');
  // A shorter length in the same step leaves content where zeros belong.
  expect(await attempt(set(3, 0x57))).toBe('malformed');
});

it('pads files to Padmé lengths', () => {
  // From the paper's rule: 2^e <= L < 2^(e+1), s = floor(log2 e) + 1, the last e - s bits are zero.
  const known: [number, number][] = [
    [0, 512],
    [1, 512],
    [512, 512],
    [513, 544],
    [1_000, 1_024],
    [1_025, 1_088],
    [9_000_000, 9_175_040],
    [1_000_000_000, 1_006_632_960],
    [2 ** 40, 2 ** 40],
    [2 ** 40 + 1, 2 ** 40 + 2 ** 34],
    [2 ** 48 - 1, 2 ** 48],
  ];
  for (const [size, padded] of known) expect(padmeSize(size), String(size)).toBe(padded);
});

it('never pads a file by more than an eighth, and keeps the order of sizes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 512, max: 2 ** 48 }), fc.integer({ min: 0, max: 1_000 }), (size, more) => {
      const padded = padmeSize(size);
      expect(padded).toBeGreaterThanOrEqual(size);
      expect(padded).toBeLessThanOrEqual(size * 1.12);
      expect(padmeSize(padded)).toBe(padded);
      expect(padmeSize(size + more)).toBeGreaterThanOrEqual(padded);
    }),
  );
});
