import type { Project } from '@kontor/contract/nouns/project';
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useActiveCustomers, useCustomer } from '../../features/customer/queries.ts';
import { useColleagues } from '../../features/member/queries.ts';
import { createProject, updateProject } from '../../features/project/actions.ts';
import { draftOf, type ProjectDraft, projectProblems } from '../../features/project/draft.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { ProjectForm } from '../../features/project/projectForm.tsx';
import { useIsClosed, useProject } from '../../features/project/queries.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

interface ProjectPanelProps {
  /** The project's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

/** An employee is always among those who read a private project that they make. */
const withOwn = (draft: ProjectDraft, ownId: string | undefined): ProjectDraft =>
  draft.access === 'private' && ownId !== undefined
    ? { ...draft, memberIds: [...new Set([...draft.memberIds, ownId])] }
    : draft;

function Form({ project, close }: { project: Project | undefined; close: () => void }) {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const { records, userId } = useWorkspace();
  const people = useColleagues();
  const ownId = useHasRole('ADMIN') ? undefined : userId;
  const { customer } = useParams({ strict: false });
  const running = useActiveCustomers();
  const own = useCustomer(project?.customerId);
  // The one that it has stays to be chosen, archived or not.
  const customers = own && !running.includes(own) ? [own, ...running] : running;
  const [initial] = useState(() => draftOf(project, project && records.accessOf(project.id), customer));
  const draft = useDraft(`project ${project?.id ?? 'new'}`, initial);
  const [tried, setTried] = useState(false);
  const problems = projectProblems(draft.value);
  const save = async () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    const value = withOwn(draft.value, ownId);
    if (project) {
      if (!(await updateProject(project, value))) return;
      draft.clear();
      close();
      return;
    }
    const made = createProject(value);
    if (!made) return;
    draft.clear();
    toast.success(t('created', { name: made.name }));
    void navigate({ to: '/$workspace/projects/$space', params: { workspace, space: made.id } });
  };
  return (
    <FormSlideOver
      title={project ? t('editProject') : t('newProject')}
      onClose={close}
      draft={draft}
      action={project ? t('save') : t('create')}
      onSave={() => void save()}
    >
      <ProjectForm
        draft={draft.value}
        change={draft.change}
        problems={tried ? problems : {}}
        people={people}
        ownId={ownId}
        customers={customers}
        withArchived={project !== undefined}
      />
    </FormSlideOver>
  );
}

/** The form of a project, new or not. */
export function ProjectPanel({ item, close }: ProjectPanelProps) {
  const t = useMessages(projectMessages);
  const project = useProject(item);
  const isClosed = useIsClosed(item ?? '');
  if (item && !project)
    return (
      <SlideOver title={t('project')} onClose={close}>
        <EmptyState>{t(isClosed ? 'closed' : 'gone')}</EmptyState>
      </SlideOver>
    );
  return <Form project={project} close={close} />;
}
