import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fileLayout,
  fileSealedSize,
  padPart,
  partHeadSize,
  partPlainSize,
  partRange,
  partSize,
  sealedPartSize,
  segmentSize,
  segmentsOfRange,
  unpadPart,
} from './fileLayout.ts';
import { outcome } from './testing/fixtures.ts';

it('lays out an empty, a small and a large file', () => {
  expect(fileLayout(0)).toEqual({ size: 0, paddedSize: 512, segmentCount: 1, partCount: 1 });
  expect(fileLayout(partSize)).toMatchObject({ paddedSize: partSize, segmentCount: 16, partCount: 1 });
  expect(fileLayout(partSize + 1)).toMatchObject({ segmentCount: 17, partCount: 2 });
  expect(fileLayout(10 * 2 ** 30)).toMatchObject({ segmentCount: 40_960, partCount: 2_560 });
});

it('covers every byte of the file once, padding aside', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000_000 }), (size) => {
      const layout = fileLayout(size);
      let [own, padded, stored] = [0, 0, 0];
      for (let part = 0; part < layout.partCount; part++) {
        const { start, end } = partRange(layout, part);
        expect(start).toBe(own);
        own = end;
        padded += partPlainSize(layout, part);
        stored += sealedPartSize(partPlainSize(layout, part));
      }
      expect([own, padded, stored]).toEqual([size, layout.paddedSize, fileSealedSize(layout)]);
    }),
  );
});

it('keeps a part that is all padding', () => {
  // Just above 2 GiB the padding is longer than a part.
  const layout = fileLayout(2 ** 31 + 1);
  const last = layout.partCount - 1;
  expect(partRange(layout, last)).toEqual({ start: layout.size, end: layout.size });
  expect(padPart(layout, last, new Uint8Array(0))).toHaveLength(partPlainSize(layout, last));
  expect(unpadPart(layout, last, new Uint8Array(partPlainSize(layout, last)))).toHaveLength(0);
});

it('finds the segments of a range', () => {
  const layout = fileLayout(9_000_000);
  expect(segmentsOfRange(layout, segmentSize - 1, segmentSize + 1)).toMatchObject([
    { part: 0, segment: 0, sealedStart: partHeadSize, from: segmentSize - 1, to: segmentSize },
    { part: 0, segment: 1, sealedStart: partHeadSize + segmentSize + 16, from: 0, to: 1 },
  ]);
  const [last] = segmentsOfRange(layout, 8_999_999, 99_999_999);
  expect(last).toMatchObject({ part: 2, segment: 34, isLast: true, sealedStart: partHeadSize + 2 * 262_160 });
  expect(segmentsOfRange(layout, 0, 0)).toEqual([]);
  expect(segmentsOfRange(layout, 9_000_000, 9_000_001)).toEqual([]);
  expect(segmentsOfRange(layout, Number.NaN, 5)).toEqual([]);
  fc.assert(
    fc.property(fc.nat(9_100_000), fc.nat(2_000_000), (start, length) => {
      const slices = segmentsOfRange(layout, start, start + length);
      const bytes = slices.reduce((sum, slice) => sum + slice.to - slice.from, 0);
      expect(bytes).toBe(Math.max(0, Math.min(length, layout.size - start)));
    }),
  );
});

it('refuses sizes and parts that cannot be', async () => {
  for (const size of [-1, 1.5, Number.NaN, 2 ** 49, Number.POSITIVE_INFINITY]) {
    expect(await outcome(async () => fileLayout(size))).toBe('malformed');
  }
  const layout = fileLayout(9_000_000);
  for (const part of [-1, 3, 0.5]) {
    expect(await outcome(async () => partPlainSize(layout, part))).toBe('damaged-file');
  }
  expect(await outcome(async () => padPart(layout, 0, new Uint8Array(5)))).toBe('malformed');
  expect(await outcome(async () => unpadPart(layout, 0, new Uint8Array(5)))).toBe('damaged-file');
});
