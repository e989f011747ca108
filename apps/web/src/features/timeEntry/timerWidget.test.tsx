// @vitest-environment happy-dom
/** The ways from the timer to the entry that it writes. */
import { createProject } from '@kontor/client/nouns/project';
import { startTimer } from '@kontor/client/nouns/timer';
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
