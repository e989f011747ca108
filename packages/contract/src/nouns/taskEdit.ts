import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';
import { isStrings } from './message.ts';
import { task } from './task.ts';

/**
 * The fields of which the history of a task tells, and the project that it lies in. Its test names those of which it tells
 * nothing: its place among others, and who made it.
 */
export const toldFields = [
  'title',
  'status',
  'assigneeIds',
  'leadId',
  'startDate',
  'dueDate',
  'timeEstimate',
  'description',
  'projectId',
] as const;

/** The value of a told field, null for none. Of a description it is told that it changed, and no text. */
export type ToldValue = string | number | readonly string[] | null;

/** A field before and after. */
export interface FieldEdit {
  field: (typeof toldFields)[number];
  from: ToldValue;
  to: ToldValue;
}

const { title, status, leadId, startDate, dueDate, timeEstimate } = task.sealed;

/** Tell of each field if a value is one that a task has in it. */
const accepts: Record<FieldEdit['field'], (value: unknown) => boolean> = {
  title: title.accepts,
  status: status.accepts,
  assigneeIds: isStrings,
  leadId: leadId.accepts,
  startDate: startDate.accepts,
  dueDate: dueDate.accepts,
  timeEstimate: timeEstimate.accepts,
  description: () => false,
  projectId: id().accepts,
};

const isEdits = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((edit: Partial<FieldEdit> | null) => {
    const field = toldFields.find((each) => each === edit?.field);
    return field && [edit?.from, edit?.to].every((told) => told === null || accepts[field](told));
  });

/** The changes that somebody made in a task at one time; signed by them, it lies in the task and goes with it. */
export const taskEdit = entity('taskEdit', {
  scopes: ['project'],
  within: ['taskId'],
  isMoot: false,
  owner: 'userId',
  isSaid: true,
  verified: 'in-background',
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  // Two devices of one person add to one edit.
  merge: { at: 'max', edits: 'changes' },
  refs: { taskId: ref('task'), userId: ref('user') },
  sealed: {
    /** Of the last change in it. */
    at: instant(),
    edits: data<readonly FieldEdit[]>([], isEdits),
  },
});
export type TaskEdit = Open<typeof taskEdit>;
