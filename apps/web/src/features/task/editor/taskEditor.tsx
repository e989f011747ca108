import type { Task } from '@kontor/contract/nouns/task';
import { Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { Conflicts } from '../../../ui/form/conflicts.tsx';
import { fromValues, RecordConflicts } from '../../../ui/form/recordConflicts.tsx';
import { onSubmitKey } from '../../../ui/form/submitKey.ts';
import { type FormState, useForm } from '../../../ui/form/useForm.ts';
import type { Name } from '../../../ui/form/versions.ts';
import type { People } from '../../../ui/person/people.tsx';
import type { OnPictures } from '../../../ui/richText/paste.ts';
import { updateTask } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import css from './taskEditor.module.css';
import { type TaskValues, taskChanges, taskDaysRefusal, taskErrors, taskValues } from './taskFields.ts';
import { TaskInputs, taskWords } from './taskInputs.tsx';

/** Returns the form of a task that exists; it lives in the slide-over, which asks before it drops anything. */
export const useTaskForm = (task: Task): FormState<TaskValues> =>
  useForm<TaskValues>({
    stored: taskValues(task),
    errors: taskErrors,
    draft: `task ${task.id}`,
    saveOnLeave: (changes) => updateTask(task.id, taskChanges(changes)),
  });

interface TaskEditorProps {
  task: Task;
  form: FormState<TaskValues>;
  people: People;
  assignable: People;
  onPictures: OnPictures;
  /** The choice of its project. */
  place: ReactNode;
  children: ReactNode;
}

/** Tells whether the browser makes a text area as high as its text; elsewhere it is measured. */
const growsByItself = CSS.supports('field-sizing', 'content');

/** Shows everything of a task, editable in place: fields save when they are left, Ctrl or Cmd and Enter saves at once. */
export function TaskEditor(props: TaskEditorProps) {
  const { task, form, people, assignable, onPictures, place, children } = props;
  const t = useMessages(taskMessages);
  const words = taskWords(people);
  const notes = (name: Name<TaskValues>) => (
    <>
      <Conflicts form={form} name={name} {...words} />
      <RecordConflicts
        entity="task"
        record={task}
        people={people}
        field={name === 'estimate' ? 'timeEstimate' : name}
        labelOf={() => words.labelOf(name)}
        refusal={taskDaysRefusal}
        show={{
          ...fromValues(words.show),
          timeEstimate: ({ timeEstimate }) => (timeEstimate ? formatDuration(timeEstimate) : ''),
        }}
      />
    </>
  );
  const title = form.field('title');
  return (
    <Stack gap="lg" onKeyDownCapture={onSubmitKey(form.save)}>
      <div>
        <Textarea
          classNames={{ input: css.title! }}
          variant="unstyled"
          autosize={!growsByItself}
          aria-label={t('title')}
          placeholder={t('titleHint')}
          {...title}
          onChange={(event) => title.onChange(event.currentTarget.value.replaceAll('\n', ' '))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.ctrlKey || event.metaKey)
              return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
        {notes('title')}
      </div>
      {place}
      <TaskInputs
        form={form}
        title={task.title}
        people={people}
        assignable={assignable}
        isInPlace
        notes={notes}
        onPictures={onPictures}
      />
      {children}
    </Stack>
  );
}
