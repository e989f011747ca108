import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('moves for less than 150 ms', () => {
  const durations = Object.entries(theme.components ?? {}).flatMap(([name, component]) => {
    const { transitionDuration, transitionProps } = (component?.defaultProps ?? {}) as {
      transitionDuration?: number;
      transitionProps?: { duration: number };
    };
    const duration = transitionDuration ?? transitionProps?.duration;
    return duration === undefined ? [] : [[name, duration] as const];
  });
  expect(durations.filter(([, duration]) => duration >= 150)).toEqual([]);
  // Theirs is 200 ms unless told.
  expect(durations.map(([name]) => name)).toContain('SegmentedControl');
});
