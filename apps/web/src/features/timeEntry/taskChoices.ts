import type { Project } from '@kontor/contract/nouns/project';
import type { Task } from '@kontor/contract/nouns/task';
import { useMemo } from 'react';
import { compareWords } from '../../platform/text/compare.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import type { TaskChoices } from './entryInputs.tsx';

type Choice = TaskChoices[number];

const compare = (a: Choice, b: Choice) =>
  compareWords(a.project, b.project) || compareWords(a.title, b.title);

/** Returns the projects that are not archived, by id. */
export function useRunningProjectsById(): ReadonlyMap<string, Project> {
  const projects = useAll('project');
  return useMemo(
    () => new Map(projects.flatMap((each) => (each.archivedAt === undefined ? [[each.id, each]] : []))),
    [projects],
  );
}

/** Returns the names of running projects with their customers', which tell two of one name apart. */
function useProjectNames(): ReadonlyMap<string, string> {
  const running = useRunningProjectsById();
  const customers = useAll('customer');
  return useMemo(() => {
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    return new Map(
      [...running].map(([id, { name, customerId = '' }]) => {
        const customer = names.get(customerId);
        return [id, customer ? `${customer} · ${name}` : name];
      }),
    );
  }, [running, customers]);
}

/** Returns the tasks of running projects, by customer, project and title; `also` stays among them, wherever it is. */
export function useTaskChoices(also?: Choice): TaskChoices {
  const names = useProjectNames();
  const spec = useMemo(() => {
    const nameOf = ({ scopeId }: Task) => names.get(scopeId);
    return {
      filter: ({ scopeId }: Task) => names.has(scopeId),
      compare: (a: Task, b: Task) => compareWords(nameOf(a), nameOf(b)) || compareWords(a.title, b.title),
    };
  }, [names]);
  const tasks = useWindow(useView(useCollection('task'), spec));
  return useMemo(() => {
    const choices = tasks.map(({ id, title, scopeId }) => ({
      id,
      title,
      project: names.get(scopeId) ?? '',
    }));
    if (!also || choices.some(({ id }) => id === also.id)) return choices;
    const at = choices.findIndex((choice) => compare(choice, also) > 0);
    return choices.toSpliced(at < 0 ? choices.length : at, 0, also);
  }, [tasks, names, also]);
}
