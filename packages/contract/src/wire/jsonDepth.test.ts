import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestsDeeper } from './jsonDepth.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('nestsDeeper', () => {
  it('counts as the parser nests', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        const depth = depthOf(value);
        return !nestsDeeper(text, depth) && (depth === 0 || nestsDeeper(text, depth - 1));
      }),
    );
  });

  it('ignores brackets in strings, behind escapes too', () => {
    expect(nestsDeeper('{"a":"[[[[\\"[[[["}', 1)).toBe(false);
    expect(nestsDeeper('{"a":"\\\\",\t"b":[[]]}', 2)).toBe(true);
  });

  it('stops early in text that is no JSON', () => expect(nestsDeeper('['.repeat(1_000_000), 32)).toBe(true));
});
