import type { Task } from '@kontor/contract/task';
import { useKeptValues } from '../../platform/workspace.ts';
import { KeptTexts } from '../../ui/keptTexts.tsx';
import type { People } from '../../ui/people.tsx';
import { resolveTaskConflict } from './actions.ts';

/** The texts of a task's field that two people wrote over each other. */
export function TaskConflicts({ task, field, people }: { task: Task; field: string; people: People }) {
  const texts = useKeptValues(task)
    .filter((value) => value.field === field)
    .map((value) => ({ ...value, by: people.get(value.authorId)?.name }));
  return <KeptTexts texts={texts} onSettle={(id, choice) => resolveTaskConflict(task.id, id, choice)} />;
}
