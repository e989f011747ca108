// @vitest-environment happy-dom
/** The entries of a task while some hours are not here yet: nobody is told that those that are here are all. */
import { createProject } from '@kontor/client/nouns/project';
import { entryPlaceOf } from '@kontor/client/nouns/timeEntry';
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { TaskTimes } from './taskTimes.tsx';

vi.mock('../../ui/nav/queryLink.tsx', () => ({ QueryLink: () => null }));
vi.mock('../../features/member/queries.ts', () => ({ usePeople: () => new Map() }));

it('counts the entries of a task once everything is here, and says until then that more comes', async () => {
  const userId = '019a0000-0000-7000-8000-0000000000d1';
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  const records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, hours, userId);
  const task = records.create('task', createProject(records, { name: 'Villa' }).id, { title: 'Plans' });
  for (let n = 0; n < 6; n++) {
    const from = Date.UTC(2026, 9, 5 + n, 8);
    const times = { status: 'DONE' as const, segments: [{ from, to: from + 3_600_000 }], zone: 'UTC' };
    records.create('timeEntry', hours, { ...entryPlaceOf(records, task.id), ...times, isBillable: true });
  }
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...records, loaded }, userId } as unknown as OpenWorkspace);
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <TaskTimes task={task} onOpen={() => {}} />
      </MantineProvider>,
    ),
  );
  expect(element.textContent).toContain('More is still being loaded.');
  expect(element.textContent).not.toContain('All 6 entries');
  flushSync(() => loaded.set({ ...loaded.get(), isComplete: true }));
  expect(element.textContent).not.toContain('More is still being loaded.');
  expect(element.textContent).toContain('All 6 entries');
  flushSync(() => root.unmount());
  await records.close();
});
