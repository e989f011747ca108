/** New time in a closed month: what is said leads to where it can be entered. A signature covers what its signer was asked about. */

import { monthState } from '@kontor/client/nouns/month';
import { closeMonth, confirmMonth, reopenMonth } from '@kontor/client/nouns/monthActs';
import { createProject } from '@kontor/client/nouns/project';
import { createHours, hoursOf } from '@kontor/client/nouns/workingTime';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { monthStart, today } from '@kontor/contract/time/day';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { providePanels } from '../../ui/overlay/panel.ts';
import { setCell, startOn } from './actions.ts';
import { close, confirmClosed } from './month/actions.ts';

const told = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: told, success: () => {} } }));
const whileAsked = vi.hoisted(() => ({ happens: () => {} }));
vi.mock('../../ui/overlay/confirm.tsx', () => ({
  confirm: async () => {
    whileAsked.happens();
    return true;
  },
}));

const userId = '019a0000-0000-7000-8000-0000000000d1';
const month = monthStart(today());
let records: Replica;
let [taskId, scopeId] = ['', ''];
beforeEach(async () => {
  told.mockReset();
  records = await openOn(createDevice(userId), new ProtocolServer());
  await records.pull();
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  scopeId = hoursOf(records.collections, userId)!.id;
  const { id } = createProject(records, { name: 'Villa' });
  taskId = records.create('task', id, { title: 'Plans' }).id;
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  closeMonth(records, { scopeId, month }, { userId, at: Date.now() });
});
afterEach(() => records.close());

const cell = () => setCell({ scopeId, taskId, day: today(), zone: 'UTC' }, 3_600_000);

it('says that the month can be opened again, or the time be entered with a reason, and opens the form for that', async () => {
  const open = vi.fn();
  const end = providePanels(open);
  expect(await startOn(taskId)).toBe(false);
  const [text, more] = told.mock.lastCall! as [string, { action: { label: string; run: () => void } }];
  expect(text).toMatch(/is closed\. Open the month again, or enter the time as an entry with a reason\.$/);
  expect(more.action.label).toBe('New time entry');
  more.action.run();
  expect(open).toHaveBeenCalledExactlyOnceWith('timeEntry', undefined);
  expect(await cell()).toBe(text);
  // The form would be about whose hours are in view.
  for (const [person, isOffered] of [
    [userId, true],
    ['019a0000-0000-7000-8000-0000000000d2', false],
  ] as const) {
    vi.stubGlobal('location', { search: `?person=${person}` });
    await startOn(taskId);
    expect(told.mock.lastCall![1] !== undefined).toBe(isOffered);
  }
  vi.unstubAllGlobals();
  end();
});

it('does not speak of opening a month that was confirmed, or is somebody else’s', async () => {
  const entered = /is closed\. Enter the time as an entry with a reason\.$/;
  confirmMonth(records, { scopeId, month }, { userId, at: Date.now() });
  await startOn(taskId);
  expect(told.mock.lastCall![0]).toMatch(entered);
  provideWorkspace({ records, userId: 'an admin' } as unknown as OpenWorkspace);
  expect(await cell()).toMatch(entered);
});

it('signs nothing that has changed since it was asked about', async () => {
  const place = { scopeId, month };
  const signing = { userId, at: Date.now() };
  const state = () => monthState(records.collections, place);
  const enter = () =>
    records.create('absence', scopeId, { kind: 'sickness', from: today(), to: today(), isHalf: false });
  whileAsked.happens = () => {
    reopenMonth(records, place, signing);
    enter();
    closeMonth(records, place, signing);
  };
  await confirmClosed(place, 'Ada');
  expect(state().confirmation).toBe(undefined);
  expect(told.mock.lastCall![0]).toMatch(/has changed meanwhile\. Nothing was signed/);
  reopenMonth(records, place, signing);
  whileAsked.happens = enter;
  await close(place);
  expect(state().closing).toBe(undefined);
  expect(told).toHaveBeenCalledTimes(2);

  whileAsked.happens = () => {};
  await close(place);
  await confirmClosed(place, 'Ada');
  expect(state().confirms).toBe('all');
  expect(told).toHaveBeenCalledTimes(2);
});
