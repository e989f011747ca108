import { expect, it } from 'vitest';
import { businessFaults, businessOf, emptyBusiness } from './businessFields.tsx';

it.each(['https://kontor.example', 'http://kontor.example/path'])('takes the website %s', (website) =>
  expect(businessFaults({ ...emptyBusiness, website })).toEqual({}),
);

it.each(['javascript:alert(1)', 'kontor.example', 'data:text/html,x', 'https://'])(
  'refuses the website %s',
  (website) => expect(businessFaults({ ...emptyBusiness, website })).toHaveProperty('website'),
);

it('leaves out what was not filled in', () =>
  expect(businessOf({ ...emptyBusiness, phone: '  ', taxId: ' 12/34 ' })).toEqual({ taxId: '12/34' }));
