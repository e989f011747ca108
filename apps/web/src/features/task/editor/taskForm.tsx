import { Select, Stack, TextInput } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { required } from '../../../ui/form/rules.ts';
import { type FormState, useForm } from '../../../ui/form/useForm.ts';
import type { People } from '../../../ui/person/people.tsx';
import { taskMessages } from '../messages.ts';
import { type TaskValues, taskErrors, taskValues } from './taskFields.ts';
import { TaskInputs } from './taskInputs.tsx';

/** The values of the form for a new task. */
export type NewTaskValues = TaskValues & { projectId: string };

/** Returns the form for a new task of a project; `projectId` is empty while no project is known. */
export const useNewTaskForm = (projectId: string): FormState<NewTaskValues> =>
  useForm<NewTaskValues>({
    stored: { ...taskValues(), projectId },
    errors: (values, isChanged) => ({
      ...taskErrors(values, isChanged),
      projectId: required(values.projectId),
    }),
    draft: 'task new',
  });

interface TaskFormProps {
  form: FormState<NewTaskValues>;
  projects: readonly { id: string; name: string }[];
  people: People;
}

/** The fields of a new task. */
export function TaskForm({ form, projects, people }: TaskFormProps) {
  const t = useMessages(taskMessages);
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
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        withAsterisk
        {...form.choice('projectId')}
      />
      <TaskInputs form={form} title={form.values.title} people={people} />
    </Stack>
  );
}
