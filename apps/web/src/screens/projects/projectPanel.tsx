import type { Project } from '@kontor/contract/nouns/project';
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { useActiveCustomers, useCustomer } from '../../features/customer/queries.ts';
import { agreedPictures, attachPictures } from '../../features/document/attachPictures.ts';
import { agreedFiles, uploadFiles } from '../../features/document/upload/actions.ts';
import { WaitingFiles } from '../../features/document/waitingFiles.tsx';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import {
  askAccess,
  createProject,
  type ProjectFormValues,
  updateProject,
} from '../../features/project/actions.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { moneyErrors } from '../../features/project/money/moneyFields.ts';
import { useMoney } from '../../features/project/money/queries.ts';
import { type ProjectValues, projectErrors, projectValues } from '../../features/project/projectFields.ts';
import { ProjectInputs, projectWords } from '../../features/project/projectInputs.tsx';
import { useIsClosed, useProject } from '../../features/project/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCan, useHasRole } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

interface ProjectPanelProps {
  /** The project's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

/** The pictures that were pasted into the description of a project that is not made yet. */
interface Waiting {
  files: File[];
}

const route = getRouteApi('/signed-in/$workspace');

/**
 * Adds an employee themself, who is always among those who read a private project that they make or close.
 */
const withOwn = (changes: Partial<ProjectFormValues>, values: ProjectValues, ownId: string | undefined) =>
  values.access === 'private' && ownId !== undefined && !values.memberIds.includes(ownId)
    ? { ...changes, memberIds: [...values.memberIds, ownId] }
    : changes;

function Panel({ project, close }: { project: Project | undefined; close: () => void }) {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const { records, userId } = useWorkspace();
  const people = usePeople();
  const colleagues = useColleagues();
  const ownId = useHasRole('ADMIN') ? undefined : userId;
  const { customer } = useParams({ strict: false });
  const running = useActiveCustomers();
  const own = useCustomer(project?.customerId);
  // The one that it has stays to be chosen, archived or not.
  const customers = own && !running.includes(own) ? [own, ...running] : running;
  const money = useMoney(project?.id);
  const currency = useCurrency();
  const seesMoney = useCan('hourlyRate.update');
  const form = useForm({
    stored: {
      ...projectValues(project, project && records.accessOf(project.id), customer),
      ...money,
      files: [] as File[],
    },
    isNew: !project,
    errors: (values: ProjectFormValues & Waiting, isChanged) => ({
      ...projectErrors(values, isChanged),
      ...moneyErrors(values, currency),
    }),
    draft: `project ${project?.id ?? 'new'}`,
  });
  let agreed: readonly File[] = [];
  const ask = async ({ files: waiting }: Waiting, { access }: Partial<ProjectFormValues>) => {
    if (project) return askAccess(project, access);
    const ready = await agreedFiles(waiting);
    agreed = ready ?? [];
    return ready !== undefined;
  };
  const save = form.submit(
    (values, changes, base) => {
      if (project) {
        if (
          !updateProject(project, withOwn(changes, values, ownId), values, {
            base,
            currency,
          })
        )
          return false;
        toast.success(formMessages.t('saved'));
        close();
        return true;
      }
      const made = createProject({ ...values, ...withOwn({}, values, ownId) }, currency);
      if (!made) return false;
      toast.success(t('created', { name: made.name }));
      if (agreed.length > 0) void uploadFiles(agreed, { scopeId: made.id });
      // "Back" is not to open the form again.
      void navigate({
        to: '/$workspace/projects/$space',
        params: { workspace, space: made.id },
        replace: true,
      });
      return true;
    },
    { ask },
  );
  const words = projectWords(people, useAll('customer'));
  const { files } = form.values;
  const takePictures = async (pictures: File[]) => {
    if (project) return attachPictures(pictures, { scopeId: project.id });
    const more = await agreedPictures(pictures, 'attachToNewProject');
    form.set({ files: [...files, ...more] });
  };
  return (
    <FormSlideOver
      title={project ? t('editProject') : t('newProject')}
      onClose={close}
      form={form}
      action={project ? t('save') : t('create')}
      onSubmit={save}
      {...words}
      labelOf={(name) => (name === 'files' ? '' : words.labelOf(name))}
    >
      <ProjectInputs
        form={form}
        people={people}
        colleagues={colleagues}
        ownId={ownId}
        customers={customers}
        projectId={project?.id}
        currency={seesMoney ? currency : undefined}
        onPictures={(pictures) => void takePictures(pictures)}
      >
        {files.length > 0 && <WaitingFiles files={files} onChange={(left) => form.set({ files: left })} />}
      </ProjectInputs>
    </FormSlideOver>
  );
}

const leftWords = projectWords(new Map(), []);

/** Shows the form of a project, new or not. */
export function ProjectPanel({ item, close }: ProjectPanelProps) {
  const t = useMessages(projectMessages);
  const project = useProject(item);
  const isClosed = useIsClosed(item ?? '');
  if (item && !project)
    return (
      <SlideOver title={t('project')} onClose={close}>
        <EmptyState>{t(isClosed ? 'closed' : 'gone')}</EmptyState>
        <LeftDraft draft={`project ${item}`} labelOf={leftWords.labelOf} omit={Object.keys(leftWords.show)} />
      </SlideOver>
    );
  return <Panel project={project} close={close} />;
}
