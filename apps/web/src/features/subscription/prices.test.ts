import { expect, it } from 'vitest';
import { grossOf, vatText } from './prices.ts';

it('names the rate that is charged, also a broken one', () => {
  expect([vatText(8.1), grossOf(10_000, 8.1)]).toEqual(['8.1%', 10_810]);
  expect(vatText(20)).toBe('20%');
});
