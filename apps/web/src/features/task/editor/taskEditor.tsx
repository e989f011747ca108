import type { Task } from '@kontor/contract/nouns/task';
import { Stack, Textarea } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Edit, type Edits, useEdits } from '../../../platform/draft/edit.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { ConflictNotice } from '../../../ui/form/conflictNotice.tsx';
import { shownText } from '../../../ui/form/conflictTexts.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import type { People } from '../../../ui/person/people.tsx';
import { updateTask } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import { TaskConflicts } from './taskConflicts.tsx';
import css from './taskEditor.module.css';
import {
  type BoundField,
  type TaskField,
  TaskFields,
  type TaskValues,
  taskChanges,
  taskFieldNames,
  taskFields,
  taskProblem,
  taskValues,
} from './taskFields.tsx';

/** The edits of a task; they live in the slide-over, which asks before it drops them. */
export type TaskEdits = Edits<TaskValues>;

export const useTaskEdits = (task: Task): TaskEdits =>
  useEdits<TaskValues>(`task ${task.id}`, taskValues(task), (name, value) =>
    updateTask(task.id, taskChanges(name, value)),
  );

/** Saves what may be saved; what is not valid stays as it was typed, with its message. */
export function commitEdits(edits: TaskEdits): void {
  for (const name of taskFieldNames) {
    const edit = edits.field(name);
    if (!taskProblem(name, edit.value)) edit.commit();
  }
}

/** Both texts of a field that somebody else changed while this person was typing. */
function Clash<T>({ edit, words }: { edit: Edit<T>; words: ((value: T) => string) | undefined }) {
  const t = useMessages(uiMessages);
  if (!edit.theirs) return null;
  const shown = (value: T) => shownText(words ? words(value) : value);
  return (
    <ConflictNotice
      sides={[
        { label: t('mine'), text: shown(edit.value), action: t('keepMine'), onChoose: edit.keepMine },
        {
          label: t('theirs'),
          text: shown(edit.theirs.value),
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
  const bind = <K extends TaskField>(name: K): BoundField<TaskValues[K]> => {
    const edit = edits.field(name);
    const problem = taskProblem(name, edit.value);
    const { isChoice, words } = taskFields[name];
    return {
      value: edit.value,
      change: isChoice ? (value) => updateTask(task.id, taskChanges(name, value)) : edit.change,
      leave: () => !problem && edit.commit(),
      problem,
      notes: (
        <>
          <Clash edit={edit} words={words} />
          <TaskConflicts task={task} field={name} people={people} />
        </>
      ),
    };
  };
  const title = bind('title');
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
          error={title.problem}
          onChange={(event) => title.change(event.currentTarget.value.replaceAll('\n', ' '))}
          onBlur={title.leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
        {title.notes}
      </div>
      <TaskFields bind={bind} title={task.title} people={people} />
      {children}
    </Stack>
  );
}
