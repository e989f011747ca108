import { describe, expect, it } from 'vitest';
import { rules } from './trustedTypes.ts';

const { createHTML, createScriptURL } = rules('https://kontor.example/login');

describe('the default policy', () => {
  it('lets our own worker pass', () =>
    expect(createScriptURL('/assets/vault-1a2b.js')).toBe('https://kontor.example/assets/vault-1a2b.js'));

  it.each([
    'https://evil.example/assets/x.js',
    '//evil.example/assets/x.js',
    '/api/s3/file.js',
    '/assets/../api/x.js',
    'data:text/javascript,1',
    'blob:https://kontor.example/1',
  ])('refuses the script %s', (url) => expect(createScriptURL(url)).toBeNull());

  it('lets style text pass and refuses markup', () => {
    expect(createHTML(':root { --x: 1px }')).toBe(':root { --x: 1px }');
    expect(createHTML('<img src=x onerror=alert(1)>')).toBeNull();
  });
});
