import { expect, it } from 'vitest';
import { factsFailure } from './factsFailure.ts';

const conflict = { code: 'CONFLICT' };

it('says what the server did not take', () => {
  expect(factsFailure(new Error('x'), { name: 'Cedar' })).toBe('Name, colour and logo could not be changed');
  expect(factsFailure(new Error('x'), { logo: 'iVBOR' })).toBe('The logo could not be uploaded');
  expect(factsFailure(new Error('x'), { logo: '' })).toBe('The logo could not be deleted');
  expect(factsFailure(conflict, { name: 'Cedar' })).toMatch(/^This does not go/);
});

it('says that the details are stored where the name beside them was not', () => {
  const facts = { name: 'Cedar', email: 'office@cedar.example' };
  expect(factsFailure(conflict, facts)).toMatch(
    /^Only the details .* are saved\. This does not go .*again\.$/,
  );
  expect(factsFailure(new Error('x'), facts)).toMatch(
    /are saved\. Name, colour and logo could not be changed$/,
  );
  expect(factsFailure(new Error('x'), { logo: 'iVBOR', email: '' })).toMatch(
    /are saved\. The logo could not be uploaded$/,
  );
});
