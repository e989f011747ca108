/** The timer's actions, and what becomes of an entry by its form. */
import { createProject } from '@kontor/client/nouns/project';
import { pauseTimer, startTimer, stopTimer } from '@kontor/client/nouns/timer';
import { createHours } from '@kontor/client/nouns/workingTime';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { stop, updateEntry } from './actions.ts';
import { entryValues } from './entryFields.ts';
import { lastEntries } from './queries.ts';

const userId = '019a0000-0000-7000-8000-0000000000d1';
const at = Date.parse('2026-11-20T08:00Z');
const hour = 3_600_000;
const [day, zone] = ['2026-11-20', 'UTC'];

let records: Replica;
let [projectId, taskId] = ['', ''];
const workspace = () => ({ records, userId }) as unknown as OpenWorkspace;
beforeEach(async () => {
  records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, '019a0000-0000-8000-8000-0000000000e1', userId);
  projectId = createProject(records, { name: 'Villa' }).id;
  taskId = records.create('task', projectId, { title: 'Plans' }).id;
  provideWorkspace(workspace());
});
afterEach(() => records.close());

it('corrects the times of an entry that pauses, and it still pauses; of one that is done, and it stays done', () => {
  const id = startTimer(records, { taskId }, { userId, at, zone });
  const entry = () => records.collections.timeEntry.get(id)!;
  const correct = (times: string) => {
    const place = { day, zone, begin: () => at };
    updateEntry(id, { times }, { ...entryValues(entry(), place), times }, place, '');
  };
  pauseTimer(records, { userId, at: at + hour, zone });
  correct('8:00–8:30');
  expect(entry()).toMatchObject({ status: 'PAUSE', segments: [{ from: at, to: at + hour / 2 }] });
  stopTimer(records, { userId, at: at + hour, zone });
  correct('8:00–8:45');
  expect(entry().status).toBe('DONE');
});

it('offers to go on with the last work, not in a project that was archived', () => {
  startTimer(records, { taskId }, { userId, at, zone });
  stopTimer(records, { userId, at: at + hour, zone });
  expect(lastEntries(workspace(), 5)).toMatchObject([{ taskTitle: 'Plans' }]);
  records.update('project', projectId, { archivedAt: at });
  expect(lastEntries(workspace(), 5)).toEqual([]);
});

it('calls an entry whose task has no title untitled', () => {
  const said = vi.spyOn(toast, 'success').mockImplementation(() => {});
  records.update('task', taskId, { title: '' });
  startTimer(records, { taskId }, { userId, at: Date.now() - hour, zone });
  stop();
  expect(said.mock.calls.map(([message]) => message)).toEqual(['“Untitled”: 1:00']);
  said.mockRestore();
});
