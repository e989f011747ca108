import { entity, type Open } from '../entity/entity.ts';
import { day, id, number, oneOf, rank, richText, text } from '../entity/field.ts';
import { ref, refs } from '../entity/ref.ts';

export const taskStatus = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'] as const;
export type TaskStatus = (typeof taskStatus)[number];

/** The largest estimate, minutes in a year: what lies above is a slip of the finger. */
export const maxEstimate = 365 * 24 * 60;

export const task = entity('task', {
  scopes: ['project'],
  within: ['parentId'],
  verified: 'in-background',
  isInArchive: true,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  title: ['title'],
  searched: ['description'],
  indexes: ['parentId', 'assigneeIds', 'createdBy'],
  merge: { leadId: 'value' },
  refs: {
    /** The task whose subtask it is; a subtask has none of its own. */
    parentId: ref('task').optional(),
    assigneeIds: refs('user'),
  },
  sealed: {
    title: text(),
    description: richText().optional(),
    status: oneOf(taskStatus),
    /** Minutes. */
    timeEstimate: number().optional(),
    startDate: day().optional(),
    dueDate: day().optional(),
    order: rank(),
    /** One of the assignees; see `leadOf`. */
    leadId: id().optional(),
    createdBy: id(),
  },
});
export type Task = Open<typeof task>;
