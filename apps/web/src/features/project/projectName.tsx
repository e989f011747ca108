import type { Project } from '@kontor/contract/nouns/project';
import { useNavigate } from '@tanstack/react-router';
import { usePending } from '../../platform/workspace/workspace.ts';
import { RecordName } from '../../ui/list/recordName.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { PrivateMark } from './privateMark.tsx';

/** A project's name as the link of its row. */
export function ProjectName({ project, workspace }: { project: Project; workspace: string }) {
  const { id, name, archivedAt } = project;
  const navigate = useNavigate();
  return (
    <RecordName
      mark={<PrivateMark projectId={id} />}
      isArchived={Boolean(archivedAt)}
      isPending={usePending(id)}
    >
      <QueryLink
        path={`/${workspace}/projects/${id}`}
        query={{}}
        onFollow={() =>
          void navigate({ to: '/$workspace/projects/$space', params: { workspace, space: id } })
        }
        title={name}
        isRow
      >
        {name}
      </QueryLink>
    </RecordName>
  );
}
