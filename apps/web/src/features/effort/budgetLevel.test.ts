import { expect, it } from 'vitest';
import { levelOf } from './budgetLevel.ts';

it.each([
  [79.9, 100, 0],
  [80, 100, 80],
  [99, 100, 80],
  [100, 100, 100],
  [250, 100, 100],
  [5, undefined, 0],
  [5, 0, 0],
])('%d of %s is level %d', (used, budget, level) => expect(levelOf(used, budget)).toBe(level));
