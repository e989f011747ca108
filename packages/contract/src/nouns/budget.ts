import { entity, type Open } from '../entity/entity.ts';
import { id, number } from '../entity/field.ts';
import { idMarks, markedId } from '../entity/markedId.ts';

/** Returns the id of a project's budget, so that there is one at most, whoever begins it. */
export const budgetId = (projectId: string): string => markedId(projectId, idMarks.budget);

/** The money that a project may cost, for admins alone. Its hours are the project's own, which everybody sees who reads it. */
export const budget = entity('budget', {
  scopes: ['admins'],
  id: { mark: idMarks.budget },
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['projectId'],
  refs: {},
  sealed: {
    projectId: id(),
    /** Cents. */
    value: number().optional(),
  },
});
export type Budget = Open<typeof budget>;
