// @vitest-environment happy-dom
/** The tasks that the timer offers, and the projects in which it offers to make a new one. */
import { createProject } from '@kontor/client/nouns/project';
import { startTimer, stopTimer } from '@kontor/client/nouns/timer';
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
import { StartDialog } from './startDialog.tsx';

const userId = '019a0000-0000-7000-8000-0000000000d1';

it('says that there is no project only where none runs', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <StartDialog onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const says = () => document.querySelector('[role="listbox"]')?.textContent;
  await vi.waitFor(() => expect(says()).toMatch(/no running project/));
  flushSync(() => createProject(records, { name: 'Villa' }));
  await vi.waitFor(() => expect(says()).toBe('Type to create a task.'));
  flushSync(() => root.unmount());
  await records.close();
});

it('offers a new task in the four projects that were worked on last, the latest first', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const names = ['Idle', 'Attic', 'Barn', 'Cellar', 'Deck', 'Eaves'];
  for (const [n, name] of names.entries()) {
    const { id: scopeId } = createProject(records, { name });
    if (name === 'Idle') continue;
    const { id: taskId } = records.create('task', scopeId, { title: 'Measure' });
    const at = Date.parse('2026-11-20T08:00Z') + n * 3_600_000;
    startTimer(records, { taskId }, { userId, at, zone: 'UTC' });
    stopTimer(records, { userId, at: at + 60_000, zone: 'UTC' });
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <StartDialog onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const field = await vi.waitFor(() => document.querySelector<HTMLInputElement>('input')!);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Sweep');
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'New task “Sweep” in Eaves',
    'New task “Sweep” in Deck',
    'New task “Sweep” in Cellar',
    'New task “Sweep” in Barn',
  ]);
  flushSync(() => options()[2]!.click());
  const made = [...records.collections.task.all()].find(({ title }) => title === 'Sweep');
  expect(records.collections.project.get(made!.scopeId)?.name).toBe('Cellar');
  flushSync(() => root.unmount());
  await records.close();
});

it('offers a new task only once all tasks are here, and says until then that more comes', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  createProject(records, { name: 'Villa' });
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...records, loaded }, userId } as unknown as OpenWorkspace);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <StartDialog onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const says = () => document.querySelector('[role="listbox"]')?.textContent;
  await vi.waitFor(() => expect(says()).toBe('More is still being loaded.'));
  const field = document.querySelector<HTMLInputElement>('input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Sweep');
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  expect(says()).toBe('More is still being loaded.');
  flushSync(() => loaded.set({ ...loaded.get(), isComplete: true }));
  expect(says()).toBe('New task “Sweep” in Villa');
  await vi.waitFor(() =>
    expect(document.querySelector('[role="option"]')?.hasAttribute('data-combobox-selected')).toBe(true),
  );
  flushSync(() => root.unmount());
  await records.close();
});

it('offers the tasks behind the last eight among the others', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const { id: scopeId } = createProject(records, { name: 'Villa' });
  const titles = Array.from({ length: 12 }, (_, n) => `Measure ${n}`);
  for (const [n, title] of titles.entries()) {
    const { id: taskId } = records.create('task', scopeId, { title });
    const at = Date.parse('2026-11-20T08:00Z') + n * 3_600_000;
    startTimer(records, { taskId }, { userId, at, zone: 'UTC' });
    stopTimer(records, { userId, at: at + 60_000, zone: 'UTC' });
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <StartDialog onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const shown = () =>
    [...document.querySelectorAll('[role="option"]')].map(({ firstChild }) => firstChild!.textContent);
  await vi.waitFor(() => expect(shown().toSorted()).toEqual(titles.toSorted()));
  flushSync(() => root.unmount());
  await records.close();
});
