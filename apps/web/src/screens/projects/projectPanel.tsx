import type { Project } from '@kontor/contract/project';
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createProject, updateProject } from '../../features/project/actions.ts';
import { draftOf, projectProblems } from '../../features/project/draft.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { ProjectForm } from '../../features/project/projectForm.tsx';
import { useProject } from '../../features/project/queries.ts';
import { useDraft } from '../../platform/drafts.ts';
import { useMessages } from '../../platform/messages.ts';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { toast } from '../../platform/toasts.tsx';
import { EmptyState } from '../../ui/emptyState.tsx';
import { SlideOver } from '../../ui/slideOver.tsx';
import { onSubmitKey } from '../../ui/submitKey.ts';

interface ProjectPanelProps {
  /** The project's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

function Form({ project, close }: { project: Project | undefined; close: () => void }) {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const [initial] = useState(() => draftOf(project));
  const draft = useDraft(`project ${project?.id ?? 'new'}`, initial);
  const [tried, setTried] = useState(false);
  const problems = projectProblems(draft.value);
  const save = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    if (project) {
      if (!updateProject(project, draft.value)) return;
      draft.clear();
      close();
      return;
    }
    const made = createProject(draft.value);
    if (!made) return;
    draft.clear();
    toast.success(t('created', { name: made.name }));
    void navigate({ to: '/$workspace/projects/$space', params: { workspace, space: made.id } });
  };
  return (
    <SlideOver
      title={project ? t('editProject') : t('newProject')}
      onClose={close}
      draft={draft}
      footer={
        <Button onClick={save} title={shortcutLabel('mod+enter')}>
          {project ? t('save') : t('create')}
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDownCapture={onSubmitKey(save)}
      >
        <ProjectForm
          draft={draft.value}
          change={draft.change}
          problems={tried ? problems : {}}
          withArchived={project !== undefined}
        />
        <button type="submit" hidden />
      </form>
    </SlideOver>
  );
}

/** The form of a project, new or not. */
export function ProjectPanel({ item, close }: ProjectPanelProps) {
  const t = useMessages(projectMessages);
  const project = useProject(item);
  if (item && !project)
    return (
      <SlideOver title={t('project')} onClose={close}>
        <EmptyState>{t('gone')}</EmptyState>
      </SlideOver>
    );
  return <Form project={project} close={close} />;
}
