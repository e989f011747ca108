import { describe, expect, it } from 'vitest';
import { ownPath } from './target.ts';

describe('ownPath', () => {
  it.each(['/', '/w/tasks', '/w/tasks?x=1#y', '/login?redirect=%2Fw'])('keeps %s', (path) =>
    expect(ownPath(path)).toBe(path),
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
    '',
    undefined,
    7,
    ['/x'],
    `/${'a'.repeat(3_000)}`,
  ])('turns %j into the root', (target) => expect(ownPath(target)).toBe('/'));

  it('never answers what a browser takes for another site', () => {
    for (const target of ['/a\\..\\..\\/evil', '/%2F/evil', '/%5Cevil', '/ /evil', '/./\\evil']) {
      expect(new URL(ownPath(target), 'https://own.example').host).toBe('own.example');
    }
  });
});
