import type { Project } from '@kontor/contract/project';
import { useKeptValues } from '../../platform/workspace.ts';
import { KeptTexts } from '../../ui/keptTexts.tsx';
import type { People } from '../../ui/people.tsx';
import { resolveProjectConflict } from './actions.ts';

/** The texts of a project that two people wrote over each other. */
export function ProjectConflicts({ project, people }: { project: Project; people: People }) {
  const texts = useKeptValues(project).map((value) => ({
    ...value,
    by: people.get(value.authorId)?.name,
  }));
  return (
    <KeptTexts texts={texts} onSettle={(id, choice) => resolveProjectConflict(project.id, id, choice)} />
  );
}
