import type { Project } from '@kontor/contract/nouns/project';
import { useNavigate } from '@tanstack/react-router';
import { RecordMarks } from '../../ui/list/recordMarks.tsx';
import { RecordName } from '../../ui/list/recordName.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { PrivateMark } from './privateMark.tsx';

/** Shows a project's name as the link of its row. */
export function ProjectName({ project, workspace }: { project: Project; workspace: string }) {
  const { id, name, archivedAt } = project;
  const navigate = useNavigate();
  return (
    <RecordName
      isArchived={Boolean(archivedAt)}
      marks={
        <>
          <PrivateMark projectId={id} />
          <RecordMarks entity="project" record={project} />
        </>
      }
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
