import { expect, it } from 'vitest';
import { actFault } from './words.ts';

it('says of a request that somebody else wrote that it is the request', () => {
  expect(actFault('forged')).toBe(
    'Somebody else wrote this request in the name of whoever asks. Nobody should sign it.',
  );
});
