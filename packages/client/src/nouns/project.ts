/** The operations on projects. */
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import type { NewFieldsOf } from '../replica/givenFields.ts';
import type { Mutations } from '../replica/mutations.ts';

/**
 * Makes a project in a scope of its own: open to everybody who works here, or private to its members and the admins. An
 * employee who makes a private one is always among its readers.
 */
export function createProject(
  mutations: Mutations,
  fields: NewFieldsOf<'project'>,
  access: ScopeAccess = 'open',
): OpenOf<'project'> {
  const id = uuidv7();
  let made: OpenOf<'project'> | undefined;
  mutations.transaction((transaction) => {
    transaction.createScope({ id, kind: 'project', access });
    made = mutations.create('project', id, { ...fields, id });
  });
  return mutations.collections.project.get(id) ?? made!;
}

/**
 * Opens a project to everybody who works here, its past included; or makes what is written from now on its members' and
 * the admins' alone. The members of a private project are changed like any other field.
 */
export function setProjectAccess(mutations: Mutations, projectId: string, access: ScopeAccess): void {
  if (mutations.accessOf(projectId) === access) return;
  mutations.transaction((transaction) => {
    const { memberIds } = transaction.row('project', projectId) as unknown as OpenOf<'project'>;
    transaction.setAccess(projectId, access);
    // The members are its readers: the transaction carries them.
    if (!transaction.touches(projectId)) mutations.update('project', projectId, { memberIds });
  });
}

/** Takes those off the members of private projects who may not stay: the projects get new keys with it. */
export function keepMembers(mutations: Mutations, stays: (userId: string) => boolean): void {
  for (const { id, memberIds } of mutations.collections.project.all())
    if (mutations.accessOf(id) === 'private' && !memberIds.every(stays))
      mutations.update('project', id, { memberIds: memberIds.filter(stays) });
}
