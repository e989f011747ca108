import type { Task } from '@kontor/contract/nouns/task';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { draftsAbout } from '../../../platform/draft/drafts.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { Conflicts } from '../../../ui/form/conflicts.tsx';
import { LeftDraft } from '../../../ui/form/leftDraft.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RecordMarks } from '../../../ui/list/recordMarks.tsx';
import { createTask, setStatus, updateTask } from '../actions.ts';
import { QuickAdd } from '../list/quickAdd.tsx';
import { taskMessages } from '../messages.ts';
import { useSubtasks } from '../queries.ts';
import { StatusMenu } from '../statusMenu.tsx';
import css from './subtasks.module.css';
import { titleErrors } from './taskFields.ts';

/** Names the draft of a subtask's title, which is found when the subtask is gone. */
const subtaskDraft = (id: string, parentId: string | undefined): string => `subtask ${id} of ${parentId}`;

/** Returns the ids of the subtasks of a task whose titles are being typed. */
const subtasksTyped = (taskId: string): string[] =>
  draftsAbout(taskId).flatMap((name) => {
    const [noun, id = '', , parentId] = name.split(' ');
    return noun === 'subtask' && parentId === taskId ? [id] : [];
  });

function Subtask({ task, onOpen }: { task: Task; onOpen: (id: string) => void }) {
  const t = useMessages(taskMessages);
  const form = useForm({
    stored: { title: task.title },
    errors: titleErrors,
    draft: subtaskDraft(task.id, task.parentId),
    saveOnLeave: ({ title = '' }) => updateTask(task.id, { title: title.trim() }),
  });
  const field = form.field('title');
  const leave = () => {
    // A subtask is not renamed to nothing.
    if (form.values.title.trim()) field.onBlur();
    else form.clear();
  };
  const name = task.title || t('untitled');
  return (
    <li className={css.row}>
      <Checkbox
        size="xs"
        aria-label={name}
        checked={task.status === 'DONE'}
        onChange={(event) => setStatus(task.id, event.currentTarget.checked ? 'DONE' : 'TODO')}
      />
      <TextInput
        className={css.title!}
        variant="unstyled"
        size="sm"
        aria-label={t('titleOf', { title: name })}
        {...field}
        onBlur={leave}
        onKeyDown={({ key, nativeEvent, currentTarget }) => {
          // The sheet, which closes by Escape, takes the field away without a word.
          if ((key === 'Enter' || key === 'Escape') && !nativeEvent.isComposing) currentTarget.blur();
        }}
        data-done={task.status === 'DONE' || undefined}
      />
      <RecordMarks entity="task" record={task} />
      <StatusMenu title={name} status={task.status} onChange={(status) => setStatus(task.id, status)} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('open', { title: name })}
        onClick={() => onOpen(task.id)}
      >
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
      <Conflicts form={form} labelOf={() => t('title')} />
    </li>
  );
}

/** Shows a task's subtasks as a checklist; each has a status of its own and opens like any task. */
export function Subtasks({ task, onOpen }: { task: Task; onOpen: (id: string) => void }) {
  const t = useMessages(taskMessages);
  const subtasks = useSubtasks(task.id);
  const left = subtasksTyped(task.id).filter((id) => subtasks.every((each) => each.id !== id));
  const done = subtasks.filter(({ status }) => status === 'DONE').length;
  return (
    <section aria-label={t('subtasks')}>
      <h3 className={css.heading}>
        {t('subtasks')}
        {subtasks.length > 0 && <span>{t('subtasksDone', { done, total: subtasks.length })}</span>}
      </h3>
      <ul className={css.list}>
        {subtasks.map((subtask) => (
          <Subtask key={subtask.id} task={subtask} onOpen={onOpen} />
        ))}
      </ul>
      {left.map((id) => (
        <LeftDraft key={id} draft={subtaskDraft(id, task.id)} labelOf={() => t('title')} />
      ))}
      <QuickAdd
        key={task.id}
        label={t('addSubtask')}
        draft={`subtask of ${task.id}`}
        onAdd={(title) => createTask(task.scopeId, { title, parentId: task.id }) !== undefined}
      />
    </section>
  );
}
