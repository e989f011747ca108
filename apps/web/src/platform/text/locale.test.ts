import { expect, it } from 'vitest';
import { chooseLanguage, chooseRegion } from './locale.ts';

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
