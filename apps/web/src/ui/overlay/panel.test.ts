import { expect, it } from 'vitest';
import { panelSearch } from './panel.ts';

it('reads the address of a slide-over and drops everything else', () => {
  expect(panelSearch({ panel: 'task', item: 'x', other: 1 })).toEqual({ panel: 'task', item: 'x' });
  expect(panelSearch({ panel: 3, item: 'x' })).toEqual({});
});
