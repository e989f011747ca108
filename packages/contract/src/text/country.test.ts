import { describe, expect, it } from 'vitest';
import { countries, nationalities } from './country.ts';

describe('the countries', () => {
  it('are many, each once, and hold those that people live in here', () => {
    expect(nationalities.length).toBeGreaterThan(240);
    expect(new Set(nationalities).size).toBe(nationalities.length);
    expect([...nationalities]).toEqual(expect.arrayContaining([...countries]));
  });

  it.each(['en', 'de'])('have a name of their own in %s', (language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    const named = nationalities.map((code) => names.of(code.toUpperCase()));
    expect(named.filter((name) => !name)).toEqual([]);
    expect(new Set(named).size).toBe(nationalities.length);
  });
});
