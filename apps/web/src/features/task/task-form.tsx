import type { RichText } from '@kontor/contract/entity';
import type { Task, TaskStatus } from '@kontor/contract/task';
import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useMessages } from '../../platform/messages.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { type People, PeopleInput } from '../../ui/people.tsx';
import { RichTextInput } from '../../ui/rich-text/rich-text-input.tsx';
import { createTask } from './actions.ts';
import { parseEstimate } from './estimate.ts';
import { taskMessages } from './messages.ts';
import { datesProblem, estimateProblem, titleProblem } from './problems.ts';
import { StatusField } from './status-field.tsx';
import css from './task-editor.module.css';

/** What the form for a new task holds. */
export interface TaskDraft {
  projectId: string | undefined;
  title: string;
  description: RichText | undefined;
  status: TaskStatus;
  estimate: string;
  startDate: string | undefined;
  dueDate: string | undefined;
  assigneeIds: string[];
}

export const emptyTask = (projectId: string | undefined): TaskDraft => ({
  projectId,
  title: '',
  description: undefined,
  status: 'TODO',
  estimate: '',
  startDate: undefined,
  dueDate: undefined,
  assigneeIds: [],
});

export type TaskProblems = Partial<Record<'projectId' | 'title' | 'estimate' | 'dueDate', string>>;

/** What keeps the form from being saved, by field. */
export function taskProblems(draft: TaskDraft): TaskProblems {
  const found = {
    projectId: draft.projectId ? undefined : taskMessages.t('required'),
    title: titleProblem(draft.title),
    estimate: estimateProblem(draft.estimate),
    dueDate: datesProblem(draft),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem));
}

/** Makes the task of a form without problems; undefined when it failed. */
export function createFromDraft({
  projectId,
  estimate,
  description,
  startDate,
  dueDate,
  ...rest
}: TaskDraft): Task | undefined {
  const timeEstimate = parseEstimate(estimate) ?? undefined;
  return createTask(projectId!, {
    ...rest,
    ...(description && { description }),
    ...(startDate && { startDate }),
    ...(dueDate && { dueDate }),
    ...(timeEstimate !== undefined && { timeEstimate }),
  });
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
      <RichTextInput
        label={t('description')}
        placeholder={t('descriptionHint')}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <Group gap="md" align="flex-end">
        <StatusField title={draft.title} status={draft.status} onChange={(status) => change({ status })} />
        <TextInput
          className={css.estimate!}
          label={t('estimate')}
          placeholder={t('estimateHint')}
          value={draft.estimate}
          error={problems.estimate}
          onChange={(event) => change({ estimate: event.currentTarget.value })}
        />
      </Group>
      <div className={css.dates}>
        <DayInput
          label={t('startDate')}
          value={draft.startDate}
          onChange={(startDate) => change({ startDate })}
        />
        <DayInput
          label={t('dueDate')}
          value={draft.dueDate}
          onChange={(dueDate) => change({ dueDate })}
          error={problems.dueDate}
        />
      </div>
      <PeopleInput
        label={t('assignees')}
        placeholder={t('nobody')}
        nothingFound={t('noSuchPerson')}
        people={people}
        value={draft.assigneeIds}
        onChange={(assigneeIds) => change({ assigneeIds })}
      />
    </Stack>
  );
}
