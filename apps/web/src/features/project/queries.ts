import type { ViewOf } from '@kontor/client/replica/collections';
import type { SumsSpec } from '@kontor/client/replica/sums';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { Project } from '@kontor/contract/nouns/project';
import { byName } from '../../platform/text/compare.ts';
import { matches } from '../../platform/text/matches.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useObservable, useRecord, useWhere, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Returns who reads a project, as it will be once everything is on the server. */
export function useAccess(id: string): ScopeAccess {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  useObservable(records.outbox.status);
  return records.accessOf(id);
}

/** Says whether a record was here once, in a project that this person does not read any more. */
export function useIsClosed(id: string): boolean {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  return records.isClosed(id);
}

export const useProject = (id: string | undefined): Project | undefined => useRecord('project', id);

/** The projects that are not archived, by name. */
const runningProjects: ViewOf<'project'> = {
  filter: ({ archivedAt }) => !archivedAt,
  compare: byName,
};

/** Returns the projects that are not archived: a person's own first, then those that were changed last. */
export const projectsOf = (userId: string): ViewOf<'project'> => {
  const isOwn = ({ memberIds }: Project) => memberIds.includes(userId);
  return {
    filter: ({ archivedAt }) => !archivedAt,
    compare: (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.updatedAt - a.updatedAt || byName(a, b),
  };
};

/** Returns the projects that are not archived, by name; all of them, for a choice. */
export const useRunningProjects = (): readonly Project[] =>
  useWindow(useView(useCollection('project'), runningProjects));

/** Returns the projects of a customer by name, the archived ones only when asked for. */
export const customerProjects = (customerId: string, withArchived: boolean): ViewOf<'project'> => ({
  index: 'customerId',
  key: customerId,
  filter: ({ archivedAt }) => withArchived || !archivedAt,
  compare: byName,
});

/** Tells whether a customer has projects, and all of them are archived. */
export function useHasOnlyArchived(customerId: string): boolean {
  const projects = useWhere('project', 'customerId', customerId);
  return projects.length > 0 && projects.every(({ archivedAt }) => archivedAt);
}

/** Counts the running projects of each customer. */
export const runningSums: SumsSpec<Project, 'running'> = {
  group: ({ customerId }) => customerId,
  figures: ({ archivedAt }) => ({ running: archivedAt ? 0 : 1 }),
  zero: { running: 0 },
};

/** Says whether a project's name, custom field or customer holds each of the words, accents and case aside. */
export const projectMatches = (
  { name, customField = '' }: Pick<Project, 'name' | 'customField'>,
  query: string,
  customer = '',
): boolean => matches(`${name} ${customField} ${customer}`, query);
