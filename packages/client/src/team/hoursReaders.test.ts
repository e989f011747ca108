import type { LogState } from '@kontor/contract/memberLog/state';
import { expect, it } from 'vitest';
import { hasLeft } from './hoursReaders.ts';

const employee = { role: 'EMPLOYEE', status: 'ACTIVE' };
const customer = { role: 'CUSTOMER', status: 'ACTIVE' };
const off = { status: 'INACTIVE' };

it.each([
  ['works here', [employee], false],
  ['became an admin', [employee, { ...employee, role: 'ADMIN' }], false],
  ['was switched off and on', [employee, { ...employee, ...off }, employee], true],
  ['was removed and came back', [employee, undefined, employee], true],
  ['was a customer for a while', [employee, customer, employee], true],
  ['was a customer who was switched off', [customer, { ...customer, ...off }, customer, employee], false],
  ['was a customer who was removed', [customer, undefined, employee], false],
  ['was a customer of another one', [customer, { ...customer }, employee], false],
])('knows whether hours may be closed to somebody who %s', (_, places, expected) => {
  const members = new Map([['ada', places.map((fact, seq) => ({ seq, fact }))]]);
  expect(hasLeft({ history: { members } } as unknown as LogState, 'ada')).toBe(expected);
});
