import { useProject } from './queries.ts';

/** Shows the name of a project, by its id; nothing where it is not here. */
export function ProjectLabel({ id }: { id: string }) {
  return useProject(id)?.name;
}
