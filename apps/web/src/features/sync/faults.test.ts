import type { Fault } from '@kontor/client/replica/fault';
import { expect, it } from 'vitest';
import { sortFaults } from './faults.ts';

const fault = (kind: Fault['kind'], scopeId = 'p1'): Fault => ({
  kind,
  entity: 'task',
  id: kind,
  scopeId,
  version: 1,
  revision: 1,
});

it('tells what was not opened from what is old and from keys', () => {
  const faults = [
    fault('not-verified'),
    fault('hint-differs'),
    fault('rolled-back'),
    fault('resurrected'),
    fault('held-back'),
    fault('misplaced'),
    fault('unconfirmed-keys'),
    fault('withheld-log', 'p2'),
    fault('forked-log', 'p2'),
    fault('cycle'),
    fault('not-kept', ''),
    fault('not-verified', 'p2'),
    fault('withdrawn'),
    fault('unreadable-act', ''),
  ];
  const { unopened, old, incomplete, withheld, forked, keys, loops, withdrawn, acts } = sortFaults(faults);
  expect(incomplete.map(({ kind }) => kind)).toEqual(['held-back', 'misplaced']);
  expect([...withheld, ...forked].map(({ kind }) => kind)).toEqual(['withheld-log', 'forked-log']);
  expect([unopened, old, keys, loops, withdrawn, acts].map((list) => list.length)).toEqual([
    3, 2, 1, 1, 1, 1,
  ]);
  const one = sortFaults(faults, 'p1');
  expect(one.unopened.map(({ kind }) => kind)).toEqual(['not-verified', 'hint-differs']);
  expect([one.withheld, one.forked], 'the members concern each project').toEqual([withheld, forked]);
  expect(one.isFull).toBe(true);
  expect(one.acts).toHaveLength(1);
  const none = { unopened: [], old: [], incomplete: [], withheld: [], forked: [], keys: [], loops: [] };
  expect(sortFaults([])).toEqual({ ...none, withdrawn: [], acts: [], isFull: false });
});
