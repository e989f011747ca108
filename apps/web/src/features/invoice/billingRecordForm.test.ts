import { expect, it } from 'vitest';
import { billingShow } from './billingRecordForm.tsx';

it('names the country and the language of both sides', () => {
  expect([billingShow.country('at'), billingShow.country('')]).toEqual(['Austria', '']);
  expect(billingShow.language('de')).toBe('German');
});
