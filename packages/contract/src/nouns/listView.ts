import { entity, type Open } from '../entity/entity.ts';
import { flag, oneOf, text } from '../entity/field.ts';

/** The state in which somebody left a kind of list: its order, and whether it shows rows or pictures. */
export const listView = entity('listView', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  indexes: ['list'],
  merge: { list: 'last', sortedBy: 'last', layout: 'last' },
  refs: {},
  sealed: {
    /** Names the kind of list. */
    list: text(100),
    /** Names the column that it is sorted by. */
    sortedBy: text(100),
    isDescending: flag(),
    layout: oneOf(['rows', 'grid']),
  },
});
export type ListView = Open<typeof listView>;
