import { expect, it } from 'vitest';
import { budgetLevel } from './budgetBar.tsx';

it.each([
  [0, 'within'],
  [79.9, 'within'],
  [80, 'near'],
  [99.9, 'near'],
  [100, 'over'],
  [180, 'over'],
])('of 100, %d is %s', (used, level) => expect(budgetLevel(used, 100)).toBe(level));
