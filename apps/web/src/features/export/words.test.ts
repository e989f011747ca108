import { afterEach, expect, it } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { roundingWords } from './words.ts';

afterEach(() => speak('en'));

it('says on the paper for the customer how times were rounded, in a sentence of each language', () => {
  const said = (minutes = 15) =>
    (['up', 'down', 'nearest'] as const).flatMap((direction) =>
      roundingWords({ minutes, direction, basis: 'entry' }),
    );
  expect(said()).toEqual([
    'Time to bill rounded up to 15 minutes, per entry',
    'Time to bill rounded down to 15 minutes, per entry',
    'Time to bill rounded to the nearest 15 minutes, per entry',
  ]);
  expect(said(1)).toEqual([
    'Time to bill rounded up to the minute, per entry',
    'Time to bill rounded down to the minute, per entry',
    'Time to bill rounded to the nearest minute, per entry',
  ]);
  speak('de');
  expect(said()).toEqual([
    'Abzurechnende Zeit auf volle 15 Minuten aufgerundet, je Eintrag',
    'Abzurechnende Zeit auf volle 15 Minuten abgerundet, je Eintrag',
    'Abzurechnende Zeit auf volle 15 Minuten kaufmännisch gerundet, je Eintrag',
  ]);
  expect(said(1)).toEqual([
    'Abzurechnende Zeit auf die volle Minute aufgerundet, je Eintrag',
    'Abzurechnende Zeit auf die volle Minute abgerundet, je Eintrag',
    'Abzurechnende Zeit auf die volle Minute kaufmännisch gerundet, je Eintrag',
  ]);
  expect(roundingWords({ minutes: 0, direction: 'up', basis: 'entry' })).toEqual([]);
});
