import { expect, it } from 'vitest';
import { draftOf, projectProblems, typeIn } from './draft.ts';

it('finds a missing name, a long one and dates the wrong way round', () => {
  const draft = draftOf(undefined);
  expect(projectProblems(draft)).toEqual({ name: 'Required' });
  expect(projectProblems({ ...draft, name: '   ' })).toEqual({ name: 'Required' });
  expect(projectProblems({ ...draft, name: 'x'.repeat(201) })).toEqual({ name: 'At most 200 characters' });
  expect(projectProblems({ ...draft, name: 'x', startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual({
    endDate: 'The end lies before the start',
  });
  expect(projectProblems({ ...draft, name: 'x', endDate: '2026-02-01' })).toEqual({});
});

it('makes a project that has a customer a customer project, and one without none', () => {
  expect(typeIn({ ...draftOf(undefined, 'open', 'alder') })).toBe('CUSTOMER_PROJECT');
  expect(typeIn({ type: 'WORKSPACE_TEAM', customerId: 'alder' })).toBe('CUSTOMER_PROJECT');
  expect(typeIn({ type: 'CUSTOMER_PROJECT', customerId: undefined })).toBe('WORKSPACE_PROJECT');
  expect(typeIn({ type: 'WORKSPACE_TEAM', customerId: undefined })).toBe('WORKSPACE_TEAM');
});
