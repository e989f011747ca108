import { entity, type Open } from '../entity/entity.ts';
import { day, flag, oneOf, text } from '../entity/field.ts';
import { daysBetween } from '../time/day.ts';

export const absenceKinds = ['vacation', 'sickness', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/** Longer than anybody is away in one piece; a year that was mistyped is found by it. */
export const maxAbsenceDays = 731;

/**
 * Days on which somebody has not to work, in the scope of their hours. Public holidays are none: they follow from where
 * somebody works (`time/holiday.ts`).
 */
export const absence = entity('absence', {
  scopes: ['hours'],
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  searched: ['note'],
  groups: { days: ['from', 'to', 'isHalf'] },
  // Whoever has others' hours in the list would wait for thousands of months.
  accepts: {
    days: ({ from, to }) => !from || !to || daysBetween(from as string, to as string) < maxAbsenceDays,
  },
  refs: {},
  sealed: {
    kind: oneOf(absenceKinds),
    from: day(),
    /** The last day of it. */
    to: day(),
    /** Half of each day. */
    isHalf: flag(),
    note: text(500).optional(),
  },
});
export type Absence = Open<typeof absence>;
