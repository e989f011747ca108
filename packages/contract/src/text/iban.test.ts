import { describe, expect, it } from 'vitest';
import { compactIban, isIban, printedIban } from './iban.ts';

/** The standard's and the banks' own examples. */
const valid = [
  'DE89 3704 0044 0532 0130 00',
  'AT61 1904 3002 3457 3201',
  'CH93 0076 2011 6238 5295 7',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'BR15 0000 0000 0000 1093 2840 814P 2',
];

describe('an IBAN', () => {
  it.each(valid)('is taken: %s', (iban) => {
    expect(isIban(iban)).toBe(true);
    expect(isIban(iban.toLowerCase().replaceAll(' ', ''))).toBe(true);
    expect(printedIban(compactIban(iban))).toBe(iban);
  });

  it.each(valid)('is refused with any one digit changed: %s', (iban) => {
    const compact = compactIban(iban);
    let tried = 0;
    for (let at = 2; at < compact.length; at++) {
      if (!/\d/.test(compact[at]!)) continue;
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === compact[at]) continue;
        tried++;
        expect(isIban(compact.slice(0, at) + digit + compact.slice(at + 1))).toBe(false);
      }
    }
    expect(tried).toBeGreaterThan(100);
  });

  it.each([
    '',
    'DE',
    'DE89',
    'DE89 3704 0044 0532 0130 0',
    '3704 0044 0532 0130 00',
    'DE89-3704-0044-0532-0130-00',
  ])('is refused: "%s"', (iban) => expect(isIban(iban)).toBe(false));

  it('is refused with two neighbouring digits changed round', () =>
    expect(isIban('DE89 3704 0044 0532 0103 00')).toBe(false));
});
