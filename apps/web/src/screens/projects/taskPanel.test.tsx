// @vitest-environment happy-dom
/** The sheet of a task over the real client: what is typed in it while things go, and what a new or inner one offers. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { deleteComment } from '../../features/comment/actions.ts';
import { deleteTask } from '../../features/task/actions.ts';
import { draftCount, forgetDrafts, keepDraft, keptDraft } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import type { FieldProps } from '../../ui/form/useForm.ts';
import { TaskPanel } from './taskPanel.tsx';

const text = (value: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: value }] }],
});

vi.mock('../../ui/richText/richTextInput.tsx', () => ({
  RichTextInput: ({
    label,
    onChange,
    takesFocus,
  }: FieldProps<unknown> & { label: string; takesFocus?: boolean }) => (
    <input
      aria-label={label}
      ref={(field) => (takesFocus ? field?.focus() : undefined)}
      onInput={(event) => onChange(text(event.currentTarget.value) as never)}
    />
  ),
}));
const agrees = vi.hoisted(() => vi.fn(() => true));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: async () => agrees() }));
const drawn = vi.hoisted(() => vi.fn((_: { task: { title: string } }) => null));
vi.mock('../../features/document/taskDocuments.tsx', () => ({ TaskDocuments: drawn }));
vi.mock('../../features/timeEntry/timerButton.tsx', () => ({ TimerButton: () => null }));
vi.stubGlobal('CSS', { supports: () => true, escape: (name: string) => name });

const closed = vi.fn();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  forgetDrafts();
  vi.clearAllMocks();
});

async function open(): Promise<{ replica: Replica; projectId: string; userId: string }> {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records: replica, uploads, userId: device.userId } as unknown as OpenWorkspace);
  const user = { id: device.userId };
  provideSession({ user, subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  ends.push(() => replica.close());
  return { replica, projectId: createProject(replica, { name: 'House' }).id, userId: device.userId };
}

/** Shows the sheet of a task, or of a new one, on the page of a project, or on that of all. */
async function show(item: string | undefined, projectId?: string) {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const page = createRoute({
    getParentRoute: () => workspace,
    path: projectId ? 'projects/$space' : 'projects',
    component: () => <TaskPanel item={item} close={closed} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([page])])]),
    history: createMemoryHistory({
      initialEntries: [`/${workspaceId}/projects${projectId ? `/${projectId}` : ''}`],
    }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  ends.push(() => {
    rendered.unmount();
    document.body.replaceChildren();
  });
  const field = (label: string) =>
    [...document.querySelectorAll('input')].find(
      (each) =>
        each.ariaLabel === label ||
        each.getAttribute('aria-label') === label ||
        each.labels?.[0]?.textContent.startsWith(label),
    );
  return {
    read: () => document.body.textContent,
    says: (words: string) => until(() => document.body.textContent.includes(words)),
    field,
    type: async (label: string, value: string) => {
      await until(() => field(label) !== undefined);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(label), value);
      field(label)!.dispatchEvent(new Event('input', { bubbles: true }));
    },
    press: async (label: string) => {
      const found = () => [...document.querySelectorAll('button')].find((each) => each.textContent === label);
      await until(() => found() !== undefined);
      found()!.click();
    },
  };
}

const say = (replica: Replica, scopeId: string, taskId: string, userId: string, words: string) =>
  replica.create('comment', scopeId, {
    taskId,
    userId,
    notifyIds: [],
    content: text(words),
    createdAt: Date.now(),
  });

it('keeps the reply that is being typed when the comment that it answers is deleted', async () => {
  const { replica, projectId, userId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const comment = say(replica, projectId, task.id, userId, 'Which slates?');
  const sheet = await show(task.id, projectId);
  await sheet.says('Which slates?');
  await sheet.press('Reply');
  await sheet.type('Reply to Somebody who has left', 'The grey ones');
  replica.remove('comment', comment.id);
  await sheet.says('The comment that this answers was deleted.');
  expect(sheet.field('Reply')?.value).toBe('The grey ones');
});

it('begins to write a reply at once, and Esc ends it, not the task, and asks before what was typed goes', async () => {
  const { replica, projectId, userId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  say(replica, projectId, task.id, userId, 'Which slates?');
  const sheet = await show(task.id, projectId);
  await sheet.press('Reply');
  const label = 'Reply to Somebody who has left';
  await until(() => sheet.field(label) !== undefined && document.activeElement === sheet.field(label));
  await sheet.type(label, 'The grey ones');
  agrees.mockReturnValueOnce(false);
  const pressEsc = () =>
    sheet.field(label)!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  pressEsc();
  await until(() => agrees.mock.calls.length === 1);
  expect(sheet.field(label)?.value).toBe('The grey ones');
  pressEsc();
  await until(() => sheet.field(label) === undefined);
  expect(document.activeElement?.textContent).toBe('Reply');
  expect(closed).not.toHaveBeenCalled();
});

it('shows what was typed into a comment that somebody deletes while it is edited', async () => {
  const { replica, projectId, userId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const comment = say(replica, projectId, task.id, userId, 'Which slates?');
  keepDraft(`comment edit ${comment.id} on ${task.id}`, {
    base: {},
    values: { content: text('Which tiles?') },
  });
  const sheet = await show(task.id, projectId);
  await until(() => sheet.field('Comment') !== undefined);
  replica.remove('comment', comment.id);
  await sheet.says('Which tiles?');
  await sheet.press('Discard');
  expect(draftCount()).toBe(0);
});

it('forgets what was typed into a comment that the person deletes, and no reply to it', async () => {
  const { replica, projectId, userId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const comment = say(replica, projectId, task.id, userId, 'Which slates?');
  const reply = `comment to ${comment.id} on ${task.id}`;
  for (const name of [`comment edit ${comment.id} on ${task.id}`, reply])
    keepDraft(name, { base: {}, values: { content: text('Which tiles?') } });
  await deleteComment(comment);
  expect(keptDraft(reply)).toBeDefined();
  expect(draftCount()).toBe(1);
});

/** Types into every form that lies in a task. */
function typeAround(taskId: string, subtaskId: string): void {
  const kept = {
    [`task ${taskId}`]: { title: 'Roof of slates' },
    [`comment on ${taskId}`]: { content: text('By Friday') },
    [`comment to 1 on ${taskId}`]: { content: text('The grey ones') },
    [`comment edit 2 on ${taskId}`]: { content: text('Which tiles?') },
    [`subtask ${subtaskId} of ${taskId}`]: { title: 'Long nails' },
    [`subtask of ${taskId}`]: { title: 'Felt' },
    [`comment on ${subtaskId}`]: { content: text('How long?') },
  };
  for (const [name, values] of Object.entries(kept)) keepDraft(name, { base: {}, values });
}

it('shows everything that was typed in a task that somebody deletes, and lets go of it', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  typeAround(task.id, 'inner');
  replica.remove('task', task.id);
  const sheet = await show(task.id, projectId);
  await sheet.says('You had typed this');
  for (const words of ['Roof of slates', 'By Friday', 'The grey ones', 'Which tiles?', 'Long nails', 'Felt'])
    expect(sheet.read()).toContain(words);
  await sheet.press('Discard');
  expect(keptDraft('comment on inner')).toBeDefined();
  expect(draftCount()).toBe(1);
});

it('shows what was typed into comments on its documents when somebody deletes the task', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const file = { kind: 'file', taskId: task.id, createdBy: '', createdAt: 1 } as const;
  const [plan, moved] = ['Plan.bin', 'Offer.bin'].map((name) =>
    replica.create('document', projectId, { ...file, name }),
  );
  keepDraft(`comment on ${plan!.id}`, { base: {}, values: { content: text('Which scale?') } });
  keepDraft(`comment on ${moved!.id}`, { base: {}, values: { content: text('Too dear') } });
  const sheet = await show(task.id, projectId);
  await until(() => sheet.field('Write a comment') !== undefined);
  replica.update('document', moved!.id, { taskId: undefined });
  replica.remove('task', task.id);
  await sheet.says('Which scale?');
  // That one is where it was moved to, with what was typed about it.
  expect(sheet.read()).not.toContain('Too dear');
  await sheet.press('Discard');
  expect(draftCount()).toBe(1);
});

it('shows what was typed into the title of a subtask that somebody deletes', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const inner = replica.create('task', projectId, { title: 'Nails', parentId: task.id });
  const sheet = await show(task.id, projectId);
  await sheet.type('Title of Nails', 'Long nails');
  replica.remove('task', inner.id);
  await sheet.says('You had typed this');
  expect(sheet.read()).toContain('Long nails');
  await sheet.press('Discard');
  await until(() => !sheet.read().includes('Long nails'));
  expect(draftCount()).toBe(0);
});

it('forgets what was typed in a task, and in what lies in it, that the person deletes', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const inner = replica.create('task', projectId, { title: 'Nails', parentId: task.id });
  typeAround(task.id, inner.id);
  keepDraft('task other', { base: {}, values: { title: 'Cellar' } });
  expect(await deleteTask(task)).toBe(true);
  expect(keptDraft('task other')).toBeDefined();
  expect(draftCount()).toBe(1);
});

it('draws what lies in a task anew with the task, and not with each key', async () => {
  const { replica, projectId, userId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  say(replica, projectId, task.id, userId, 'Which slates?');
  const sheet = await show(task.id, projectId);
  await sheet.says('Which slates?');
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  const words = 'Slates as they were';
  drawn.mockClear();
  for (let end = 1; end <= words.length; end++) {
    await sheet.type('Description', words.slice(0, end));
    await pause();
  }
  // What comes late to the sheet, people among it, draws it, too.
  expect(drawn.mock.calls.length).toBeLessThan(words.length / 2);
  replica.update('task', task.id, { title: 'Gable' });
  await until(() => drawn.mock.lastCall?.[0].task.title === 'Gable');
});

it('offers subtasks in a task, and none in a subtask', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  const inner = replica.create('task', projectId, { title: 'Nails', parentId: task.id });
  const outer = await show(task.id, projectId);
  await until(() => outer.field('Add a subtask') !== undefined);
  await ends.pop()!();
  const sheet = await show(inner.id, projectId);
  await until(() => sheet.field('Write a comment') !== undefined);
  expect(sheet.field('Add a subtask')).toBeUndefined();
});

it('offers the archived project in which a task is made, and says that it is archived', async () => {
  const { replica, projectId } = await open();
  createProject(replica, { name: 'Garden' });
  replica.update('project', projectId, { archivedAt: 1 });
  const sheet = await show(undefined, projectId);
  await until(() => sheet.field('Project') !== undefined);
  expect(sheet.field('Project')?.value).toBe('House · Archived');
});

it('makes a subtask of what still stands in its line when a task is created, and leaves nothing for the next', async () => {
  const { replica, projectId } = await open();
  const sheet = await show(undefined, projectId);
  await sheet.type('Title', 'Roof');
  await sheet.type('Add a subtask', 'Nails');
  sheet.field('Add a subtask')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await sheet.says('Nails');
  await sheet.type('Add a subtask', 'Felt');
  await sheet.press('Create task');
  await until(() => replica.collections.task.where('scopeId', projectId).length === 3);
  const [made] = replica.collections.task.where('scopeId', projectId).filter(({ parentId }) => !parentId);
  const inner = replica.collections.task.where('parentId', made!.id);
  expect(inner.map(({ title }) => title).sort()).toEqual(['Felt', 'Nails']);
  await until(() => draftCount() === 0);
});

it('says at the field who is chosen for a task and cannot take it on in its project', async () => {
  const { replica, projectId, userId } = await open();
  replica.accessOf = () => 'private';
  replica.update('project', projectId, { memberIds: [userId] });
  keepDraft('task new', {
    base: { title: '', assigneeIds: [] },
    values: { title: 'Roof', assigneeIds: [userId, 'ben'] },
  });
  const sheet = await show(undefined, projectId);
  await sheet.press('Create task');
  await sheet.says('Not in this private project: ?');
  expect(replica.collections.task.where('scopeId', projectId)).toEqual([]);
});

it('has a new task come back with the project that was chosen for it, on the page of another', async () => {
  const { replica, projectId } = await open();
  const other = createProject(replica, { name: 'Garden' }).id;
  const sheet = await show(undefined, projectId);
  await sheet.type('Title', 'Fence');
  await until(() => draftCount() === 1);
  ends.pop()?.();
  const again = await show(undefined, other);
  await again.press('Create task');
  await until(() => draftCount() === 0);
  const titles = (id: string) => replica.collections.task.where('scopeId', id).map(({ title }) => title);
  expect([titles(projectId), titles(other)]).toEqual([['Fence'], []]);
});

it('makes no task before those of the chosen project are here, behind which it comes', async () => {
  const { replica, projectId, userId } = await open();
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const need = vi.fn();
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records: { ...replica, loaded, need }, uploads, userId } as unknown as OpenWorkspace);
  const sheet = await show(undefined, projectId);
  await sheet.type('Title', 'Roof');
  const button = () =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === 'Create task')!;
  expect(button().disabled).toBe(true);
  expect(need).toHaveBeenCalledWith([projectId]);
  sheet.field('Title')!.form!.requestSubmit();
  await Promise.resolve();
  expect(replica.collections.task.all()).toEqual([]);
  loaded.set({ scopes: new Set([projectId]), heads: true, isComplete: false });
  await until(() => !button().disabled);
  await sheet.press('Create task');
  await until(() => replica.collections.task.where('scopeId', projectId).length === 1);
});

it('chooses for a new task the only project there is once it is known that it is', async () => {
  const { replica, userId } = await open();
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  provideWorkspace({ records: { ...replica, loaded }, userId } as unknown as OpenWorkspace);
  const sheet = await show(undefined);
  await until(() => sheet.field('Project') !== undefined);
  expect(sheet.field('Project')?.value).toBe('');
  loaded.set({ scopes: new Set(), heads: true, isComplete: false });
  await until(() => sheet.field('Project')?.value === 'House');
});

it('leaves the title by Enter, but not by the one that takes what an input method offers', async () => {
  const { replica, projectId } = await open();
  const task = replica.create('task', projectId, { title: 'Roof' });
  await show(task.id, projectId);
  const title = () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Title"]');
  await until(() => title() !== null);
  title()!.focus();
  const enter = (isComposing: boolean) =>
    title()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing }));
  enter(true);
  expect(document.activeElement).toBe(title());
  enter(false);
  expect(document.activeElement).not.toBe(title());
});
