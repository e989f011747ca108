import { describe, expect, it } from 'vitest';
import { destination } from './destination.ts';

const origin = 'https://kontor.example';

describe('the way after the sign-in', () => {
  it('prefers the callback, then the redirect, then the root', () => {
    expect(destination({ callbackUrl: `${origin}/a?b=1`, redirect: '/c' }, origin)).toBe('/a?b=1');
    expect(destination({ redirect: '/c/d?e=1#f' }, origin)).toBe('/c/d?e=1#f');
    expect(destination({}, origin)).toBe('/');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/x',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://kontor.example@evil.example/',
    '/.//evil.example',
    '/login?redirect=/x',
  ])('does not leave for %j', (redirect) => expect(destination({ redirect }, origin)).toBe('/'));
});
