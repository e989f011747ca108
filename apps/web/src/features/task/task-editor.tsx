import type { RichText } from '@kontor/contract/entity';
import type { Task } from '@kontor/contract/task';
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Edit, useEdit } from '../../platform/edit.ts';
import { useMessages } from '../../platform/messages.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { shownText } from '../../ui/kept-texts.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { type People, PeopleInput } from '../../ui/people.tsx';
import { RichTextInput } from '../../ui/rich-text/rich-text-input.tsx';
import { setStatus, updateTask } from './actions.ts';
import { formatEstimate, parseEstimate } from './estimate.ts';
import { taskMessages } from './messages.ts';
import { datesProblem, estimateProblem, titleProblem } from './problems.ts';
import { StatusField } from './status-field.tsx';
import { TaskConflicts } from './task-conflicts.tsx';
import css from './task-editor.module.css';

type Dates = { startDate: string | undefined; dueDate: string | undefined };

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields of a task that are typed, each with its draft. */
export interface TaskEdits {
  title: Edit<string>;
  description: Edit<RichText | undefined>;
  estimate: Edit<string>;
  dates: Edit<Dates>;
}

/** The edits of a task; they live in the slide-over, which asks before it drops them. */
export function useTaskEdits(task: Task): TaskEdits {
  const { id, startDate, dueDate } = task;
  return {
    title: useEdit(`task ${id} title`, task.title, (title) => updateTask(id, { title: title.trim() })),
    description: useEdit<RichText | undefined>(
      `task ${id} description`,
      task.description,
      (description) => updateTask(id, { description }),
      sameJson,
    ),
    estimate: useEdit(`task ${id} estimate`, formatEstimate(task.timeEstimate), (typed) =>
      updateTask(id, { timeEstimate: parseEstimate(typed) ?? undefined }),
    ),
    dates: useEdit<Dates>(
      `task ${id} dates`,
      { startDate, dueDate },
      (dates) => updateTask(id, dates),
      sameJson,
    ),
  };
}

/** Saves what may be saved; what is not valid stays as it was typed, with its message. */
export function commitEdits({ title, description, estimate, dates }: TaskEdits): void {
  if (!titleProblem(title.value)) title.commit();
  description.commit();
  if (!estimateProblem(estimate.value)) estimate.commit();
  if (!datesProblem(dates.value)) dates.commit();
}

/** Both texts of a field that somebody else changed while this person was typing. */
function Clash<T>({ edit }: { edit: Edit<T> }) {
  const t = useMessages(uiMessages);
  if (!edit.theirs) return null;
  return (
    <ConflictNotice
      sides={[
        { label: t('mine'), text: shownText(edit.value), action: t('keepMine'), onChoose: edit.keepMine },
        {
          label: t('theirs'),
          text: shownText(edit.theirs.value),
          action: t('keepTheirs'),
          onChoose: edit.keepTheirs,
        },
      ]}
    />
  );
}

interface TaskEditorProps {
  task: Task;
  edits: TaskEdits;
  people: People;
  children: ReactNode;
}

/** Everything of a task, editable in place: fields save when they are left, Ctrl or Cmd and Enter saves at once. */
export function TaskEditor({ task, edits, people, children }: TaskEditorProps) {
  const t = useMessages(taskMessages);
  const { title, description, estimate, dates } = edits;
  const titleError = titleProblem(title.value);
  const estimateError = estimateProblem(estimate.value);
  const datesError = datesProblem(dates.value);
  const changeDates = (part: Partial<Dates>) => dates.change({ ...dates.value, ...part });
  const saveDates = () => {
    if (!datesError) dates.commit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    commitEdits(edits);
  };
  return (
    <Stack gap="lg" onKeyDownCapture={onKeyDown}>
      <div>
        <Textarea
          classNames={{ input: css.title! }}
          variant="unstyled"
          autosize
          aria-label={t('title')}
          placeholder={t('titleHint')}
          value={title.value}
          error={titleError}
          onChange={(event) => title.change(event.currentTarget.value.replaceAll('\n', ' '))}
          onBlur={() => !titleError && title.commit()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
        <Clash edit={title} />
        <TaskConflicts task={task} field="title" people={people} />
      </div>
      <Group gap="md" align="flex-end">
        <StatusField
          title={task.title}
          status={task.status}
          onChange={(status) => setStatus(task.id, status)}
        />
        <TextInput
          className={css.estimate!}
          label={t('estimate')}
          placeholder={t('estimateHint')}
          value={estimate.value}
          error={estimateError}
          onChange={(event) => estimate.change(event.currentTarget.value)}
          onBlur={() => !estimateError && estimate.commit()}
        />
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving any of the two fields saves both */}
      <div className={css.dates} onBlur={saveDates}>
        <DayInput
          label={t('startDate')}
          value={dates.value.startDate}
          onChange={(startDate) => changeDates({ startDate })}
        />
        <DayInput
          label={t('dueDate')}
          value={dates.value.dueDate}
          onChange={(dueDate) => changeDates({ dueDate })}
          error={datesError}
        />
      </div>
      <PeopleInput
        label={t('assignees')}
        placeholder={t('nobody')}
        nothingFound={t('noSuchPerson')}
        people={people}
        value={task.assigneeIds}
        onChange={(assigneeIds) => updateTask(task.id, { assigneeIds })}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving the editor, its bar included, saves the text */}
      <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && description.commit()}>
        <RichTextInput
          label={t('description')}
          placeholder={t('descriptionHint')}
          value={description.value}
          onChange={description.change}
        />
        <Clash edit={description} />
        <TaskConflicts task={task} field="description" people={people} />
      </div>
      {children}
    </Stack>
  );
}
