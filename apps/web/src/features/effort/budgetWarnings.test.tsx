// @vitest-environment happy-dom
/** Warnings of a project's budget: once of each level, and anew of a budget that was raised. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import { ReadOnlyError } from '@kontor/client/replica/readOnlyError';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { effortId } from '@kontor/contract/nouns/effort';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { BudgetWarnings } from './budgetWarnings.tsx';

const told = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: told } }));
vi.mock('../../ui/nav/link.tsx', () => ({ TextLink: ({ children }: { children: string }) => children }));

const hour = 3_600_000;

it('says each level once of a budget, and again once that was raised', async () => {
  const device = createDevice();
  const { userId } = device;
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  const loaded = observable({ scopes: new Set(), heads: true, isComplete: true });
  const records = { ...replica, loaded, scopeOf: (kind: string) => kind };
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as never);
  const { id: projectId } = createProject(replica, { name: 'Roof', timeBudget: 600 });
  const { id: taskId } = replica.create('task', projectId, { title: 'Beams' });
  const id = effortId(taskId, userId);
  const weeks = (hours: number) => ({ '2026-11-23': { time: hours * hour, billable: 0 } });
  replica.create('effort', projectId, { id, taskId, userId, weeks: weeks(8) });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <BudgetWarnings workspace="w" projectId={projectId} />
      </MantineProvider>,
    ),
  );
  const work = (hours: number) => flushSync(() => replica.update('effort', id, { weeks: weeks(hours) }));
  const budget = (minutes: number) =>
    flushSync(() => replica.update('project', projectId, { timeBudget: minutes }));
  const said = () => element.querySelector('[role=status]')?.textContent ?? '';
  const says = async (text: string) => {
    await vi.waitFor(() => expect(said()).toContain(text));
    flushSync(() => element.querySelector('button')!.click());
    await vi.waitFor(() => expect(said()).toBe(''));
  };
  await says('8:00 of 10:00 hours');
  work(9);
  expect(said()).toBe('');
  work(10);
  await says('10:00 of 10:00 hours');

  budget(1200);
  expect(said()).toBe('');
  work(16);
  await says('16:00 of 20:00 hours');
  work(20);
  await says('20:00 of 20:00 hours');
  // It was said of more.
  budget(900);
  expect(said()).toBe('');
  expect(replica.collections.budgetWarning.all()).toHaveLength(1);

  // Where nothing can be written it stays, and says why.
  budget(1300);
  work(21.7);
  await vi.waitFor(() => expect(said()).toContain('21:42 of 21:40 hours'));
  const update = vi.spyOn(records, 'update').mockImplementation(() => {
    throw new ReadOnlyError();
  });
  flushSync(() => element.querySelector('button')!.click());
  expect(update).toHaveBeenCalledOnce();
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('read'));
  expect(said()).toContain('21:42 of 21:40 hours');
  flushSync(() => root.unmount());
  await replica.close();
});

it('says of a project that its budget is used once work moves there from another', async () => {
  const device = createDevice();
  const { userId } = device;
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  const loaded = observable({ scopes: new Set(), heads: true, isComplete: true });
  provideWorkspace({ records: { ...replica, loaded }, userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as never);
  const weeks = (hours: number) => ({ '2026-11-23': { time: hours * hour, billable: 0 } });
  const worked = (name: string, hours: number, timeBudget?: number) => {
    const { id: projectId } = createProject(replica, { name, ...(timeBudget && { timeBudget }) });
    const { id: taskId } = replica.create('task', projectId, { title: 'Beams' });
    const id = effortId(taskId, userId);
    replica.create('effort', projectId, { id, taskId, userId, weeks: weeks(hours) });
    return id;
  };
  const [from, to] = [worked('Hall', 10), worked('Roof', 0, 600)];
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <BudgetWarnings workspace="w" />
      </MantineProvider>,
    ),
  );
  flushSync(() =>
    replica.transaction(() => {
      replica.update('effort', from, { weeks: weeks(0) });
      replica.update('effort', to, { weeks: weeks(10) });
    }),
  );
  await vi.waitFor(() => expect(element.textContent).toContain('Roof: 10:00 of 10:00 hours'));
  flushSync(() => root.unmount());
  await replica.close();
});
