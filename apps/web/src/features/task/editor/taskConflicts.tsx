import type { Task } from '@kontor/contract/nouns/task';
import { useFieldConflicts } from '../../../platform/workspace/workspace.ts';
import { ConflictTexts } from '../../../ui/form/conflictTexts.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { resolveTaskConflict } from '../actions.ts';

/** The texts of a task's field that two people wrote over each other. */
export function TaskConflicts({ task, field, people }: { task: Task; field: string; people: People }) {
  const texts = useFieldConflicts(task)
    .filter((value) => value.field === field)
    .map((value) => ({ ...value, by: people.get(value.authorId)?.name }));
  return <ConflictTexts texts={texts} onSettle={(id, choice) => resolveTaskConflict(task.id, id, choice)} />;
}
