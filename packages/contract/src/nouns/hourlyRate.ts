import { entity, type Open } from '../entity/entity.ts';
import { day, id, number } from '../entity/field.ts';

/**
 * The price of an hour, for admins alone: somebody's in a project, everybody's in a project, or somebody's
 * anywhere. It outlives its project, whose hours are charged by it.
 */
export const hourlyRate = entity('hourlyRate', {
  scopes: ['admins'],
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['projectId', 'userId'],
  refs: {},
  sealed: {
    /** Absent: in every project that has none. */
    projectId: id().optional(),
    /** Absent: of everybody who has none of their own there. */
    userId: id().optional(),
    /** The first day on which it counts; absent: from the beginning. */
    from: day().optional(),
    /** Cents an hour. */
    rate: number(),
  },
});
export type HourlyRate = Open<typeof hourlyRate>;
