// @vitest-environment happy-dom
/** The history of a task over the real client, whatever a colleague signed as a change of it. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { toldFields } from '@kontor/contract/nouns/taskEdit';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { TaskHistory } from './taskHistory.tsx';

it('shows a change with whatever value, and the honest one beside it', async () => {
  const device = createDevice();
  const { userId } = device;
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records: replica, userId } as unknown as OpenWorkspace);
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const task = replica.create('task', scopeId, { title: 'Paint', createdBy: userId });
  const add = (field: string, from: unknown, to: unknown) =>
    replica.create('taskEdit', scopeId, {
      taskId: task.id,
      userId,
      at: Date.now(),
      edits: [{ field, from, to }] as never,
    });
  add('dueDate', null, '2026-12-01');
  for (const field of toldFields)
    for (const value of ['boo', 5, ['x'], 'constructor', '__proto__', 1e308, { toString: 1 }, undefined]) {
      add(field, value, null);
      add(field, null, value);
    }
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <TaskHistory task={replica.collections.task.get(task.id)!} people={new Map()} />
      </MantineProvider>,
    ),
  );
  expect(element.textContent).toContain('Due:  Dec 1, 2026');
  expect(element.textContent).not.toContain('Invalid Date');
  flushSync(() => root.unmount());
  await replica.close();
});
