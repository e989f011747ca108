import { ProgressBar } from '../../features/project/progressBar.tsx';
import { useProgress } from '../../features/task/queries.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { SkeletonFigure } from '../../ui/loading.tsx';

/** Shows how many of a project's tasks are done, once all of them are here. */
export function ProjectProgress({ id }: { id: string }) {
  const isHere = useIsLoaded([id]);
  const progress = useProgress(id);
  return isHere ? <ProgressBar progress={progress} /> : <SkeletonFigure />;
}
