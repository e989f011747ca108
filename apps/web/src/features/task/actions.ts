/** Actions upon tasks. Each shows at once; what goes wrong on this side is said in a toast. */
import { effortsIn, totalOf } from '@kontor/client/nouns/effort';
import { chargedElsewhere, chargedTo, chargeHere } from '@kontor/client/nouns/movedWork';
import { byRank } from '@kontor/client/nouns/rank';
import { moveTasks, reorderTask } from '@kontor/client/nouns/task';
import { durationOf } from '@kontor/client/nouns/timeEntry';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { ChangesOf, NewFieldsOf } from '@kontor/client/replica/givenFields';
import { treeOf } from '@kontor/client/replica/trees';
import { isAdminIn } from '@kontor/contract/memberLog/state';
import type { Effort } from '@kontor/contract/nouns/effort';
import type { Project } from '@kontor/contract/nouns/project';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { draftsAbout, forgetDraftsAbout } from '../../platform/draft/drafts.ts';
import { reportFailure } from '../../platform/failures/failures.ts';
import { formatDuration } from '../../platform/text/format.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { untilAllIsHere } from '../../platform/workspace/loaded.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import type { ColumnPlace } from './board/columns.ts';
import { taskMessages } from './messages.ts';

export type NewTask = NewFieldsOf<'task'> & Pick<Task, 'title'>;
export type TaskChanges = ChangesOf<'task'>;

/** Tells who can take on tasks of a project: everybody or, where it is private, its members. */
const assignableIn =
  ({ id, memberIds }: Pick<Project, 'id' | 'memberIds'>) =>
  (userId: string): boolean =>
    currentWorkspace().records.accessOf(id) !== 'private' || memberIds.includes(userId);

/** Returns those who cannot take on tasks of a project. */
export function notAssignableIn(projectId: string, userIds: readonly string[]): string[] {
  const project = currentWorkspace().records.collections.project.get(projectId);
  return project ? userIds.filter((id) => !assignableIn(project)(id)) : [];
}

/**
 * Makes a task at the end of its list, with subtasks of these titles. Who cannot take it on there is not assigned. Returns
 * it, or undefined after saying that it failed.
 */
export function createTask(
  projectId: string,
  fields: NewTask,
  subtasks: readonly string[] = [],
): Task | undefined {
  const { records, userId } = currentWorkspace();
  const out = notAssignableIn(projectId, fields.assigneeIds ?? []);
  const make = (each: NewTask) =>
    records.create('task', projectId, {
      status: 'TODO',
      ...each,
      assigneeIds: (each.assigneeIds ?? []).filter((id) => !out.includes(id)),
      title: each.title.trim(),
      createdBy: userId,
    });
  try {
    let made: Task | undefined;
    records.transaction(() => {
      made = make(fields);
      for (const title of subtasks) make({ title, parentId: made.id });
    });
    return made;
  } catch (error) {
    reportFailure(error, taskMessages.t('createFailed'));
    return undefined;
  }
}

/**
 * Makes a task anew, open and without days: its texts, estimate and people, and subtasks of the same titles. Returns it, or
 * undefined after saying that it failed.
 */
export function duplicateTask(id: string): Task | undefined {
  const { task: tasks } = currentWorkspace().records.collections;
  const task = tasks.get(id);
  if (!task) return undefined;
  const { title, description, timeEstimate, assigneeIds, leadId, parentId } = task;
  const subtasks = tasks.where('parentId', id).toSorted(byRank);
  const made = createTask(
    task.scopeId,
    {
      title,
      assigneeIds,
      ...(description && { description }),
      ...(timeEstimate !== undefined && { timeEstimate }),
      ...(leadId && { leadId }),
      ...(parentId && { parentId }),
    },
    subtasks.map((each) => each.title),
  );
  const { t } = taskMessages;
  if (made) toast.success(t('wasDuplicated', { title: title || t('untitled') }));
  return made;
}

/** Changes fields of a task. False after saying that it failed. */
export const updateTask = (id: string, changes: TaskChanges): boolean =>
  tryAct(() => currentWorkspace().records.update('task', id, changes), taskMessages.t('updateFailed'));

export const setStatus = (id: string, status: TaskStatus): boolean => updateTask(id, { status });

/** Sets the status in a list that a task leaves once it is done, and then offers the way back. */
export function setStatusOfOpen({ id, title, status: before }: Task, status: TaskStatus): void {
  if (!setStatus(id, status) || status !== 'DONE') return;
  const { t } = taskMessages;
  const undo = { label: t('undo'), isUndo: true, run: () => void setStatus(id, before) };
  toast.info(t('wasDone', { title: title || t('untitled') }), undo);
}

/** Puts a task at a place of a column: status and order in one act. */
export const placeTask = (
  task: Pick<Task, 'id' | 'status'>,
  place: Pick<ColumnPlace, 'status' | 'after' | 'before'>,
): boolean =>
  tryAct(() => {
    const { records } = currentWorkspace();
    records.transaction(() => {
      if (task.status !== place.status) records.update('task', task.id, { status: place.status });
      if (place.after !== undefined || place.before !== undefined)
        reorderTask(records, task.id, place.after, place.before);
    });
  }, taskMessages.t('updateFailed'));

/** Returns what lies in a task, at any depth. */
function subtasksOf({ id }: Pick<Task, 'id'>): Task[] {
  const tasks = currentWorkspace().records.collections.task;
  const found = treeOf(id, (each) => tasks.where('parentId', each).map((inside) => inside.id));
  return [...found].slice(1).flatMap((each) => tasks.get(each) ?? []);
}

/** Returns a project to which tasks can be moved; undefined, after saying so, where it is not there any more, or in the archive. */
function targetOf(projectId: string): Project | undefined {
  const project = currentWorkspace().records.collections.project.get(projectId);
  if (project && !project.archivedAt) return project;
  toast.error(taskMessages.t('moveTargetGone'));
  return undefined;
}

/**
 * Moves a task, and what lies in it, to another project; asks where that changes who reads it, or whose hours its work is: once
 * everything is here, since that work may lie in anybody's hours. Those who cannot take it on there are not assigned any more.
 */
export async function moveTask(
  asked: Pick<Task, 'id'>,
  { id: projectId }: Pick<Project, 'id'>,
): Promise<void> {
  if (!(await untilAllIsHere(asked.id, 'doneLater'))) return;
  const { records } = currentWorkspace();
  const task = records.collections.task.get(asked.id);
  if (!task || task.scopeId === projectId) return;
  const project = targetOf(projectId);
  if (!project) return;
  const { t } = taskMessages;
  const names = { title: task.title || t('untitled'), project: project.name };
  const tasks = [task, ...subtasksOf(task)];
  const isPrivate = [task.scopeId, project.id].some((id) => records.accessOf(id) === 'private');
  const body = [...(isPrivate ? [t('moveBody')] : []), ...chargeNotes(tasks, project)].join(' ');
  if (body && !(await confirm({ title: t('moveTitle', names), body, action: t('moveToProject') }))) return;
  // Somebody may have changed it while the question stood.
  const target = targetOf(projectId);
  if (!target) return;
  if (!tryAct(() => moveTasks(records, [task.id], projectId, assignableIn(target)), t('moveFailed'))) return;
  toast.success(t('wasMoved', names));
  await chargeWork(tasks, names);
}

/** Returns what to say of the work on tasks before they move to a project: where it stays charged, as far as that is known here. */
function chargeNotes(tasks: readonly Task[], { id, name }: Pick<Project, 'id' | 'name'>): string[] {
  const { collections } = currentWorkspace().records;
  const { t } = taskMessages;
  const worked = workedOn(tasks);
  if (worked === 0) return [];
  if (haveOthersWorked(tasks))
    return [t('moveWorkedUnseen', { project: name, duration: formatDuration(worked) }), t('othersWorked')];
  const entries = tasks.flatMap((task) => collections.timeEntry.where('taskId', task.id));
  const elsewhere = entries.filter(({ projectId }) => projectId !== id);
  const duration = minutesOf(elsewhere);
  const from = chargedTo(collections, elsewhere).join(', ');
  return duration === 0 || from === ''
    ? []
    : [t('moveWorked', { project: name, duration: formatDuration(duration), from })];
}

/** Asks whether the work on tasks that were moved is charged to the project in which they are now, as far as one may say so. */
async function chargeWork(tasks: readonly Task[], names: { title: string; project: string }): Promise<void> {
  const { records } = currentWorkspace();
  const { t } = taskMessages;
  const ids = tasks.map(({ id }) => id);
  const entries = chargedElsewhere(records.collections, ids);
  if (entries.length === 0) return;
  const from = chargedTo(records.collections, entries).join(', ');
  const body = t('chargeBody', { ...names, from, duration: formatDuration(minutesOf(entries)) });
  const agreed = await confirm({
    title: t('chargeTitle', names),
    body: haveOthersWorked(tasks) ? `${body} ${t('othersWorked')}` : body,
    action: t('charge'),
    cancel: t('chargeNot'),
  });
  if (agreed)
    tryAct(() => chargeHere(records, chargedElsewhere(records.collections, ids)), t('chargeFailed'));
}

/** Returns the whole minutes of entries, up to now where they run. */
const minutesOf = (entries: readonly TimeEntry[]): number =>
  Math.round(entries.reduce((sum, entry) => sum + durationOf(entry, Date.now()), 0) / 60_000);

/** Returns the sums of what people worked on tasks. */
function effortsAt(tasks: readonly Task[]): Effort[] {
  const { collections, log } = currentWorkspace().records;
  const isAdmin = (userId: string) => isAdminIn(log.get(), userId);
  return tasks.flatMap(({ id }) => effortsIn(collections, id, isAdmin));
}

/** Returns the whole minutes that people worked on tasks. */
const workedOn = (tasks: readonly Task[]): number =>
  Math.round(effortsAt(tasks).reduce((all, sum) => all + totalOf(sum).time, 0) / 60_000);

/** Tells whether people worked on tasks whose hours the signed-in person does not read. */
const haveOthersWorked = (tasks: readonly Task[]): boolean =>
  effortsAt(tasks).some(
    (sum) => totalOf(sum).time > 0 && !hoursOf(currentWorkspace().records.collections, sum.userId),
  );

/**
 * Asks, then deletes a task with its subtasks and documents, and what is typed into their forms. Resolves to whether it
 * is gone.
 */
export async function deleteTask(task: Task): Promise<boolean> {
  const { records } = currentWorkspace();
  const { t } = taskMessages;
  const subtasks = subtasksOf(task);
  const documents = [task, ...subtasks].flatMap(({ id }) => records.collections.document.where('taskId', id));
  const title = task.title || t('untitled');
  const body =
    subtasks.length + documents.length > 0
      ? t('deleteBodyWith', { subtasks: subtasks.length, documents: documents.length })
      : t('deleteBody');
  const worked = workedOn([task, ...subtasks]);
  const ids = [task, ...subtasks, ...documents].map(({ id }) => id);
  const bodies = [
    body,
    worked > 0 && t('deleteWorked', { duration: formatDuration(worked) }),
    ids.some((id) => draftsAbout(id).length > 0) && t('deleteTyped'),
  ];
  const agreed = await confirm({
    title: t('deleteTitle', { title }),
    body: bodies.filter(Boolean).join(' '),
    action: t('delete'),
    danger: true,
  });
  if (!agreed) return false;
  try {
    records.remove('task', task.id);
  } catch (error) {
    reportFailure(error, t('deleteFailed'));
    return false;
  }
  for (const id of ids) forgetDraftsAbout(id);
  toast.success(t('wasDeleted', { title }));
  return true;
}
