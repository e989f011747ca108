/**
 * Deleting an entry, or taking time off by a cell of the week, is taken back, and asked about only where that would not bring it back as
 * it was; a refusal is no fault.
 */
import { createProject } from '@kontor/client/nouns/project';
import { startTimer, stopTimer } from '@kontor/client/nouns/timer';
import { createHours } from '@kontor/client/nouns/workingTime';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { deleteEntry, setCell } from './actions.ts';

const info = vi.hoisted(() => vi.fn());
const error = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info, error } }));
const confirm = vi.hoisted(() => vi.fn(async (_question: object) => false));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm }));

const userId = '019a0000-0000-7000-8000-0000000000d1';
const at = Date.parse('2026-11-20T08:00Z');

it('offers to take it back', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  const { id: projectId } = createProject(records, { name: 'Villa' });
  const { id: taskId } = records.create('task', projectId, { title: 'Plans' });
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const all = () => [...records.collections.timeEntry.all()];
  startTimer(records, { taskId }, { userId, at, zone: 'UTC' });
  // One that runs may not run again by then.
  expect(await deleteEntry(all()[0]!, '')).toBe(false);
  expect(confirm).toHaveBeenCalledOnce();
  stopTimer(records, { userId, at: at + 3_600_000, zone: 'UTC' });
  records.update('timeEntry', all()[0]!.id, { description: 'Roof' });
  const { id, ...before } = all()[0]!;
  expect(await deleteEntry(all()[0]!, '')).toBe(true);
  expect([confirm.mock.calls.length, all()]).toEqual([1, []]);
  info.mock.lastCall![1].run();
  const { taskTitle, segments, description, isBillable } = before;
  expect(all()).toMatchObject([{ taskTitle, segments, description, isBillable, status: 'DONE' }]);
  const [again] = all();
  const cell = { scopeId: again!.scopeId, taskId, day: '2026-11-20', zone: 'UTC' };
  const refuse = async (time: number) => {
    confirm.mockClear();
    expect(await setCell(cell, time)).toBeUndefined();
    expect([confirm.mock.calls.length, all()]).toEqual([1, [again]]);
  };
  await refuse(0);
  records.create('invoicedHours', again!.scopeId, {
    exportName: 'November',
    invoicedAt: at,
    entries: [{ id: again!.id }],
  });
  expect(await deleteEntry(again!, '')).toBe(false);
  await refuse(1_800_000);
  // Whoever agrees was asked, and undoing would leave the invoice without what it names.
  records.update('timeEntry', again!.id, { description: '' });
  for (const time of [1_800_000, 0]) {
    for (const mock of [confirm, info]) mock.mockClear();
    confirm.mockResolvedValueOnce(true);
    expect(await setCell(cell, time)).toBeUndefined();
    expect([confirm.mock.calls.length, info.mock.calls]).toEqual([1, []]);
  }
  expect(all()).toEqual([]);
  expect(id).not.toBe(again!.id);
  await records.close();
});

it('asks before a smaller time removes what was described, and offers to take back what it removes or shortens else', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  const scopeId = '019a0000-0000-8000-8000-0000000000e1';
  createHours(records, scopeId, userId);
  const { id: projectId } = createProject(records, { name: 'Villa' });
  const { id: taskId } = records.create('task', projectId, { title: 'Plans' });
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const hour = 3_600_000;
  const make = (start: number, description = '') =>
    records.create('timeEntry', scopeId, {
      taskId,
      projectId,
      taskTitle: 'Plans',
      projectName: 'Villa',
      isBillable: false,
      description,
      status: 'DONE',
      zone: 'UTC',
      segments: [{ from: at + start * hour, to: at + (start + 2) * hour }],
    });
  const shown = () =>
    records.collections.timeEntry
      .all()
      .map(({ segments, description, isBillable }) => ({ segments, description, isBillable }))
      .sort((a, b) => a.segments[0]!.from - b.segments[0]!.from);
  const cell = { scopeId, taskId, day: '2026-11-20', zone: 'UTC' };
  const set = async (hours: number) => {
    confirm.mockClear();
    info.mockClear();
    expect(await setCell(cell, hours * hour)).toBeUndefined();
    return confirm.mock.calls.length;
  };
  const undos = () => info.mock.calls.filter(([, action]) => action !== undefined);
  make(0);
  make(2, 'Roof');
  make(4);
  const before = shown();

  expect(await set(1)).toBe(1);
  expect([shown(), undos()]).toEqual([before, []]);
  // What is described stays, if shorter.
  expect(await set(3)).toBe(0);
  expect(shown().map(({ segments }) => segments[0]!.to! - segments[0]!.from)).toEqual([2 * hour, hour]);
  expect(info.mock.lastCall![0]).toContain('3:00');
  info.mock.lastCall![1].run();
  expect(shown()).toEqual(before);
  // Whoever agrees was asked.
  confirm.mockResolvedValueOnce(true);
  expect(await set(1)).toBe(1);
  expect([shown().length, undos()]).toEqual([1, []]);
  // What came from elsewhere while it was asked about is asked about anew.
  const [first] = records.collections.timeEntry.all();
  const added = make(2, 'Wall').id;
  confirm.mockImplementationOnce(async () => {
    records.update('timeEntry', first!.id, { description: 'Floor' });
    return true;
  });
  expect(await set(0)).toBe(2);
  expect(records.collections.timeEntry.size).toBe(2);
  records.update('timeEntry', first!.id, { description: '' });
  records.remove('timeEntry', added);
  // What somebody changed meanwhile stays.
  expect(await set(0.5)).toBe(0);
  const [entry] = records.collections.timeEntry.all();
  records.update('timeEntry', entry!.id, { segments: [{ from: at, to: at + 60_000 }] });
  info.mock.lastCall![1].run();
  expect(shown().map(({ segments }) => segments)).toEqual([[{ from: at, to: at + 60_000 }]]);
  expect(error).toHaveBeenCalledOnce();
  await records.close();
});

it('takes nothing back where other work stands by now, nor in another workspace, and says nothing of seconds', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  const scopeId = '019a0000-0000-8000-8000-0000000000e1';
  createHours(records, scopeId, userId);
  const { id: projectId } = createProject(records, { name: 'Villa' });
  const { id: taskId } = records.create('task', projectId, { title: 'Plans' });
  const workspace = { records, userId } as unknown as OpenWorkspace;
  provideWorkspace(workspace);
  const hour = 3_600_000;
  const cell = { scopeId, taskId, day: '2026-11-20', zone: 'UTC' };
  const make = (ms: number, status: 'DONE' | 'PAUSE', start = 0) =>
    records.create('timeEntry', scopeId, {
      taskId,
      projectId,
      taskTitle: 'Plans',
      projectName: 'Villa',
      isBillable: false,
      description: '',
      status,
      zone: 'UTC',
      segments: [{ from: at + start, to: at + start + ms }],
    });
  const all = () => records.collections.timeEntry.all();
  const clear = () => {
    for (const mock of [info, error, confirm]) mock.mockClear();
  };
  const undoOf = (): (() => void) => info.mock.lastCall![1].run;

  // What overlapped it when it was cut is no other work, nor what stands in what was left of it.
  const cutId = make(2 * hour, 'DONE').id;
  const otherTask = records.create('task', projectId, { title: 'Roof' }).id;
  const beside = make(2 * hour, 'DONE', hour).id;
  records.update('timeEntry', beside, { taskId: otherTask });
  expect(await setCell(cell, 1.5 * hour)).toBeUndefined();
  const within = make(hour / 2, 'DONE').id;
  error.mockClear();
  undoOf()();
  expect(error).not.toHaveBeenCalled();
  expect(records.collections.timeEntry.get(cutId)!.segments).toEqual([{ from: at, to: at + 2 * hour }]);
  for (const id of [within, beside]) records.remove('timeEntry', id);

  expect(await setCell(cell, 0)).toBeUndefined();
  let undo = undoOf();
  make(3 * hour, 'DONE');
  clear();
  undo();
  expect([all().length, error.mock.calls.length]).toEqual([1, 1]);

  expect(await setCell(cell, 0)).toBeUndefined();
  undo = undoOf();
  const other = await openOn(createDevice(userId), new ProtocolServer());
  provideWorkspace({ records: other, userId } as unknown as OpenWorkspace);
  clear();
  undo();
  expect([other.collections.timeEntry.size, all().length, error.mock.calls.length]).toEqual([0, 0, 1]);
  provideWorkspace(workspace);

  make(2 * hour + 20_000, 'DONE');
  clear();
  expect(await setCell(cell, 2 * hour)).toBeUndefined();
  expect([confirm.mock.calls.length, info.mock.calls.length]).toEqual([0, 0]);
  // One that pauses is asked about, with what goes beside it.
  make(hour, 'PAUSE', 3 * hour);
  expect(await setCell(cell, 0)).toBeUndefined();
  expect([confirm.mock.calls.length, all().length]).toEqual([1, 2]);
  expect(confirm.mock.lastCall![0]).toMatchObject({ title: expect.stringContaining('1:00') });
  confirm.mockResolvedValueOnce(true);
  expect(await setCell(cell, 0)).toBeUndefined();
  expect([info.mock.calls.length, all()]).toEqual([0, []]);
  await Promise.all([records.close(), other.close()]);
});
