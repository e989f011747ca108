import type { Task } from '@kontor/contract/nouns/task';
import { Select, Stack, TextInput } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import type { People } from '../../../ui/person/people.tsx';
import { createTask } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import {
  type TaskField,
  TaskFields,
  type TaskValues,
  taskChanges,
  taskFieldNames,
  taskProblem,
  taskValues,
} from './taskFields.tsx';

/** What the form for a new task holds. */
export interface TaskDraft extends TaskValues {
  projectId: string | undefined;
}

export const emptyTask = (projectId: string | undefined): TaskDraft => ({ ...taskValues({}), projectId });

export type TaskProblems = Partial<Record<TaskField | 'projectId', string>>;

/** What keeps the form from being saved, by field. */
export function taskProblems(draft: TaskDraft): TaskProblems {
  const found: TaskProblems = draft.projectId ? {} : { projectId: taskMessages.t('required') };
  for (const name of taskFieldNames) {
    const problem = taskProblem(name, draft[name]);
    if (problem) found[name] = problem;
  }
  return found;
}

/** Makes the task of a form without problems; undefined when it failed. */
export function createFromDraft({ projectId, ...values }: TaskDraft): Task | undefined {
  const changes = taskFieldNames.flatMap((name) => Object.entries(taskChanges(name, values[name])));
  const present = changes.filter(([, value]) => value !== undefined);
  return createTask(projectId!, { title: values.title, ...Object.fromEntries(present) });
}

interface TaskFormProps {
  draft: TaskDraft;
  change: (part: Partial<TaskDraft>) => void;
  problems: TaskProblems;
  projects: readonly { id: string; name: string }[];
  people: People;
}

/** The fields of a new task. */
export function TaskForm({ draft, change, problems, projects, people }: TaskFormProps) {
  const t = useMessages(taskMessages);
  return (
    <Stack gap="lg">
      <TextInput
        label={t('title')}
        placeholder={t('titleHint')}
        value={draft.title}
        error={problems.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        data-autofocus
        withAsterisk
      />
      <Select
        label={t('project')}
        placeholder={t('chooseProject')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.projectId ?? null}
        error={problems.projectId}
        onChange={(projectId) => change({ projectId: projectId ?? undefined })}
        searchable
        withAsterisk
      />
      <TaskFields
        title={draft.title}
        people={people}
        bind={(name) => ({
          value: draft[name],
          change: (value) => change({ [name]: value }),
          problem: problems[name],
        })}
      />
    </Stack>
  );
}
