import { type ComboboxData, Input, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { required } from '../../../ui/form/rules.ts';
import { searchGroups } from '../../../ui/form/searchGroups.ts';
import { type FormState, useForm } from '../../../ui/form/useForm.ts';
import { RemovableList } from '../../../ui/list/removableList.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { namesOf } from '../../../ui/person/peopleInput.tsx';
import type { OnPictures } from '../../../ui/richText/paste.ts';
import { notAssignableIn } from '../actions.ts';
import { QuickLine } from '../list/quickAdd.tsx';
import { taskMessages } from '../messages.ts';
import { type TaskValues, taskErrors, taskValues, titleErrors } from './taskFields.ts';
import { TaskInputs } from './taskInputs.tsx';

/** The values of the form for a new task. */
export type NewTaskValues = TaskValues & {
  projectId: string;
  subtasks: string[];
  /** The text in the line for another one. */
  subtask: string;
  /** Go up once the task is made. */
  files: File[];
};

/** Returns why people who were chosen before the project cannot take it on there. */
function assigneesError({ projectId, assigneeIds }: NewTaskValues, people: People): string | undefined {
  const ids = notAssignableIn(projectId, assigneeIds);
  return ids.length > 0 ? taskMessages.t('notInProject', { names: namesOf(ids, people) }) : undefined;
}

/** Returns the error of the line for another subtask, which may be empty. */
const subtaskError = (subtask: string) =>
  subtask.trim() ? titleErrors({ title: subtask }).title : undefined;

/** Returns the titles of the subtasks, with the one that still stands in the line. */
export const allSubtasks = ({ subtasks, subtask }: Pick<NewTaskValues, 'subtasks' | 'subtask'>): string[] =>
  subtask.trim() ? [...subtasks, subtask] : subtasks;

/** Returns the form for a new task of a project; `projectId` is empty while no project is known. */
export const useNewTaskForm = (projectId: string, people: People): FormState<NewTaskValues> =>
  useForm<NewTaskValues>({
    stored: { ...taskValues(), projectId, subtasks: [], subtask: '', files: [] },
    isNew: true,
    errors: (values, isChanged) => ({
      ...taskErrors(values, isChanged),
      // What was typed in an earlier visit may name one that is gone.
      projectId: required(
        currentWorkspace().records.collections.project.get(values.projectId) ? values.projectId : '',
      ),
      assigneeIds: assigneesError(values, people),
      subtask: subtaskError(values.subtask),
    }),
    draft: 'task new',
  });

interface TaskFormProps {
  form: FormState<NewTaskValues>;
  projects: ComboboxData;
  people: People;
  /** Those who can take it on in the chosen project. */
  assignable: People;
  onPictures: OnPictures;
  /** The documents that will lie with it. */
  children: ReactNode;
}

/** Shows the fields of a new task. */
export function TaskForm({ form, projects, people, assignable, onPictures, children }: TaskFormProps) {
  const t = useMessages(taskMessages);
  const { subtasks, subtask } = form.values;
  const addSubtask = () => {
    const error = subtaskError(subtask);
    if (error) form.refuse('subtask', error);
    else form.set({ subtasks: allSubtasks(form.values), subtask: '' });
  };
  return (
    <Stack gap="lg">
      <TextInput
        label={t('title')}
        placeholder={t('titleHint')}
        data-autofocus
        withAsterisk
        {...form.field('title')}
      />
      <Select
        label={t('project')}
        placeholder={t('chooseProject')}
        data={projects}
        filter={searchGroups}
        searchable
        withAsterisk
        {...form.choice('projectId')}
      />
      <TaskInputs
        form={form}
        title={form.values.title}
        people={people}
        assignable={assignable}
        onPictures={onPictures}
      />
      <Input.Wrapper label={t('subtasks')} labelElement="div">
        <RemovableList
          label={t('subtasks')}
          names={subtasks}
          onRemove={(at) => form.set({ subtasks: subtasks.filter((_, index) => index !== at) })}
        />
        <QuickLine label={t('addSubtask')} field={form.field('subtask')} onEnter={addSubtask} />
      </Input.Wrapper>
      {children}
    </Stack>
  );
}
