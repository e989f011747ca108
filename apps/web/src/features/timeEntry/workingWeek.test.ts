import { expect, it } from 'vitest';
import { weekErrors, weeksWith, weekValues } from './workingWeek.ts';

const weeks = [
  { from: '2026-01-05', minutes: [480, 480, 480, 480, 360, 0, 0], region: 'de-by' as const },
  { from: '2026-06-01', minutes: [240, 0, 0, 0, 0, 0, 0] },
];

it('begins with the newest week, this Monday and the country of the firm', () => {
  expect(weekValues(weeks, '2026-11-22', 'de')).toMatchObject({
    from: '2026-11-16',
    region: '',
    monday: '4:00',
    friday: '',
  });
  expect(weekValues(weeks.slice(0, 1), '2026-11-22', 'de')).toMatchObject({
    region: 'de-by',
    friday: '6:00',
  });
  expect(weekValues([], '2026-11-22', 'at')).toMatchObject({ region: 'at', monday: '' });
  // A week to come is changed, not one put before it.
  expect(weekValues(weeks, '2026-05-20', undefined).from).toBe('2026-06-01');
  // So is one that began in this week, also behind its Monday: another from Monday on would leave the wrong one in force.
  const midweek = [...weeks, { from: '2026-12-01', minutes: [480, 0, 0, 0, 0, 0, 0] }];
  for (const day of ['2026-12-01', '2026-12-04', '2026-12-06'])
    expect(weekValues(midweek, day, undefined).from).toBe('2026-12-01');
  expect(weekValues(midweek, '2026-12-07', undefined).from).toBe('2026-12-07');
});

it('takes hours as they are typed, and no more than a day has', () => {
  const values = { ...weekValues([], '2026-11-22', 'at'), monday: '8', tuesday: '7,5', wednesday: '450m' };
  expect(weekErrors(values)).toEqual({});
  expect(weekErrors({ ...values, from: 'soon', friday: '25', sunday: 'much' })).toMatchObject({
    from: expect.any(String),
    friday: expect.any(String),
    sunday: expect.any(String),
  });
  expect(weeksWith(weeks, { ...values, from: '2026-05-01' })).toEqual([
    weeks[0],
    { from: '2026-05-01', minutes: [480, 450, 450, 0, 0, 0, 0], region: 'at' },
    // What was planned for later stays.
    weeks[1],
  ]);
  expect(weeksWith(weeks, { ...values, from: '2026-06-01' })).toMatchObject([weeks[0], { region: 'at' }]);
  expect(weeksWith([], { ...values, region: 'nowhere' })[0]).not.toHaveProperty('region');
});
