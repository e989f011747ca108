import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { Project } from '@kontor/contract/nouns/project';
import { useMemo } from 'react';
import { useLanguage } from '../../platform/text/locale.ts';
import { matches } from '../../platform/text/matches.ts';
import { useAll, useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Who reads a project, as it will be once everything is on the server. */
export function useAccess(id: string): ScopeAccess {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  useObservable(records.outbox.status);
  return records.accessOf(id);
}

/** Whether a record was here once, in a project that this person does not read any more. */
export function useIsClosed(id: string): boolean {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  return records.isClosed(id);
}

export const useProject = (id: string | undefined): Project | undefined => useRecord('project', id);

/** All projects by name, the archived ones only when asked for. */
export function useProjects(withArchived = false): readonly Project[] {
  const projects = useAll('project');
  const tag = useLanguage();
  return useMemo(() => {
    const shown = withArchived ? [...projects] : projects.filter((project) => !project.archivedAt);
    return shown.sort((a, b) => a.name.localeCompare(b.name, tag, { numeric: true }));
  }, [projects, withArchived, tag]);
}

/** Whether a project's name, custom field or customer holds each of the words, accents and case aside. */
export const matchesQuery = (
  { name, customField = '' }: Pick<Project, 'name' | 'customField'>,
  query: string,
  customer = '',
): boolean => matches(`${name} ${customField} ${customer}`, query);
