import { type Bytes, concat, equalBytes, u32 } from '@kontor/contract/wire/bytes';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createFileKey, type FileContext, importPartKey, openPart, openSegment, sealPart } from './file.ts';
import {
  fileLayout,
  padPart,
  partHeadSize,
  partRange,
  partSize,
  sealedSegmentSize,
  segmentSize,
  segmentsOfRange,
  unpadPart,
} from './fileLayout.ts';
import { aesGcmSeal, randomBytes } from './primitives/webcrypto.ts';
import { flipBit, id, outcome, workspaceId } from './testing/fixtures.ts';

const file: FileContext = { fileKey: createFileKey(), workspaceId, documentId: id(5), blobId: id(6) };

function filled(length: number): Bytes {
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) out[i] = (i * 31 + (i >> 11)) & 0xff;
  return out;
}

/** Returns head and sealed segments of a stored part. */
function cut(sealed: Bytes): [head: Bytes, ...segments: Bytes[]] {
  const segments: Bytes[] = [];
  for (let at = partHeadSize; at < sealed.length; at += sealedSegmentSize) {
    segments.push(sealed.slice(at, at + sealedSegmentSize));
  }
  return [sealed.slice(0, partHeadSize), ...segments];
}

const opens = (sealed: Bytes, part = 0, isLast = true, context = file) =>
  outcome(() => openPart(context, part, isLast, sealed));

/** Two whole segments and a short one, as the only part. */
const plain = filled(2 * segmentSize + 700);
let three: Bytes;

beforeAll(async () => {
  three = (await sealPart(file, 0, true, plain)).sealed;
});

it('brings back files of every shape, part by part', async () => {
  for (const size of [0, 1, 512, segmentSize, segmentSize + 1, partSize, partSize + 1, 9_000_000]) {
    const content = filled(size);
    const layout = fileLayout(size);
    const opened: Bytes[] = [];
    for (let part = 0; part < layout.partCount; part++) {
      const isLast = part === layout.partCount - 1;
      const { start, end } = partRange(layout, part);
      const { sealed, sha256 } = await sealPart(
        file,
        part,
        isLast,
        padPart(layout, part, content.slice(start, end)),
      );
      const padded = await openPart(file, part, isLast, sealed, { size: sealed.length, sha256 });
      opened.push(unpadPart(layout, part, padded));
    }
    expect(equalBytes(concat(...opened), content), String(size)).toBe(true);
  }
});

it('opens a segment by itself', async () => {
  const layout = fileLayout(9_000_000);
  const content = filled(9_000_000);
  const { start, end } = partRange(layout, 2);
  const { sealed } = await sealPart(file, 2, true, padPart(layout, 2, content.slice(start, end)));
  const key = await importPartKey(file, sealed.slice(0, partHeadSize));
  const slices = segmentsOfRange(layout, 8_600_000, 9_000_000);
  const pieces = await Promise.all(
    slices.map(async (slice) => {
      const bytes = sealed.slice(slice.sealedStart, slice.sealedEnd);
      return (await openSegment(key, slice.segment, slice.isLast, bytes)).slice(slice.from, slice.to);
    }),
  );
  expect(equalBytes(concat(...pieces), content.slice(8_600_000))).toBe(true);
  const [slice] = slices;
  const bytes = sealed.slice(slice!.sealedStart, slice!.sealedEnd);
  expect(await outcome(() => openSegment(key, slice!.segment + 1, slice!.isLast, bytes))).toBe(
    'damaged-file',
  );
  expect(await outcome(() => openSegment(key, slice!.segment, !slice!.isLast, bytes))).toBe('damaged-file');
  expect(await outcome(() => openSegment(key, -1, false, bytes))).toBe('damaged-file');
  expect(await outcome(() => openSegment(key, 0, false, new Uint8Array(15)))).toBe('damaged-file');
});

it('refuses a three-segment file with any bit turned', async () => {
  // A segment's bits are alike to GCM, and there are six million: all bits of the head, of each tag and of the last,
  // short segment, the ends of the others, and some anywhere.
  expect(await opens(three)).toBe('opened');
  const [, first, second] = cut(three);
  const firstEnd = partHeadSize + first!.length;
  const secondEnd = firstEnd + second!.length;
  const bytes = new Set<number>();
  const add = (start: number, end: number) => {
    for (let i = start; i < end; i++) bytes.add(i);
  };
  add(0, partHeadSize + 8);
  add(firstEnd - 24, firstEnd + 8);
  add(secondEnd - 24, three.length);
  for (const at of fc.sample(fc.nat(three.length - 1), process.env.LONG ? 5_000 : 60)) bytes.add(at);
  const key = await importPartKey(file, three.slice(0, partHeadSize));
  let refused = 0;
  for (const at of bytes) {
    // Behind the head one segment is enough to open: the others are as they were.
    const segment = Math.floor((at - partHeadSize) / sealedSegmentSize);
    const start = at < partHeadSize ? 0 : partHeadSize + segment * sealedSegmentSize;
    const piece = at < partHeadSize ? three : three.slice(start, start + sealedSegmentSize);
    for (let bit = (at - start) * 8; bit < (at - start) * 8 + 8; bit++) {
      const flipped = flipBit(piece, bit);
      const code =
        at < partHeadSize
          ? await opens(flipped)
          : await outcome(() => openSegment(key, segment, segment === 2, flipped));
      expect(code).toBe(at === 0 ? 'unknown-version' : 'damaged-file');
      refused++;
    }
  }
  expect(refused).toBe(bytes.size * 8);
  expect(bytes.size).toBeGreaterThan(780);
}, 300_000);

it('refuses all orders of four segments but the right one', async () => {
  const { sealed } = await sealPart(file, 0, true, filled(4 * segmentSize));
  const [head, ...segments] = cut(sealed);
  const orders = permutations([0, 1, 2, 3]);
  const results = await Promise.all(
    orders.map(async (order) => [
      order.join(''),
      await opens(concat(head, ...order.map((i) => segments[i]!))),
    ]),
  );
  expect(results.filter(([, code]) => code === 'opened')).toEqual([['0123', 'opened']]);
  expect(results.filter(([, code]) => code === 'damaged-file')).toHaveLength(23);
});

it('refuses every prefix, drop, doubling and extension', async () => {
  const [head, first, second, third] = cut(three);
  const wrong = [
    concat(head),
    concat(head, first!),
    concat(head, first!, second!),
    concat(head, second!, third!),
    concat(head, first!, third!),
    concat(head, third!),
    concat(head, first!, first!, third!),
    concat(head, first!, second!, second!, third!),
    concat(head, first!, second!, third!, third!),
    concat(three, new Uint8Array(1)),
    concat(three, new Uint8Array(16)),
    concat(first!, second!, third!),
  ];
  for (const length of fc.sample(fc.nat(three.length - 1), 100)) wrong.push(three.slice(0, length));
  for (let length = 0; length < 64; length++) wrong.push(three.slice(0, length));
  for (const bytes of wrong) expect(['damaged-file', 'unknown-version']).toContain(await opens(bytes));
});

it('refuses the last part as a middle one and a middle one as the last', async () => {
  const full = (await sealPart(file, 0, false, filled(partSize))).sealed;
  expect(await opens(full, 0, false)).toBe('opened');
  expect(await opens(full, 0, true)).toBe('damaged-file');
  expect(await opens(full, 1, false)).toBe('damaged-file');
  const last = (await sealPart(file, 1, true, filled(partSize))).sealed;
  expect(await opens(last, 1, true)).toBe('opened');
  expect(await opens(last, 1, false)).toBe('damaged-file');
  expect(await opens(last, 0, true)).toBe('damaged-file');
  expect(await opens(three, 0, false)).toBe('damaged-file');
});

it('refuses segments of another part or sealing, even under the same file key', async () => {
  const again = (await sealPart(file, 0, true, plain)).sealed;
  expect(equalBytes(again.slice(1, partHeadSize), three.slice(1, partHeadSize))).toBe(false);
  const [head, first, second, third] = cut(three);
  const [, otherFirst, , otherThird] = cut(again);
  expect(await opens(concat(head, otherFirst!, second!, third!))).toBe('damaged-file');
  expect(await opens(concat(head, first!, second!, otherThird!))).toBe('damaged-file');
});

it('refuses the file of another document, upload, workspace or key', async () => {
  const changes: Partial<FileContext>[] = [
    { fileKey: createFileKey() },
    { workspaceId: id(99) },
    { documentId: id(99) },
    { blobId: id(99) },
  ];
  for (const change of changes) {
    expect(await opens(three, 0, true, { ...file, ...change })).toBe('damaged-file');
  }
  expect(changes).toHaveLength(Object.keys(file).length);
});

/** Makes segments sealed with the file's key against the rules: `lasts` marks each, counted from 0. */
async function craft(plains: Bytes[], lasts: boolean[]): Promise<Bytes> {
  const head = concat(new Uint8Array([1]), randomBytes(16));
  const key = await importPartKey(file, head);
  const segments = await Promise.all(
    plains.map((plain, i) => {
      const nonce = concat(key.prefix, u32(i), new Uint8Array([lasts[i] ? 1 : 0]));
      return aesGcmSeal(key.aes, nonce, new Uint8Array(0), plain);
    }),
  );
  return concat(head, ...segments);
}

it('refuses parts and segments of sizes that the layout does not have, though the key sealed them', async () => {
  expect(await opens(await craft([plain.slice(0, 700)], [true]))).toBe('opened');
  const short = await craft([plain.slice(0, 700)], [false]);
  expect(await opens(short, 0, false)).toBe('damaged-file');
  const full = Array.from({ length: 17 }, () => plain.slice(0, segmentSize));
  expect(
    await opens(
      await craft(
        full,
        full.map((_, i) => i === 16),
      ),
    ),
  ).toBe('damaged-file');
  const long = await craft([plain.slice(0, segmentSize + 1)], [true]);
  const key = await importPartKey(file, long.slice(0, partHeadSize));
  expect(await outcome(() => openSegment(key, 0, true, long.slice(partHeadSize)))).toBe('damaged-file');
  expect(await opens(long)).toBe('damaged-file');
});

it('holds a part against the size and hash in the sealed record', async () => {
  const { sealed, sha256 } = await sealPart(file, 0, true, plain);
  const opened = (size: number, hash: Bytes) =>
    outcome(() => openPart(file, 0, true, sealed, { size, sha256: hash }));
  expect(await opened(sealed.length, sha256)).toBe('opened');
  expect(await opened(sealed.length + 1, sha256)).toBe('damaged-file');
  expect(await opened(sealed.length, randomBytes(32))).toBe('damaged-file');
});

it('seals a part with nothing in it', async () => {
  const { sealed } = await sealPart(file, 3, true, new Uint8Array(0));
  expect(sealed).toHaveLength(partHeadSize + 16);
  expect(await openPart(file, 3, true, sealed)).toHaveLength(0);
  expect(await opens(sealed, 2)).toBe('damaged-file');
  expect(await opens(new Uint8Array(0))).toBe('damaged-file');
});

it('refuses to seal what is no part', async () => {
  expect(await outcome(() => sealPart(file, 0, false, plain))).toBe('malformed');
  expect(await outcome(() => sealPart(file, 0, true, new Uint8Array(partSize + 1)))).toBe('malformed');
  expect(await outcome(() => sealPart({ ...file, fileKey: new Uint8Array(5) }, 0, true, plain))).toBe(
    'malformed',
  );
  expect(await outcome(() => sealPart(file, 2 ** 30, true, plain))).toBe('malformed');
});

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
