import { ProgressBar } from '../../features/project/progressBar.tsx';
import { useProgress } from '../../features/task/queries.ts';

/** Shows how many of a project's tasks are done. */
export function ProjectProgress({ id }: { id: string }) {
  return <ProgressBar progress={useProgress(id)} />;
}
