import type { Project } from '@kontor/contract/nouns/project';
import { Link } from '@tanstack/react-router';
import { usePending } from '../../platform/workspace/workspace.ts';
import { RecordName } from '../../ui/list/recordName.tsx';
import { PrivateMark } from './privateMark.tsx';

/** A project's name as the link of its row. */
export function ProjectName({ project, workspace }: { project: Project; workspace: string }) {
  const { id, name, archivedAt } = project;
  return (
    <RecordName
      mark={<PrivateMark projectId={id} />}
      isArchived={Boolean(archivedAt)}
      isPending={usePending(id)}
    >
      <Link to="/$workspace/projects/$space" params={{ workspace, space: id }} title={name} data-list-item>
        {name}
      </Link>
    </RecordName>
  );
}
