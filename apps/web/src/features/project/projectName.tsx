import type { Project } from '@kontor/contract/project';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/messages.ts';
import { usePending } from '../../platform/workspace.ts';
import { PendingMark } from '../../ui/pendingMark.tsx';
import { projectMessages } from './messages.ts';
import { PrivateMark } from './privateMark.tsx';
import css from './project.module.css';

/** A project's name as the link of its row. */
export function ProjectName({ project, workspace }: { project: Project; workspace: string }) {
  const t = useMessages(projectMessages);
  const pending = usePending(project.id);
  return (
    <span className={css.name}>
      <Link to="/$workspace/projects/$space" params={{ workspace, space: project.id }} data-list-item>
        {project.name}
      </Link>
      <PrivateMark projectId={project.id} />
      {project.archivedAt && (
        <Badge size="xs" color="gray" variant="light">
          {t('archived')}
        </Badge>
      )}
      {pending && <PendingMark />}
    </span>
  );
}
