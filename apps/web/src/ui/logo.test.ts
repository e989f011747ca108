import { expect, it } from 'vitest';
import { logoUrl } from './logo.ts';

it('gives pictures an address, and what is none no error', () => {
  expect(logoUrl('iVBORw0KGgo')).toMatch(/^blob:/);
  expect(logoUrl('<svg onload=alert(1)>')).toBeUndefined();
  expect(logoUrl('')).toBeUndefined();
});
