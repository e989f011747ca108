import type { Project } from '@kontor/contract/nouns/project';
import { useFieldConflicts } from '../../platform/workspace/workspace.ts';
import { ConflictTexts } from '../../ui/form/conflictTexts.tsx';
import type { People } from '../../ui/person/people.tsx';
import { resolveProjectConflict } from './actions.ts';

/** The texts of a project that two people wrote over each other. */
export function ProjectConflicts({ project, people }: { project: Project; people: People }) {
  const texts = useFieldConflicts(project).map((value) => ({
    ...value,
    by: people.get(value.authorId)?.name,
  }));
  return (
    <ConflictTexts texts={texts} onSettle={(id, choice) => resolveProjectConflict(project.id, id, choice)} />
  );
}
