import { entity, type Open } from '../entity/entity.ts';
import { ref } from '../entity/ref.ts';
import { personFields } from './person.ts';

/** The member directory: who people are, for those who work in the workspace. Roles are in the member log alone. */
export const member = entity('member', {
  scopes: ['staff'],
  id: { person: (userId) => userId },
  owner: 'userId',
  written: 'clients',
  rights: { create: 'own', update: 'own', delete: 'ADMIN' },
  title: ['firstName', 'lastName'],
  searched: ['email'],
  indexes: ['userId'],
  refs: { userId: ref('user') },
  sealed: personFields,
});
export type Member = Open<typeof member>;
