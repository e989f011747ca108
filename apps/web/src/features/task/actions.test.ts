/** New tasks, who is assigned to them, and what goes with them. */
import { closeMonth } from '@kontor/client/nouns/monthActs';
import { createProject } from '@kontor/client/nouns/project';
import { byRank } from '@kontor/client/nouns/rank';
import { moveTasks } from '@kontor/client/nouns/task';
import { entryPlaceOf } from '@kontor/client/nouns/timeEntry';
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Entity } from '@kontor/contract/entity/entity';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft } from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm, type Question } from '../../ui/overlay/confirm.tsx';
import { createTask, deleteTask, duplicateTask, moveTask, setStatusOfOpen } from './actions.ts';

const told = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: told, success: () => {}, error: () => {} } }));
const asked: Question[] = [];
let answer = false;
vi.mock('../../ui/overlay/confirm.tsx', () => ({
  confirm: vi.fn(async (question: Question) => {
    asked.push(question);
    return answer;
  }),
}));

const [ada, ben] = ['019a0000-0000-7000-8000-0000000000aa', '019a0000-0000-7000-8000-0000000000bb'];

it('assigns nobody to a task of a private project who does not read it', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const closed = createProject(replica, { name: 'Closed', memberIds: [ada] });
  const open = createProject(replica, { name: 'Open' });
  replica.accessOf = (id) => (id === closed.id ? 'private' : 'open');
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const draft = { title: 'Roof', assigneeIds: [ada, ben] };
  expect(createTask(closed.id, draft)?.assigneeIds).toEqual([ada]);
  expect(createTask(open.id, draft)?.assigneeIds).toEqual([ada, ben]);
  await replica.close();
});

it('leaves nobody assigned in a task that moves, nor to what lies in it, who cannot do it there', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const [there, here] = ['There', 'Here'].map((name) => createProject(replica, { name }).id) as [
    string,
    string,
  ];
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const all = { assigneeIds: [ada, ben] as string[] };
  const top = createTask(here, { title: 'Roof', ...all })!;
  const below = createTask(here, { title: 'Slates', parentId: top.id, ...all })!;
  const lowest = createTask(here, { title: 'Nails', parentId: below.id, ...all })!;
  moveTasks(replica, [top.id], there, (id) => id === ada);
  for (const { id } of [top, below, lowest])
    expect(replica.collections.task.get(id)).toMatchObject({ scopeId: there, assigneeIds: [ada] });
  await replica.close();
});

it('says before a task goes how much work leaves the hours of its project', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const { id: projectId } = createProject(replica, { name: 'House' });
  const task = createTask(projectId, { title: 'Roof' })!;
  await deleteTask(task);
  expect(asked.at(-1)!.body).not.toContain('worked on it');
  replica.create('effort', projectId, {
    id: ben,
    taskId: task.id,
    userId: ada,
    weeks: { '2026-11-23': { time: 90 * 60_000, billable: 0 } },
  });
  await deleteTask(task);
  expect(asked.at(-1)!.body).toContain('The 1:30 worked on it leave the hours of the project');
  await replica.close();
});

it('counts before a task goes what lies in it, but what was said and done there', () => {
  const counted = ['task', 'document', 'effort'];
  const goesUnsaid = ['comment', 'taskEdit'];
  const lies = entityNames.filter((name) => {
    const { within, refs, isMoot }: Entity = entityOf(name);
    return !isMoot && within.some((key) => refs[key]!.target === 'task');
  });
  expect(lies.sort()).toEqual([...counted, ...goesUnsaid].sort());
});

it('says before a task goes that what is typed into it, or into what lies in it, goes, too', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const { id: projectId } = createProject(replica, { name: 'House' });
  const task = createTask(projectId, { title: 'Roof' })!;
  const below = createTask(projectId, { title: 'Slates', parentId: task.id })!;
  await deleteTask(task);
  expect(asked.at(-1)!.body).not.toContain('typed');
  keepDraft(`comment on ${below.id}`, { base: {}, values: {} });
  await deleteTask(task);
  expect(asked.at(-1)!.body).toContain('What you typed there and did not save or send is lost, too.');
  forgetDrafts();
  await replica.close();
});

it('deletes a task with a chain of others in it, however deep', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const { id: projectId } = createProject(replica, { name: 'House' });
  const depth = 20_000;
  let parentId: string | undefined;
  let top: ReturnType<typeof createTask>;
  replica.transaction(() => {
    for (let n = 0; n <= depth; n++) {
      const task = replica.create('task', projectId, {
        title: 'Roof',
        status: 'TODO',
        createdBy: ada,
        ...(parentId && { parentId }),
      });
      parentId = task.id;
      top ??= task;
    }
  });
  await deleteTask(top!);
  expect(asked.at(-1)!.body).toContain(`Its subtasks (${depth})`);
  await replica.close();
});

it('says before a task moves where its work is charged, and charges it elsewhere only when told to', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(replica, hours, ada);
  const [here, there] = ['House', 'Barn'].map((name) => createProject(replica, { name })) as [
    ReturnType<typeof createProject>,
    ReturnType<typeof createProject>,
  ];
  const task = createTask(here.id, { title: 'Roof' })!;
  asked.length = 0;
  answer = true;
  await moveTask(task, there);
  await moveTask(replica.collections.task.get(task.id)!, here);
  expect(asked).toEqual([]);
  const work = (month: number, day: number) => {
    const from = Date.UTC(2026, month, day, 8);
    const times = { status: 'DONE' as const, segments: [{ from, to: from + 5_400_000 }], zone: 'UTC' };
    const place = entryPlaceOf(replica, task.id);
    return replica.create('timeEntry', hours, { ...place, ...times, isBillable: true }).id;
  };
  const [open, invoiced, closed] = [work(9, 5), work(9, 6), work(8, 6)] as [string, string, string];
  closeMonth(replica, { scopeId: hours, month: '2026-09-01' }, { userId: ada, at: Date.UTC(2026, 9, 7) });
  const invoice = { exportId: open, exportName: 'RE 1', invoicedAt: 0, entries: [{ id: invoiced }] };
  replica.create('invoicedHours', hours, invoice);
  answer = false;
  await moveTask(task, there);
  expect(asked.at(-1)!.body).toBe(
    'The 4:30 worked on it stay charged to “House”; from now on they count among the hours of “Barn”.',
  );
  expect(replica.collections.task.get(task.id)!.scopeId).toBe(here.id);
  answer = true;
  await moveTask(task, there);
  expect(asked.at(-1)!.body).toMatch(/^1:30 worked on “Roof” are charged to “House”/);
  const charged = [open, invoiced, closed].map((id) => replica.collections.timeEntry.get(id)!.projectName);
  expect(charged).toEqual(['Barn', 'House', 'House']);
  answer = false;
  await replica.close();
});

it('names the projects that work is charged to, not the one that the task was in last', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(replica, hours, ada);
  const [house, barn, mill] = ['House', 'Barn', 'Mill'].map((name) => createProject(replica, { name }));
  const { id } = createTask(house!.id, { title: 'Roof' })!;
  const work = (hour: number) => {
    const from = Date.UTC(2026, 9, 5, hour);
    const times = { status: 'DONE' as const, segments: [{ from, to: from + 3_600_000 }], zone: 'UTC' };
    replica.create('timeEntry', hours, { ...entryPlaceOf(replica, id), ...times, isBillable: true });
  };
  const task = () => replica.collections.task.get(id)!;
  const move = (project: typeof house) => moveTask(task(), project!);
  const leaveIt = async (project: typeof house) => {
    vi.mocked(confirm).mockImplementationOnce(async (question) => asked.push(question) > 0);
    answer = false;
    await move(project);
    answer = true;
  };
  work(8);
  await leaveIt(barn);
  expect(task().scopeId).toBe(barn!.id);
  await leaveIt(mill);
  expect(asked.slice(-2).map(({ body }) => body)).toEqual([
    expect.stringMatching(/^The 1:00 worked on it stay charged to “House”; .* the hours of “Mill”\.$/),
    expect.stringMatching(/^1:00 worked on “Roof” are charged to “House” and can be charged to “Mill”/),
  ]);
  work(10);
  await leaveIt(barn);
  expect(asked.at(-1)!.body).toMatch(/^2:00 worked on “Roof” are charged to “House, Mill”/);
  await leaveIt(house);
  expect(asked.slice(-2).map(({ body }) => body)).toEqual([
    expect.stringMatching(/^The 1:00 worked on it stay charged to “Mill”/),
    expect.stringMatching(/^1:00 worked on “Roof” are charged to “Mill” and can be charged to “House”/),
  ]);
  answer = false;
  await replica.close();
});

it('moves no task into a project that went to the archive, or was deleted, while the question stood', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const [house, barn, mill] = ['House', 'Barn', 'Mill'].map((name) => createProject(replica, { name }));
  replica.accessOf = (id) => (id === house!.id ? 'private' : 'open');
  const { id } = createTask(house!.id, { title: 'Roof' })!;
  const meanwhile = async (target: typeof house, happens: () => void) => {
    vi.mocked(confirm).mockImplementationOnce(async () => {
      happens();
      return true;
    });
    await moveTask({ id }, target!);
    return replica.collections.task.get(id)!.scopeId;
  };
  expect(await meanwhile(barn, () => replica.update('project', barn!.id, { archivedAt: 1 }))).toBe(house!.id);
  expect(await meanwhile(mill, () => replica.remove('project', mill!.id))).toBe(house!.id);
  await replica.close();
});

it('says that what others worked stays charged where it is, to who does not read their hours', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(replica, hours, ada);
  const [house, barn] = ['House', 'Barn'].map((name) => createProject(replica, { name }));
  const { id } = createTask(house!.id, { title: 'Roof' })!;
  const task = () => replica.collections.task.get(id)!;
  replica.create('effort', house!.id, {
    id: ben,
    taskId: id,
    userId: ben,
    weeks: { '2026-10-05': { time: 5_400_000, billable: 0 } },
  });
  const others = 'What others worked on it stays charged where it is until an admin changes that.';
  answer = true;
  asked.length = 0;
  await moveTask(task(), barn!);
  expect(asked.map(({ body }) => body)).toEqual([
    `The 1:30 worked on it stay charged where they are; from now on they count among the hours of “Barn”. ${others}`,
  ]);
  const from = Date.UTC(2026, 9, 5, 8);
  const times = { status: 'DONE' as const, segments: [{ from, to: from + 3_600_000 }], zone: 'UTC' };
  replica.create('timeEntry', hours, { ...entryPlaceOf(replica, id), ...times, isBillable: true });
  await moveTask(task(), house!);
  expect(asked.at(-1)!.body).toMatch(/^1:00 worked on “Roof” are charged to “Barn” and can be/);
  expect(asked.at(-1)!.body).toContain(others);
  answer = false;
  await replica.close();
});

it('offers the way back of a task that is done in a list of open ones, and of no other', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const { id } = createTask(createProject(replica, { name: 'House' }).id, { title: 'Roof' })!;
  const task = () => replica.collections.task.get(id)!;
  setStatusOfOpen(task(), 'IN_REVIEW');
  expect(told).not.toHaveBeenCalled();
  setStatusOfOpen(task(), 'DONE');
  expect(task().status).toBe('DONE');
  expect(told).toHaveBeenCalledExactlyOnceWith('“Roof” is done.', expect.anything());
  told.mock.lastCall![1].run();
  expect(task().status).toBe('IN_REVIEW');
  await replica.close();
});

it('makes a task anew with its subtasks, open and without days', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const { id: projectId } = createProject(replica, { name: 'House' });
  const task = createTask(
    projectId,
    {
      title: 'Roof',
      assigneeIds: [ben],
      leadId: ben,
      status: 'DONE',
      dueDate: '2026-03-02',
      timeEstimate: 90,
    },
    ['Slates', 'Nails'],
  )!;
  const made = replica.collections.task.get(duplicateTask(task.id)!.id)!;
  expect(made).toMatchObject({
    title: 'Roof',
    assigneeIds: [ben],
    leadId: ben,
    status: 'TODO',
    timeEstimate: 90,
  });
  expect(made.dueDate).toBeUndefined();
  const inside = replica.collections.task.where('parentId', made.id).toSorted(byRank);
  expect(inside.map(({ title }) => title)).toEqual(['Slates', 'Nails']);
  await replica.close();
});

it('waits for everything before a task moves: the work on it may lie in hours that are not here', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(replica, hours, ada);
  const [here, there] = ['House', 'Barn'].map((name) => createProject(replica, { name }).id) as [
    string,
    string,
  ];
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...replica, loaded }, userId: ada } as unknown as OpenWorkspace);
  const { id } = createTask(here, { title: 'Roof' })!;
  const scope = () => replica.collections.task.get(id)!.scopeId;
  asked.length = 0;
  answer = true;
  const moved = moveTask({ id }, { id: there });
  await Promise.resolve();
  expect(scope()).toBe(here);
  const from = Date.UTC(2026, 9, 5, 8);
  const times = { status: 'DONE' as const, segments: [{ from, to: from + 5_400_000 }], zone: 'UTC' };
  replica.create('timeEntry', hours, { ...entryPlaceOf(replica, id), ...times, isBillable: true });
  loaded.set({ ...loaded.get(), isComplete: true });
  await moved;
  expect(asked.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^The 1:30 worked on it stay charged to “House”/),
    expect.stringMatching(/^1:30 worked on “Roof” are charged to “House”/),
  ]);
  expect(scope()).toBe(there);
  await replica.close();
});
