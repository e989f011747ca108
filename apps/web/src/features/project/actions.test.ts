/** Tasks of a project whose readers change, and the room of one that is renamed. */
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { entryPlaceOf } from '@kontor/client/nouns/timeEntry';
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { draftCount, keepDraft } from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { archiveProject, deleteProject, restoreProject, updateProject } from './actions.ts';
import { projectValues } from './projectFields.ts';

vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: vi.fn(async () => false) }));

const [ada, ben, cora] = ['aa', 'bb', 'cc'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];

it('leaves nobody assigned to a task of a private project who is not in it any more', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const project = createProject(replica, { name: 'Roof', memberIds: [ada, ben] });
  const task = replica.create('task', project.id, { title: 'Beams', assigneeIds: [ada, ben, cora] });
  const below = replica.create('task', project.id, { title: 'Cut', parentId: task.id, assigneeIds: [cora] });
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const assigned = () => [task, below].map(({ id }) => replica.collections.task.get(id)!.assigneeIds);
  const save = (changes: object) =>
    updateProject(project, changes, {
      ...projectValues(replica.collections.project.get(project.id)),
      ...changes,
    });
  save({ memberIds: [ada, ben] });
  expect(assigned()).toEqual([[ada, ben, cora], [cora]]);
  save({ access: 'private' });
  expect(assigned()).toEqual([[ada, ben], []]);
  save({ memberIds: [ada] });
  expect(assigned()).toEqual([[ada], []]);
  await replica.close();
});

it('calls the room of a project as that is called, unless it has a name of its own', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const project = createProject(replica, { name: 'Website' });
  const roomId = createRoom(replica, { name: 'Website', memberIds: [], projectId: project.id }, 'open', {
    userId: ada,
    at: 1,
  });
  const rename = (name: string) => {
    const before = replica.collections.project.get(project.id)!;
    updateProject(before, { name }, { ...projectValues(before), name });
    return replica.collections.room.get(roomId)!.name;
  };
  expect(rename('Webshop')).toBe('Webshop');
  replica.update('room', roomId, { name: 'Talk' });
  expect(rename('Shop')).toBe('Talk');
  await replica.close();
});

it('says before a project goes how much work loses its customer, and what of it is not invoiced', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(replica, hours, ada);
  const customer = replica.create('customer', ben, { name: 'Brandt' });
  const project = createProject(replica, { name: 'Roof' });
  const task = replica.create('task', project.id, { title: 'Beams' });
  const asked = async (customerId?: string) => {
    replica.update('project', project.id, { customerId });
    await deleteProject(project);
    return String(vi.mocked(confirm).mock.calls.at(-1)![0].body);
  };
  expect(await asked(customer.id)).not.toContain('worked');
  const work = (from: number, isBillable = true) => {
    const times = { status: 'DONE' as const, segments: [{ from, to: from + 7_200_000 }], zone: 'UTC' };
    return replica.create('timeEntry', hours, { ...entryPlaceOf(replica, task.id), ...times, isBillable }).id;
  };
  const noon = Date.UTC(2026, 9, 5, 12);
  const [over, whole] = [work(Date.UTC(2026, 9, 31, 23)), work(noon)] as [string, string];
  work(noon, false);
  const entries = [{ id: over, days: ['2026-10-31'] }, { id: whole }];
  replica.create('invoicedHours', hours, { exportId: over, exportName: 'RE 1', invoicedAt: 0, entries });
  expect(await asked()).not.toContain('worked');
  const body = await asked(customer.id);
  expect(body).toContain(
    'The 6:00 worked on it stay in people’s time entries, but do not belong to “Brandt”',
  );
  expect(body).toContain('Of these, 1:00 are billable and not invoiced yet');
  expect(body).not.toContain('typed');
  keepDraft(`comment on ${task.id}`, 'Half a sen');
  vi.mocked(confirm).mockResolvedValueOnce(true);
  expect(await asked(customer.id)).toContain('What you typed there');
  expect(draftCount()).toBe(0);
  await replica.close();
});

it('counts for the customer the tasks of a project that is archived or restored once they are here', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const { id: customerId } = replica.create('customer', ben, { id: ben, name: 'Alder', type: 'COMPANY' });
  const project = createProject(replica, { name: 'Roof', customerId });
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const scopes = observable(new Map([[customerId, {}]]));
  const need = vi.fn();
  const records = { ...replica, scopes, loaded, need };
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  vi.mocked(confirm).mockResolvedValueOnce(true);
  const show = (...ids: string[]) => loaded.set({ scopes: new Set(ids), heads: true, isComplete: false });
  const isArchived = () => replica.collections.project.get(project.id)!.archivedAt !== undefined;
  const archived = archiveProject(project);
  await expect.poll(() => need.mock.calls).toEqual([[[project.id, customerId]]]);
  expect(isArchived()).toBe(false);
  show(project.id);
  expect(isArchived()).toBe(false);
  show(project.id, customerId);
  await archived;
  expect(isArchived()).toBe(true);
  show(project.id);
  const restored = restoreProject(project);
  expect(isArchived()).toBe(true);
  show(project.id, customerId);
  await restored;
  expect(isArchived()).toBe(false);
  await replica.close();
});
