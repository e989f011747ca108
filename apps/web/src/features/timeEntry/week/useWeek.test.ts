import { createProject } from '@kontor/client/nouns/project';
import { createHours } from '@kontor/client/nouns/workingTime';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it } from 'vitest';
import { tasksBefore } from './useWeek.ts';

const userId = '019a0000-0000-7000-8000-0000000000d1';

it('finds the tasks of the week before, from its Monday to its Sunday', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(records, hours, userId);
  const { id: projectId } = createProject(records, { name: 'Villa' });
  const ids = ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-15', '2026-11-16'].map((day) => {
    const { id: taskId } = records.create('task', projectId, { title: day });
    const from = Date.parse(`${day}T08:00Z`);
    const named = { taskId, projectId, taskTitle: day, projectName: 'Villa', zone: 'UTC' };
    records.create('timeEntry', hours, {
      ...{ ...named, status: 'DONE', isBillable: true, segments: [{ from, to: from + 3_600_000 }] },
    });
    return taskId;
  });
  expect(tasksBefore(records.collections, hours, '2026-11-16').sort()).toEqual(ids.slice(1, 4).sort());
  await records.close();
});
