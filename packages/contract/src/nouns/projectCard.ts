import { entity, type Open } from '../entity/entity.ts';
import { day, id, instant, number, text } from '../entity/field.ts';

/**
 * The part of an open project that its customer sees. Written along with each change of the project or its tasks; a
 * private project has none.
 */
export const projectCard = entity('projectCard', {
  scopes: ['customer'],
  written: 'clients',
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  title: ['name'],
  indexes: ['projectId'],
  refs: {},
  sealed: {
    projectId: id(),
    name: text(200),
    startDate: day().optional(),
    endDate: day().optional(),
    /** Tasks, subtasks not counted. */
    tasksTotal: number(),
    tasksDone: number(),
    archivedAt: instant().optional(),
  },
});
export type ProjectCard = Open<typeof projectCard>;
