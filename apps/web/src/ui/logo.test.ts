import { toBase64Url } from '@kontor/contract/wire/bytes';
import { expect, it, vi } from 'vitest';
import { logoUrl } from './logo.ts';

/** Returns the begin of a PNG that says it is of this size; `mark` tells it from others. */
function png(width: number, height: number, mark = 0): string {
  const view = new DataView(new ArrayBuffer(28));
  for (const [at, word] of [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, width, height, mark].entries())
    view.setUint32(4 * at, word);
  return toBase64Url(new Uint8Array(view.buffer));
}

it('gives pictures an address, and what is none no error', () => {
  expect(logoUrl(png(512, 512))).toMatch(/^blob:/);
  expect(logoUrl(png(512, 512))).toBe(logoUrl(png(512, 512)));
  for (const none of ['<svg onload=alert(1)>', '', 'iVBORw0KGgo']) expect(logoUrl(none)).toBeUndefined();
});

it('draws no picture that says it is larger than those that are made here', () => {
  for (const [width, height] of [
    [513, 1],
    [1, 513],
    [60_000, 60_000],
  ] as const)
    expect(logoUrl(png(width, height))).toBeUndefined();
});

it('lets go of what nobody asked for in a long time', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const [asked, forgotten] = [logoUrl(png(1, 1, 1)), logoUrl(png(1, 1, 2))];
  for (let mark = 3; mark < 2_100; mark++) {
    logoUrl(png(1, 1, mark));
    logoUrl(png(1, 1, 1));
  }
  expect(revoke).toHaveBeenCalledWith(forgotten);
  expect(revoke).not.toHaveBeenCalledWith(asked);
  revoke.mockRestore();
});
