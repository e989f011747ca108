import { type ComboboxData, Input, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { required } from '../../../ui/form/rules.ts';
import { searchGroups } from '../../../ui/form/searchGroups.ts';
import { type FormState, useForm } from '../../../ui/form/useForm.ts';
import { RemovableList } from '../../../ui/list/removableList.tsx';
import type { People } from '../../../ui/person/people.tsx';
import type { OnPictures } from '../../../ui/richText/paste.ts';
import { QuickAdd } from '../list/quickAdd.tsx';
import { taskMessages } from '../messages.ts';
import { type TaskValues, taskErrors, taskValues } from './taskFields.ts';
import { TaskInputs } from './taskInputs.tsx';

/** The values of the form for a new task. */
export type NewTaskValues = TaskValues & {
  projectId: string;
  subtasks: string[];
  /** Go up once the task is made. */
  files: File[];
};

/** Returns the form for a new task of a project; `projectId` is empty while no project is known. */
export const useNewTaskForm = (projectId: string): FormState<NewTaskValues> =>
  useForm<NewTaskValues>({
    stored: { ...taskValues(), projectId, subtasks: [], files: [] },
    errors: (values, isChanged) => ({
      ...taskErrors(values, isChanged),
      projectId: required(values.projectId),
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

/** The fields of a new task. */
export function TaskForm({ form, projects, people, assignable, onPictures, children }: TaskFormProps) {
  const t = useMessages(taskMessages);
  const { subtasks } = form.values;
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
        <QuickAdd
          label={t('addSubtask')}
          draft="subtask of new"
          onAdd={(title) => {
            form.set({ subtasks: [...subtasks, title] });
            return true;
          }}
        />
      </Input.Wrapper>
      {children}
    </Stack>
  );
}
