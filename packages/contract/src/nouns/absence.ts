import { entity, type Open } from '../entity/entity.ts';
import { day, flag, oneOf, text } from '../entity/field.ts';

export const absenceKinds = ['vacation', 'sickness', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/**
 * Days on which somebody has not to work, in the scope of their hours. Public holidays are none: they follow from where
 * somebody works (`time/holiday.ts`).
 */
export const absence = entity('absence', {
  scopes: ['hours'],
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  searched: ['note'],
  groups: { days: ['from', 'to', 'isHalf'] },
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
