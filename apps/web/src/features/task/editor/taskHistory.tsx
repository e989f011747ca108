import { idTime } from '@kontor/contract/entity/idTime';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import type { FieldEdit, TaskEdit, ToldValue } from '@kontor/contract/nouns/taskEdit';
import { useMemo } from 'react';
import { formatDate, formatDateTime, formatHours } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useCollection, useView, useWindow } from '../../../platform/workspace/views.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { type People, PersonLine } from '../../../ui/person/people.tsx';
import { nameOf, namesOf } from '../../../ui/person/peopleInput.tsx';
import { taskMessages } from '../messages.ts';
import css from './taskHistory.module.css';

interface TaskHistoryProps {
  task: Task;
  people: People;
}

const labels = { assigneeIds: 'assignees', timeEstimate: 'estimate', projectId: 'project' } as const;

/** Shows the changes of a task, by whom and when, the newest first, down to who made it; folded away until asked for. */
export function TaskHistory({ task, people }: TaskHistoryProps) {
  const t = useMessages(taskMessages);
  const spec = useMemo(
    () => ({ index: 'container', key: task.id, compare: (a: TaskEdit, b: TaskEdit) => b.at - a.at }) as const,
    [task.id],
  );
  const edits = useWindow(useView(useCollection('taskEdit'), spec));
  const personOf = (id: string) => people.get(id) ?? { id, name: t('somebody') };
  return (
    <details className={css.history}>
      <summary>{t('history')}</summary>
      <ol>
        {edits.map((edit) => (
          <li key={edit.id}>
            <Head at={edit.at}>
              <PersonLine person={personOf(edit.authorId ?? edit.userId)} />
            </Head>
            <Lines edit={edit} people={people} />
          </li>
        ))}
        <li>
          <Head at={idTime(task.id)}>
            <PersonLine person={personOf(task.createdBy)} />
          </Head>
          <p>{t('wasCreated')}</p>
        </li>
      </ol>
    </details>
  );
}

function Head({ at, children }: { at: number; children: React.ReactNode }) {
  return (
    <div className={css.head}>
      {children}
      <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
    </div>
  );
}

function Lines({ edit, people }: { edit: TaskEdit; people: People }) {
  const t = useMessages(taskMessages);
  const { collections } = useWorkspace().records;
  const shown = (field: FieldEdit['field'], value: ToldValue): string => {
    if (value === null || value === '') return '';
    if (Array.isArray(value)) return namesOf([...value], people);
    switch (field) {
      case 'status':
        return t(value as TaskStatus);
      case 'leadId':
        return nameOf(String(value), people);
      case 'startDate':
      case 'dueDate':
        return formatDate(String(value));
      case 'timeEstimate':
        return formatHours(Number(value));
      case 'projectId':
        return collections.project.get(String(value))?.name ?? t('anotherProject');
      default:
        return String(value);
    }
  };
  return edit.edits.map(({ field, from, to }) => {
    const label = t(field in labels ? labels[field as keyof typeof labels] : (field as 'title'));
    if (field === 'description') return <p key={field}>{t('wasRewritten', { label })}</p>;
    const [before, after] = [shown(field, from), shown(field, to)];
    return (
      <p key={field}>
        {label}: {before && <del>{before}</del>} <ins>{after || t('removed')}</ins>
      </p>
    );
  });
}
