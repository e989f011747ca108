import { idTime } from '@kontor/contract/entity/idTime';
import type { Task } from '@kontor/contract/nouns/task';
import { ActionIcon, Button, Select, Text } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { Comments, CommentsHeading } from '../../features/comment/comments.tsx';
import { FoldedComments } from '../../features/comment/foldedComments.tsx';
import { LeftOnDocument } from '../../features/comment/leftOnDocument.tsx';
import { commentMessages } from '../../features/comment/messages.ts';
import { useCustomer } from '../../features/customer/queries.ts';
import { agreedPictures, attachPictures } from '../../features/document/attachPictures.ts';
import { useTaskDocuments } from '../../features/document/queries.ts';
import { TaskDocuments } from '../../features/document/taskDocuments.tsx';
import { agreedFiles, uploadFiles } from '../../features/document/upload/actions.ts';
import { WaitingFiles } from '../../features/document/waitingFiles.tsx';
import { useAssignable, usePeople, useReaders } from '../../features/member/queries.ts';
import { useIsClosed, useProject, useRunningProjects } from '../../features/project/queries.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { createTask, deleteTask, duplicateTask, moveTask } from '../../features/task/actions.ts';
import { taskAddress } from '../../features/task/address.ts';
import { Subtasks } from '../../features/task/editor/subtasks.tsx';
import { TaskEditor, useTaskForm } from '../../features/task/editor/taskEditor.tsx';
import { type TaskValues, taskChanges } from '../../features/task/editor/taskFields.ts';
import { allSubtasks, TaskForm, useNewTaskForm } from '../../features/task/editor/taskForm.tsx';
import { TaskHistory } from '../../features/task/editor/taskHistory.tsx';
import { taskWords } from '../../features/task/editor/taskInputs.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { useTask } from '../../features/task/queries.ts';
import { TimerButton } from '../../features/timeEntry/timerButton.tsx';
import { draftsAbout } from '../../platform/draft/drafts.ts';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useHasHeads, useProjectIsHere } from '../../platform/workspace/loaded.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { copyAddress } from '../../ui/copyText.ts';
import { present } from '../../ui/form/entityFields.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { useLateOptions } from '../../ui/form/lateOptions.ts';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { SavedMark } from '../../ui/form/savedMark.tsx';
import { searchGroups } from '../../ui/form/searchGroups.ts';
import type { Name } from '../../ui/form/versions.ts';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import type { People } from '../../ui/person/people.tsx';
import { useProjectChoices } from './projectChoices.ts';
import { TaskEffort } from './taskEffort.tsx';
import css from './taskPanel.module.css';
import { TaskTimes } from './taskTimes.tsx';

interface TaskPanelProps {
  /** The task's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

function NewTask({ close }: { close: () => void }) {
  const t = useMessages(taskMessages);
  const { space } = useParams({ strict: false });
  const { replace } = usePanel();
  const people = usePeople();
  const projects = useRunningProjects();
  const hasHeads = useHasHeads();
  const only = hasHeads && projects.length === 1 ? projects[0]?.id : undefined;
  const form = useNewTaskForm(space ?? only ?? '', people);
  // Its place is behind the tasks of its project.
  const isReady = useProjectIsHere(form.values.projectId);
  const choices = useProjectChoices([space, form.values.projectId]);
  const assignable = useAssignable(form.values.projectId);
  let agreed: readonly File[] = [];
  const create = form.submit(
    ({ projectId, subtasks, subtask, files: _, ...values }) => {
      const made = createTask(
        projectId,
        { title: values.title, ...present(taskChanges(values)) },
        allSubtasks({ subtasks, subtask }),
      );
      if (!made) return false;
      replace('task', made.id);
      if (agreed.length > 0) void uploadFiles(agreed, { scopeId: projectId, taskId: made.id });
      return true;
    },
    {
      ask: async ({ files }) => {
        const ready = await agreedFiles(files);
        agreed = ready ?? [];
        return ready !== undefined;
      },
    },
  );
  const wait = (more: readonly File[]) => form.set({ files: [...form.values.files, ...more] });
  return (
    <FormSlideOver
      title={t('newTask')}
      onClose={close}
      form={form}
      action={t('create')}
      isReady={isReady}
      onSubmit={create}
    >
      <TaskForm
        form={form}
        projects={choices}
        people={people}
        assignable={assignable}
        onPictures={(pictures) => void agreedPictures(pictures, 'attachToNewTask').then(wait)}
      >
        <WaitingFiles files={form.values.files} onChange={(files) => form.set({ files })} />
      </TaskForm>
    </FormSlideOver>
  );
}

/** Shows the project that a task lies in; another choice moves it there. */
function ProjectOfTask({ task, onMove }: { task: Task; onMove: () => void }) {
  const t = useMessages(taskMessages);
  const choices = useProjectChoices();
  const late = useLateOptions();
  const projects = useRunningProjects();
  const move = (projectId: string | null) => {
    const project = projects.find(({ id }) => id === projectId);
    if (!project || project.id === task.scopeId) return;
    onMove();
    void moveTask(task, project);
  };
  // A subtask is where its task is; what is archived stays where it is.
  if (task.parentId || !projects.some(({ id }) => id === task.scopeId)) return null;
  return (
    <Select
      label={t('project')}
      data={choices}
      filter={searchGroups}
      value={task.scopeId}
      onChange={move}
      allowDeselect={false}
      searchable
      {...late}
    />
  );
}

interface PartsProps {
  task: Task;
  people: People;
  readers: People;
}

const attachTo = ({ id, scopeId }: Task, pictures: File[]): void =>
  void attachPictures(pictures, { scopeId, taskId: id });

/** Shows what lies in a task, which draws anew only with the task: each key in its form draws the form. */
const Parts = memo(function Parts({ task, people, readers, onLeave }: PartsProps & { onLeave: () => void }) {
  const { open } = usePanel();
  const { workspace } = route.useParams();
  const customer = useCustomer(useProject(task.scopeId)?.customerId);
  const signingMarks = useSigningMarks();
  const show = (panel: string, id: string) => {
    onLeave();
    open(panel, id);
  };
  return (
    <>
      <TaskEffort task={task} />
      <TaskTimes task={task} onOpen={(id) => show('timeEntry', id)} />
      {!task.parentId && <Subtasks task={task} onOpen={(id) => show('task', id)} />}
      <TaskDocuments
        task={task}
        workspace={workspace}
        people={people}
        customer={customer}
        moreMarks={signingMarks}
        beneath={({ id, createdBy }) => (
          <FoldedComments
            subject={{ scopeId: task.scopeId, documentId: id }}
            people={people}
            readers={readers}
            followers={[createdBy]}
          />
        )}
        left={(id) => <LeftOnDocument id={id} />}
      />
    </>
  );
});

/** Shows what is said about a task, and its history; see `Parts`. */
const Talk = memo(function Talk({ task, people, readers }: PartsProps) {
  const subject = { scopeId: task.scopeId, taskId: task.id };
  return (
    <>
      <div className={css.comments}>
        <CommentsHeading subject={subject} />
        <Comments
          subject={subject}
          people={people}
          readers={readers}
          followers={[...task.assigneeIds, task.createdBy]}
          onPictures={(pictures) => attachTo(task, pictures)}
        />
      </div>
      <TaskHistory task={task} people={people} />
    </>
  );
});

function ExistingTask({ task, close }: { task: Task; close: () => void }) {
  const t = useMessages(taskMessages);
  const u = useMessages(uiMessages);
  const { open } = usePanel();
  const people = usePeople();
  const { workspace } = route.useParams();
  const project = useProject(task.scopeId);
  const customer = useCustomer(project?.customerId);
  const parent = useTask(task.parentId);
  const mayDelete = useCan('task.delete');
  const form = useTaskForm(task);
  const author = people.get(task.createdBy);
  const readers = useReaders(task.scopeId);
  const assignable = useAssignable(task.scopeId);
  // What lies in it draws behind the frame of what was typed.
  const later = useDeferredValue(task);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const leave = useCallback(() => void latest.current.leave(), []);
  const openTask = (id: string) => {
    form.leave();
    open('task', id);
  };
  const copy = () => {
    form.leave();
    const made = duplicateTask(task.id);
    if (made) open('task', made.id);
  };
  const remove = async () => {
    if (await deleteTask(task)) close();
  };
  return (
    <SlideOver
      title={
        parent ? (
          <button type="button" className={css.parent} onClick={() => openTask(parent.id)}>
            {t('parent', { title: parent.title })}
          </button>
        ) : (
          t('task')
        )
      }
      onClose={close}
      form={form}
      footer={
        <>
          <div className={css.author}>
            {author && !form.justSaved && (
              <Text size="xs" c="dimmed">
                {t('createdBy', { name: author.name, day: formatDate(idTime(task.id)) })}
              </Text>
            )}
            <SavedMark form={form} />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={u('copyLink')}
            title={u('copyLink')}
            onClick={() => void copyAddress(taskAddress(task))}
          >
            <Icon of={IconLink} />
          </ActionIcon>
          {!project?.archivedAt && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('duplicate')}
              title={t('duplicate')}
              onClick={copy}
            >
              <Icon of={IconCopy} />
            </ActionIcon>
          )}
          {mayDelete && (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t('delete')}
            </Button>
          )}
          <Button onClick={form.save} title={shortcutLabel('mod+enter')}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={css.head}>
        {project && (
          <Link
            className={css.project}
            to="/$workspace/projects/$space/tasks"
            params={{ workspace, space: project.id }}
            onClick={() => form.leave()}
          >
            {customer && `${customer.name} · `}
            {project.name}
          </Link>
        )}
        {!project?.archivedAt && <TimerButton taskId={task.id} title={task.title} />}
      </div>
      <TaskEditor
        task={task}
        form={form}
        people={people}
        assignable={assignable}
        place={<ProjectOfTask task={task} onMove={() => form.leave()} />}
        onPictures={(pictures) => attachTo(task, pictures)}
      >
        <Later>
          <Parts task={later} people={people} readers={readers} onLeave={leave} />
        </Later>
      </TaskEditor>
      <Later>
        <Talk task={later} people={people} readers={readers} />
      </Later>
    </SlideOver>
  );
}

const words = taskWords(new Map());

/** Says what a text was that is left of a task, or of a comment or subtask in it. */
function leftLabel(field: Name<TaskValues>, draft: string): string {
  const noun = draft.split(' ')[0];
  if (noun === 'comment') return commentMessages.t('comment');
  return noun === 'subtask' ? taskMessages.t('subtask') : words.labelOf(field);
}

/** Returns the ids of the documents of a task that were seen since it opened and are gone. */
function useDocumentsGone(taskId: string): readonly string[] {
  const { document } = useWorkspace().records.collections;
  const documents = useTaskDocuments(taskId);
  const [seen, setSeen] = useState<{ taskId: string; ids: readonly string[] }>({ taskId, ids: [] });
  const before = seen.taskId === taskId ? seen.ids : [];
  const ids = [...new Set([...before, ...documents.map(({ id }) => id)])];
  if (seen.taskId !== taskId || ids.length > before.length) setSeen({ taskId, ids });
  return ids.filter((id) => !document.get(id));
}

/** Shows a task: everything of it, editable in place; or the form for a new one. */
export function TaskPanel({ item, close }: TaskPanelProps) {
  const t = useMessages(taskMessages);
  const task = useTask(item);
  const documentsGone = useDocumentsGone(item ?? '');
  const isClosed = useIsClosed(item ?? '');
  if (!item) return <NewTask close={close} />;
  if (!task)
    return (
      <SlideOver title={t('task')} onClose={close}>
        <EmptyState>{t(isClosed ? 'closed' : 'gone')}</EmptyState>
        <LeftDraft
          key={[item, ...documentsGone].join(' ')}
          draft={[item, ...documentsGone].flatMap(draftsAbout)}
          labelOf={leftLabel}
          omit={Object.keys(words.show)}
        />
      </SlideOver>
    );
  return <ExistingTask task={task} close={close} />;
}
