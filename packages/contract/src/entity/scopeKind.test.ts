import { expect, it } from 'vitest';
import { mayBeOpen, scopeKind, scopeKinds } from './scopeKind.ts';

it('has a kind above each whose key may lie wrapped, and that one before it', () => {
  for (const [place, kind] of scopeKinds.entries()) {
    const { key, under } = scopeKind(kind);
    const isWrapped = (key === 'logged' && kind !== 'admins') || mayBeOpen(kind);
    expect(under !== undefined, kind).toBe(isWrapped);
    if (under) expect(scopeKinds.indexOf(under), kind).toBeLessThan(place);
  }
});
