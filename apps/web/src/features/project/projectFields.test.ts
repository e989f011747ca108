import { expect, it } from 'vitest';
import { projectChanges, projectErrors, projectValues, typeIn } from './projectFields.ts';

const none = () => false;

it('finds a missing name, a long one and dates the wrong way round', () => {
  const values = projectValues(undefined);
  expect(projectErrors(values, none)).toEqual({ name: 'Required' });
  expect(projectErrors({ ...values, name: '   ' }, none)).toEqual({ name: 'Required' });
  expect(projectErrors({ ...values, name: 'x'.repeat(201) }, none)).toEqual({
    name: 'At most 200 characters',
  });
  const wrongWay = { ...values, name: 'x', startDate: '2026-02-02', endDate: '2026-02-01' };
  expect(projectErrors(wrongWay, none)).toEqual({ endDate: 'The end lies before the start' });
  expect(projectErrors(wrongWay, (name) => name === 'startDate')).toEqual({
    startDate: 'The end lies before the start',
  });
  expect(projectErrors({ ...values, name: 'x', endDate: '2026-02-01' }, none)).toEqual({});
});

it('writes what was changed and nothing else, the type with the customer', () => {
  const values = { ...projectValues(undefined), name: ' Roof ', customerId: 'alder' };
  expect(projectChanges({ name: ' Roof ' }, values)).toEqual({ name: 'Roof' });
  expect(projectChanges({ customerId: 'alder' }, values)).toEqual({
    customerId: 'alder',
    type: 'CUSTOMER_PROJECT',
  });
  expect(projectChanges({ archived: false }, values)).toEqual({ archivedAt: undefined });
  expect(Object.keys(projectChanges({ archived: false }, values))).toEqual(['archivedAt']);
});

it('makes a project that has a customer a customer project, and one without none', () => {
  expect(typeIn({ ...projectValues(undefined, 'open', 'alder') })).toBe('CUSTOMER_PROJECT');
  expect(typeIn({ type: 'WORKSPACE_TEAM', customerId: 'alder' })).toBe('CUSTOMER_PROJECT');
  expect(typeIn({ type: 'CUSTOMER_PROJECT', customerId: '' })).toBe('WORKSPACE_PROJECT');
  expect(typeIn({ type: 'WORKSPACE_TEAM', customerId: '' })).toBe('WORKSPACE_TEAM');
});
