/** The timer and cells while one's hours, or a task, are not here yet: nothing begins beside what is not seen. */
import { createProject } from '@kontor/client/nouns/project';
import { openEntryOf, startTimer, stopTimer } from '@kontor/client/nouns/timer';
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { goOnWith, setCell, startOn } from './actions.ts';

const told = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: told, success: () => {}, error: () => {} } }));

const userId = '019a0000-0000-7000-8000-0000000000d1';
const hours = '019a0000-0000-8000-8000-0000000000e1';
const begun = { userId, at: Date.parse('2026-11-20T08:00Z'), zone: 'UTC' };

const need = vi.fn();
let records: Replica;
let loaded: ReturnType<typeof observable<Loaded>>;
let [plans, permit] = ['', ''];
beforeEach(async () => {
  told.mockReset();
  need.mockReset();
  records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, hours, userId);
  const { id } = createProject(records, { name: 'Villa' });
  [plans, permit] = ['Plans', 'Permit'].map((title) => records.create('task', id, { title }).id) as [
    string,
    string,
  ];
  loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...records, loaded, need }, userId } as unknown as OpenWorkspace);
});
afterEach(() => {
  vi.restoreAllMocks();
  return records.close();
});

const entries = () => records.collections.timeEntry.all();
const hoursCome = () => loaded.set({ scopes: new Set([hours]), heads: true, isComplete: false });
const allComes = () => loaded.set({ scopes: new Set([hours]), heads: true, isComplete: true });

it('starts only once one’s own hours are here, from when it was asked for, and says so; of several the last', async () => {
  const starts = [startOn(plans), startOn(permit)];
  await Promise.resolve();
  expect(entries()).toEqual([]);
  expect(told.mock.lastCall).toEqual(['Not everything is here yet. The timer starts as soon as it is.']);
  const before = Date.now();
  hoursCome();
  expect(await Promise.all(starts)).toEqual([false, true]);
  expect(entries()).toMatchObject([{ taskTitle: 'Permit', status: 'IN_PROGRESS' }]);
  expect(entries()[0]!.segments[0]!.from).toBeLessThanOrEqual(before);
});

it('switches from what nobody saw running, and leaves alone what runs on that task already', async () => {
  const again = startOn(plans);
  const id = startTimer(records, { taskId: plans }, { ...begun, at: Date.now() - 60_000 });
  hoursCome();
  expect(await again).toBe(true);
  expect(entries()).toMatchObject([{ id, status: 'IN_PROGRESS' }]);
  loaded.set({ scopes: new Set(), heads: true, isComplete: false });
  const other = startOn(permit);
  hoursCome();
  expect(await other).toBe(true);
  expect(openEntryOf(records, userId)?.taskTitle).toBe('Permit');
  expect(records.collections.timeEntry.get(id)?.status).toBe('DONE');
});

it('starts nothing after a wait where something began later on another device, and says so', async () => {
  for (const stops of [false, true]) {
    const at = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(at);
    loaded.set({ scopes: new Set(), heads: true, isComplete: false });
    const start = startOn(permit);
    const id = startTimer(records, { taskId: plans }, { ...begun, at: at + 60_000 });
    if (stops) stopTimer(records, { ...begun, at: at + 120_000 });
    const before = entries();
    vi.spyOn(Date, 'now').mockReturnValue(at + 180_000);
    hoursCome();
    expect(await start).toBe(false);
    expect(entries()).toEqual(before);
    expect(told.mock.lastCall).toEqual([
      'The timer was not started: other work began meanwhile, perhaps on another device. Start it again to switch.',
    ]);
    records.remove('timeEntry', id);
  }
});

it('begins behind what ended while it waited, and beside what is entered for later', async () => {
  const at = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(at);
  startTimer(records, { taskId: plans }, { ...begun, at: at - 60_000 });
  const start = startOn(permit);
  stopTimer(records, { ...begun, at: at + 60_000 });
  const later = [{ from: at + 3_600_000, to: at + 7_200_000 }];
  const planned = { taskId: plans, projectId: '', taskTitle: '', projectName: '', isBillable: true };
  records.create('timeEntry', hours, { ...planned, zone: 'UTC', status: 'DONE', segments: later });
  vi.spyOn(Date, 'now').mockReturnValue(at + 120_000);
  hoursCome();
  expect(await start).toBe(true);
  expect(openEntryOf(records, userId)).toMatchObject({
    taskTitle: 'Permit',
    segments: [{ from: at + 60_000 }],
  });
});

it('goes on with a task once that is here, whose project it asks for before the rest', async () => {
  startTimer(records, { taskId: plans }, begun);
  const entry = records.collections.timeEntry.get(stopTimer(records, { ...begun, at: begun.at + 60_000 }))!;
  const { projectId } = entry;
  const task = { get: vi.fn<(id: string) => unknown>() };
  const collections = { ...records.collections, task };
  provideWorkspace({
    records: { ...records, collections, loaded, need },
    userId,
  } as unknown as OpenWorkspace);
  const goesOn = goOnWith(entry);
  expect(need).toHaveBeenCalledExactlyOnceWith([projectId]);
  hoursCome();
  await Promise.resolve();
  expect(openEntryOf(records, userId)).toBeUndefined();
  task.get.mockImplementation((id) => records.collections.task.get(id));
  loaded.set({ scopes: new Set([hours, projectId]), heads: true, isComplete: false });
  expect(await goesOn).toBe(true);
  expect(openEntryOf(records, userId)?.taskTitle).toBe('Plans');
});

it('goes on with a task, and adds time to it, only once that is here: its project of now takes the work', async () => {
  startTimer(records, { taskId: plans }, begun);
  const id = stopTimer(records, { ...begun, at: begun.at + 3_600_000 });
  const entry = records.collections.timeEntry.get(id)!;
  records.remove('task', plans);
  hoursCome();
  const more = setCell({ scopeId: hours, taskId: plans, day: '2026-11-20', zone: 'UTC' }, 7_200_000);
  await Promise.resolve();
  expect(told.mock.lastCall).toEqual([
    'Not everything is here yet. The time is stored as soon as it is, unless you close this page.',
  ]);
  const time = () => entries().flatMap(({ segments }) => segments.map(({ from, to }) => (to ?? from) - from));
  expect(time()).toEqual([3_600_000]);
  const goesOn = goOnWith(entry);
  await Promise.resolve();
  expect(openEntryOf(records, userId)).toBeUndefined();
  allComes();
  expect(await more).toBeUndefined();
  expect(await goesOn).toBe(true);
  expect(time().reduce((all, each) => all + each)).toBe(7_200_000);
  expect(openEntryOf(records, userId)?.taskTitle).toBe('Plans');
});
