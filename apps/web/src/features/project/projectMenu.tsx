import type { Project } from '@kontor/contract/nouns/project';
import { appAddress } from '../../platform/appAddress.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { RecordMenu } from '../../ui/list/recordMenu.tsx';
import { archiveProject, deleteProject, restoreProject } from './actions.ts';

interface ProjectMenuProps {
  project: Project;
  onEdit: () => void;
  onDeleted?: () => void;
}

/** Offers what can be done with a project as a whole. */
export function ProjectMenu({ project, onEdit, onDeleted }: ProjectMenuProps) {
  const mayDelete = useCan('project.delete');
  const remove = async () => {
    if (await deleteProject(project)) onDeleted?.();
  };
  return (
    <RecordMenu
      name={project.name}
      address={() => appAddress(`projects/${project.id}`)}
      isArchived={Boolean(project.archivedAt)}
      onEdit={onEdit}
      onArchive={() => void archiveProject(project)}
      onRestore={() => void restoreProject(project)}
      onDelete={mayDelete ? () => void remove() : undefined}
    />
  );
}
