// @vitest-environment happy-dom
/**
 * Tasks that are due, once the person removed them from what they were told: gone for the day, and back on the next, or with another
 * due date.
 */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import type { NotificationGroup } from './groups.ts';
import { removeDue, seeDue, useGroups } from './queries.ts';

afterEach(() => void vi.useRealTimers());

it('go for the day, and are told of once more with another due date', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 12), toFake: ['Date'] });
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const loaded = observable({ scopes: new Set(), isComplete: true });
  const inbox = observable({ notifications: [], mutedIds: [] as string[] });
  const records = { ...replica, loaded, notifications: { inbox } };
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  const { id: projectId } = createProject(replica, { name: 'House' });
  const [roof, cellar] = ['2026-11-22', '2026-11-23'].map(
    (dueDate) =>
      replica.create('task', projectId, { title: dueDate, dueDate, assigneeIds: [device.userId] }).id,
  ) as [string, string];
  let groups: readonly NotificationGroup[] = [];
  const Page = () => {
    groups = useGroups() ?? [];
    return null;
  };
  const due = () => groups.map(({ recordId }) => recordId);
  const unread = () => groups.flatMap(({ unreadIds }) => unreadIds);
  const root = createRoot(document.createElement('div'));
  const show = () => flushSync(() => root.render(<Page />));
  show();
  expect(due()).toEqual([roof, cellar]);
  flushSync(() => seeDue());
  expect(unread()).toEqual([]);
  flushSync(() => removeDue([roof]));
  expect(due()).toEqual([cellar]);
  flushSync(() => removeDue([cellar]));
  expect(due()).toEqual([]);
  flushSync(() => removeDue([roof], false));
  expect([due(), unread()]).toEqual([[roof], []]);
  // Another due date is news until it was seen, and no more than what is due is.
  const move = (dueDate: string) => flushSync(() => replica.update('task', cellar, { dueDate }));
  move('2026-11-30');
  flushSync(() => seeDue());
  move('2026-11-23');
  expect(due()).toEqual([roof]);
  move('2026-11-21');
  expect([due(), unread()]).toEqual([[cellar, roof], [cellar]]);
  flushSync(() => seeDue());
  expect([due(), unread()]).toEqual([[cellar, roof], []]);
  flushSync(() => removeDue([cellar]));
  expect(due()).toEqual([roof]);
  vi.setSystemTime(new Date(2026, 10, 24, 12));
  show();
  expect(due()).toEqual([cellar, roof]);
  flushSync(() => inbox.set({ notifications: [], mutedIds: [projectId] }));
  expect(due()).toEqual([]);
  flushSync(() => root.unmount());
  await replica.close();
});
