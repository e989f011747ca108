import { entity, type Open } from '../entity/entity.ts';
import { data, instant } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';

/** The fields of which the history of a task tells: its own besides its rank, and the project that it lies in. */
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

const isString = (value: unknown) => typeof value === 'string';

const isValue = (value: unknown): boolean =>
  value === null ||
  isString(value) ||
  Number.isFinite(value) ||
  (Array.isArray(value) && value.every(isString));

const isEdits = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (edit: Partial<FieldEdit> | null) =>
      toldFields.some((field) => field === edit?.field) && isValue(edit?.from) && isValue(edit?.to),
  );

/** The changes that somebody made in a task at one time; signed by them, it lies in the task and goes with it. */
export const taskEdit = entity('taskEdit', {
  scopes: ['project'],
  within: ['taskId'],
  isMoot: false,
  owner: 'userId',
  isSaid: true,
  verified: 'in-background',
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
