import { useMemo } from 'react';
import { compareWords } from '../../platform/text/compare.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import type { TaskChoices } from './entryInputs.tsx';

/** Returns the tasks of running projects, by project and title; `also` stays among them, wherever it is. */
export function useTaskChoices(also?: { id: string; title: string; project: string }): TaskChoices {
  const tasks = useAll('task');
  const projects = useAll('project');
  return useMemo(() => {
    const running = new Map(
      projects.flatMap(({ id, name, archivedAt }) => (archivedAt === undefined ? [[id, name]] : [])),
    );
    const choices = tasks.flatMap(({ id, title, scopeId }) => {
      const project = running.get(scopeId);
      return project === undefined ? [] : [{ id, title, project }];
    });
    if (also && !choices.some(({ id }) => id === also.id)) choices.push(also);
    return choices.sort((a, b) => compareWords(a.project, b.project) || compareWords(a.title, b.title));
  }, [tasks, projects, also]);
}
