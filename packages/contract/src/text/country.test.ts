import { describe, expect, it } from 'vitest';
import { allCountries, countries } from './country.ts';

describe('the countries', () => {
  it('are many, each once, and hold those whose VAT is known', () => {
    expect(allCountries.length).toBeGreaterThan(240);
    expect(new Set(allCountries).size).toBe(allCountries.length);
    expect([...allCountries]).toEqual(expect.arrayContaining([...countries]));
  });

  it.each(['en', 'de'])('have a name of their own in %s', (language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    const named = allCountries.map((code) => names.of(code.toUpperCase()));
    expect(named.filter((name) => !name)).toEqual([]);
    expect(new Set(named).size).toBe(allCountries.length);
  });
});
