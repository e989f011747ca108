import type { Subscribable } from '@kontor/client/observable';
import type { Project } from '@kontor/contract/nouns/project';
import { useMemo } from 'react';
import { progressSums } from '../../features/task/progress.ts';
import { compareWords } from '../../platform/text/compare.ts';
import { useToday } from '../../platform/today.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useCollection } from '../../platform/workspace/views.ts';
import type { Orders } from '../../ui/list/sort.ts';

interface ProjectOrders {
  orders: Orders<Project>;
  /** The sources that an order reads besides the projects, by column. */
  reads: Readonly<Record<string, readonly Subscribable[]>>;
}

/** Returns the orders of the columns that every table of projects has, besides the name. */
export function useProjectOrders(): ProjectOrders {
  const progress = useCollection('task').sums(progressSums(useToday()));
  const hasAll = useIsLoaded();
  return useMemo(() => {
    const share = ({ id }: Project) => {
      const { total, done } = progress.of(id);
      return total === 0 ? -1 : done / total;
    };
    return {
      orders: {
        // By what is here of their tasks they would change places as those come.
        progress: (a, b) => (hasAll ? share(a) - share(b) : 0),
        dates: (a, b) => compareWords(a.endDate, b.endDate),
      },
      reads: { progress: [progress] },
    };
  }, [progress, hasAll]);
}
