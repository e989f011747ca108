import type { Task } from '@kontor/contract/nouns/task';
import { Button, Text } from '@mantine/core';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { TaskDocuments } from '../../features/document/taskDocuments.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { useIsClosed, useProject, useRunningProjects } from '../../features/project/queries.ts';
import { deleteTask } from '../../features/task/actions.ts';
import { Subtasks } from '../../features/task/editor/subtasks.tsx';
import { commitEdits, TaskEditor, useTaskEdits } from '../../features/task/editor/taskEditor.tsx';
import { createFromDraft, emptyTask, TaskForm, taskProblems } from '../../features/task/editor/taskForm.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { useTask } from '../../features/task/queries.ts';
import { createdAt } from '../../platform/createdAt.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import css from './taskPanel.module.css';

interface TaskPanelProps {
  /** The task's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

function NewTask({ close }: { close: () => void }) {
  const t = useMessages(taskMessages);
  const { space } = useParams({ strict: false });
  const { open } = usePanel();
  const people = usePeople();
  const projects = useRunningProjects();
  const [initial] = useState(() => emptyTask(space ?? (projects.length === 1 ? projects[0]?.id : undefined)));
  const draft = useDraft('task new', initial);
  const [tried, setTried] = useState(false);
  const problems = taskProblems(draft.value);
  const save = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    const made = createFromDraft(draft.value);
    if (!made) return;
    draft.clear();
    open('task', made.id);
  };
  return (
    <FormSlideOver title={t('newTask')} onClose={close} draft={draft} action={t('create')} onSave={save}>
      <TaskForm
        draft={draft.value}
        change={draft.change}
        problems={tried ? problems : {}}
        projects={projects}
        people={people}
      />
    </FormSlideOver>
  );
}

function ExistingTask({ task, close }: { task: Task; close: () => void }) {
  const t = useMessages(taskMessages);
  const { open } = usePanel();
  const people = usePeople();
  const { workspace } = route.useParams();
  const project = useProject(task.scopeId);
  const parent = useTask(task.parentId);
  const mayDelete = useCan('task.delete');
  const edits = useTaskEdits(task);
  const author = people.get(task.createdBy);
  const openTask = (id: string) => {
    commitEdits(edits);
    open('task', id);
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
      draft={edits}
      footer={
        <>
          <Text size="xs" c="dimmed" className={css.author!}>
            {author && t('createdBy', { name: author.name, day: formatDate(createdAt(task.id)) })}
          </Text>
          {mayDelete && (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t('delete')}
            </Button>
          )}
          <Button onClick={() => commitEdits(edits)} title={shortcutLabel('mod+enter')}>
            {t('save')}
          </Button>
        </>
      }
    >
      {project && (
        <Link
          className={css.project}
          to="/$workspace/projects/$space/tasks"
          params={{ workspace, space: project.id }}
          onClick={() => commitEdits(edits)}
        >
          {project.name}
        </Link>
      )}
      <TaskEditor task={task} edits={edits} people={people}>
        <Subtasks task={task} onOpen={openTask} />
        <TaskDocuments task={task} />
      </TaskEditor>
    </SlideOver>
  );
}

/** A task: everything of it, editable in place; or the form for a new one. */
export function TaskPanel({ item, close }: TaskPanelProps) {
  const t = useMessages(taskMessages);
  const task = useTask(item);
  const isClosed = useIsClosed(item ?? '');
  if (!item) return <NewTask close={close} />;
  if (!task)
    return (
      <SlideOver title={t('task')} onClose={close}>
        <EmptyState>{t(isClosed ? 'closed' : 'gone')}</EmptyState>
      </SlideOver>
    );
  return <ExistingTask task={task} close={close} />;
}
