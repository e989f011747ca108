import { expect, it } from 'vitest';
import { isOverdue } from './overdue.ts';

it('calls late only what is open and behind its date', () => {
  const today = '2026-11-21';
  expect(isOverdue({ status: 'TODO', dueDate: '2026-11-20' }, today)).toBe(true);
  expect(isOverdue({ status: 'DONE', dueDate: '2026-11-20' }, today)).toBe(false);
  expect(isOverdue({ status: 'TODO', dueDate: today }, today)).toBe(false);
  expect(isOverdue({ status: 'TODO' }, today)).toBe(false);
});
