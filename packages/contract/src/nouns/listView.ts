import { entity, type Open } from '../entity/entity.ts';
import { flag, id, oneOf, text } from '../entity/field.ts';
import { visibilities } from '../entity/visibility.ts';

/** The state in which somebody left a list: its order, how it shows what is in it, and what of it. */
export const listView = entity('listView', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  indexes: ['list'],
  merge: { list: 'last', sortedBy: 'last', layout: 'last', show: 'last', group: 'last', personId: 'last' },
  refs: {},
  sealed: {
    /** Names the list, or the kind of list where all of a kind are left alike. */
    list: text(100),
    /** Names the column that it is sorted by. */
    sortedBy: text(100),
    isDescending: flag(),
    /** Rows or pictures; of tasks a list, a board or a timeline. */
    layout: oneOf(['rows', 'grid', 'list', 'board', 'timeline']),
    show: oneOf(visibilities).optional(),
    /** Of one's own tasks: all, or one group alone. */
    group: oneOf(['all', 'latest', 'overdue', 'today', 'upcoming', 'none']).optional(),
    /** Of tasks: those of one person alone. */
    personId: id().optional(),
    /** Archived records show, too. */
    withArchived: flag().optional(),
  },
});
export type ListView = Open<typeof listView>;
