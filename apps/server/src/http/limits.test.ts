import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './limits.ts';

describe('isOwnOrigin', () => {
  const env = { PUBLIC_URL: 'https://kontor.example.org' };
  const ask = (headers: Record<string, string>) => isOwnOrigin(env, { headers });

  it('takes our own pages and clients that are no browsers', () => {
    expect(ask({ host: 'x' })).toBe(true);
    expect(ask({ host: '10.0.0.1:4000', origin: 'https://kontor.example.org' })).toBe(true);
    expect(ask({ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' })).toBe(true);
  });

  it.each([
    'https://evil.example',
    'null',
    'https://kontor.example.org.evil.example',
    'http://kontor.example.org',
    '',
  ])('refuses %s', (origin) => expect(ask({ host: '10.0.0.1:4000', origin })).toBe(false));
});
