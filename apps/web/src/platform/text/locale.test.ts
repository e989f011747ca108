// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { chooseLanguage, chooseRegion, language, setLanguage, speak } from './locale.ts';

it('prefers the cookie, then the browser, then English', () => {
  expect(chooseLanguage('a=b; locale=de', ['en-US'])).toBe('de');
  expect(chooseLanguage('locale=xx', ['fr-FR', 'de-AT'])).toBe('de');
  expect(chooseLanguage('', ['fr-FR'])).toBe('en');
  expect(chooseLanguage('notlocale=de', [])).toBe('en');
});

it('formats by the region of the browser when it speaks the language', () => {
  expect(chooseRegion('de', ['en-US', 'de-AT'])).toBe('de-AT');
  expect(chooseRegion('de', ['en-US'])).toBe('de-DE');
});

it('remembers the language for 31,536,000 s, and leaves an unknown one aside', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  setLanguage('de');
  expect(written.mock.calls).toEqual([['locale=de; max-age=31536000; path=/; samesite=lax']]);
  expect([language(), document.documentElement.lang]).toEqual(['de', 'de']);
  setLanguage('fr');
  expect(written).toHaveBeenCalledTimes(1);
  expect(language()).toBe('de');
  speak('en');
});
