import { entity, type Open } from '../entity/entity.ts';
import { id } from '../entity/field.ts';

/** A folder or file that somebody marked for themselves. */
export const star = entity('star', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  indexes: ['documentId'],
  refs: {},
  sealed: { documentId: id() },
});
export type Star = Open<typeof star>;
