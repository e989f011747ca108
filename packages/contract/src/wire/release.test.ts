import { expect, it } from 'vitest';
import { release } from './release.ts';

it('takes the memory of all that is given, at once', () => {
  const spent = [new Uint8Array(3), new Uint8Array(5)];
  release(...spent);
  expect(spent.map(({ buffer }) => buffer.detached)).toEqual([true, true]);
  release();
});
