import { describe, expect, it } from 'vitest';
import { concat } from './bytes.ts';
import { decodeSync, encodeSync, type SyncAnswer } from './sync.ts';

const answer: SyncAnswer = {
  scopes: [
    {
      id: 's',
      kind: 'project',
      access: 'open',
      cursor: 4,
      keys: [],
      isWhole: true,
      rows: [1, 2].map((n) => ({
        entity: 'task',
        id: `t${n}`,
        scopeId: 's',
        version: n,
        revision: n,
        refs: {},
        sealed: new Uint8Array(n * 3).fill(n),
        deleted: n === 2,
        updatedAt: 5,
      })),
    },
  ],
  log: [],
  gone: [],
  more: false,
};

describe('sync answers', () => {
  it('come back as they were sent', () => expect(decodeSync(concat(...encodeSync(answer)))).toEqual(answer));

  it('are refused when cut short or extended', () => {
    const bytes = concat(...encodeSync(answer));
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeSync(bytes.subarray(0, length))).toThrow();
    expect(() => decodeSync(concat(bytes, new Uint8Array(1)))).toThrow(RangeError);
  });
});
