import { allCountries } from '@kontor/contract/text/country';
import { expect, it } from 'vitest';
import { countryName, sortedCountries } from './countries.ts';

it('names countries in both languages', () => {
  expect(countryName('at', 'de')).toBe('Österreich');
  expect(countryName('at', 'en')).toBe('Austria');
});

it('lists all of them, in the order of the language', () => {
  const german = sortedCountries(allCountries, 'de');
  expect(german.map(({ value }) => value).sort()).toEqual([...allCountries].sort());
  const labels = german.map(({ label }) => label);
  // Umlauts stand where a German looks for them, and not behind Z.
  expect(labels.indexOf('Österreich')).toBeLessThan(labels.indexOf('Pakistan'));
  expect(sortedCountries(allCountries, 'en').map(({ value }) => value)).not.toEqual(
    german.map(({ value }) => value),
  );
});
