// @vitest-environment happy-dom
/** The timer's buttons, and the ways from it to the entry that it writes. */
import { createProject } from '@kontor/client/nouns/project';
import { openEntryOf, startTimer } from '@kontor/client/nouns/timer';
import { createHours } from '@kontor/client/nouns/workingTime';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { providePanels } from '../../ui/overlay/panel.ts';
import { stop } from './actions.ts';
import { TimerButton } from './timerButton.tsx';
import { TimerWidget } from './timerWidget.tsx';

const success = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { success } }));

const userId = '019a0000-0000-7000-8000-0000000000d1';

it('leads from the clock, and from what says that it stopped, to the entry', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const { id: scopeId } = createProject(records, { name: 'Villa' });
  const start = () => {
    const { id: taskId } = records.create('task', scopeId, { title: 'Plans' });
    return startTimer(records, { taskId }, { userId, at: Date.now() - 60_000, zone: 'UTC' });
  };
  const id = start();
  const open = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <TimerWidget onStart={() => {}} onOpenTask={() => {}} onOpenEntry={open} onAsk={() => {}} />
      </MantineProvider>,
    ),
  );
  const clock = document.querySelector('[role="timer"]')!.closest('a')!;
  expect(clock.getAttribute('href')).toBe(`?panel=timeEntry&item=${id}`);
  flushSync(() => clock.click());
  expect(open).toHaveBeenCalledExactlyOnceWith(id);
  // Some pages show no slide-overs.
  flushSync(() => stop());
  expect(success.mock.lastCall![1]).toBeUndefined();
  const other = start();
  const openPanel = vi.fn();
  const end = providePanels(openPanel);
  flushSync(() => stop());
  success.mock.lastCall![1].run();
  expect(openPanel).toHaveBeenCalledExactlyOnceWith('timeEntry', other);
  end();
  flushSync(() => root.unmount());
  await records.close();
});

it('takes a double click for one', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const { id: scopeId } = createProject(records, { name: 'Villa' });
  const [first, second] = ['Plans', 'Roof'].map((title) => records.create('task', scopeId, { title }).id);
  startTimer(records, { taskId: first! }, { userId, at: Date.now() - 60_000, zone: 'UTC' });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <TimerWidget onStart={() => {}} onOpenTask={() => {}} onOpenEntry={() => {}} onAsk={() => {}} />
        <TimerButton taskId={second!} title="Roof" />
      </MantineProvider>,
    ),
  );
  const doubleClick = (label: string) => {
    const button = document.querySelector(`button[aria-label="${label}"]`)!;
    for (const detail of [1, 2])
      flushSync(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })));
  };
  const open = () => openEntryOf(records, userId);
  doubleClick('Switch the timer to “Roof”');
  expect(open()).toMatchObject({ taskId: second, status: 'IN_PROGRESS' });
  doubleClick('Pause timer');
  expect(open()).toMatchObject({ taskId: second, status: 'PAUSE' });
  flushSync(() => root.unmount());
  await records.close();
});
