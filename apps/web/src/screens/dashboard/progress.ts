import type { ProjectCard } from '@kontor/contract/nouns/projectCard';
import type { ProgressFigures } from '../../features/project/progressBar.tsx';

/** Returns a card's counts as a share of all; undefined where there is nothing to count. */
export function progressOf({
  tasksDone: done,
  tasksTotal: total,
}: Pick<ProjectCard, 'tasksDone' | 'tasksTotal'>): ProgressFigures | undefined {
  return total > 0 ? { done, total, share: Math.min(1, done / total) } : undefined;
}
