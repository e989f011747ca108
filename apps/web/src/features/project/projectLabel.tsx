import { useProject } from './queries.ts';

/** The name of a project, by its id; nothing where it is not here. */
export function ProjectLabel({ id }: { id: string }) {
  return useProject(id)?.name;
}
