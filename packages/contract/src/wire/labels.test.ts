import { expect, it } from 'vitest';
import { labels } from './labels.ts';

it('gives every use a label of its own', () => {
  const values = Object.values(labels);
  expect(new Set(values).size).toBe(values.length);
  for (const label of values) expect(label).toMatch(/^kontor\/[a-z-]+\/v[12]$/);
});
