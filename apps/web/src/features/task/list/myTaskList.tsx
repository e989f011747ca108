import { Chip, Group } from '@mantine/core';
import '@mantine/core/styles/Chip.layer.css';
import type { View } from '@kontor/client/replica/view';
import type { Task } from '@kontor/contract/nouns/task';
import { type ReactNode, useMemo } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useToday } from '../../../platform/today.ts';
import { type ListSetting, useListView } from '../../../platform/workspace/listView.ts';
import { useIsLoaded } from '../../../platform/workspace/loaded.ts';
import { useCollection, useCount, useView, useWindow } from '../../../platform/workspace/views.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { fixedView } from '../../../ui/list/fixedView.ts';
import { RowList } from '../../../ui/list/rowList.tsx';
import { MoreComes, SkeletonRows } from '../../../ui/loading.tsx';
import { taskMessages } from '../messages.ts';
import { type MyTaskGroup, type MyTasksFilter, myTaskGroups, myTaskSpecs } from './myTaskGroups.ts';
import css from './taskList.module.css';
import { idOf, rowHeight, TaskRow, taskRowProps } from './taskRow.tsx';

const labels = {
  latest: 'latest',
  overdue: 'overdue',
  today: 'today',
  upcoming: 'upcoming',
  none: 'withoutDate',
} as const;

type Section = MyTaskGroup | 'latest';

const initial: ListSetting = { sortedBy: '', isDescending: false, layout: 'list' };

/** Number of tasks that "latest" shows. */
const latestCount = 5;

/** Returns a person's open tasks in groups; the latest stand in one of the other groups too. */
function useMyTasks(userId: string, filter: MyTasksFilter): Record<Section, View<Task>> & { total: number } {
  const tasks = useCollection('task');
  const today = useToday();
  const specs = useMemo(() => myTaskSpecs(userId, today, filter), [userId, today, filter]);
  const newest = useView(tasks, specs.newest);
  const latest = useWindow(newest, 0, latestCount);
  return {
    overdue: useView(tasks, specs.overdue),
    today: useView(tasks, specs.today),
    upcoming: useView(tasks, specs.upcoming),
    none: useView(tasks, specs.none),
    latest: useMemo(() => fixedView(latest, idOf), [latest]),
    total: useCount(newest),
  };
}

/** Shows one group alone. */
function GroupChip({ group, view, isShown }: { group: Section; view: View<Task>; isShown: boolean }) {
  const t = useMessages(taskMessages);
  const count = useCount(view);
  const hasAll = useIsLoaded();
  if (count === 0 && !isShown) return null;
  return (
    <Chip value={group} size="xs" {...(group === 'overdue' && { color: 'red' })}>
      {t(labels[group])} {hasAll && count}
    </Chip>
  );
}

interface GroupProps {
  group: Section;
  view: View<Task>;
  /** It is shown alone, and so says when it holds nothing. */
  isAlone: boolean;
  heading: 'h2' | 'h3';
  projectOf: (task: Task) => ReactNode;
  onOpen: (id: string) => void;
}

function TaskGroup({ group, view, isAlone, heading: Heading, projectOf, onOpen }: GroupProps) {
  const t = useMessages(taskMessages);
  const count = useCount(view);
  const hasAll = useIsLoaded();
  if (count === 0 && !isAlone) return null;
  return (
    <section className={css.group} aria-label={t(labels[group])}>
      <Heading className={css.heading} data-late={group === 'overdue' || undefined}>
        {t(labels[group])}
        {hasAll && <span className={css.count}>{count}</span>}
      </Heading>
      <RowList view={view} keyOf={idOf} rowHeight={rowHeight} className={css.rows} rowProps={taskRowProps}>
        {(task) => <TaskRow task={task} isOpenOnly onOpen={onOpen} projectOf={projectOf} />}
      </RowList>
      {hasAll && count === 0 && <p className={css.quiet}>{t('noMyTasksHere')}</p>}
    </section>
  );
}

interface MyTaskListProps {
  userId: string;
  filter: MyTasksFilter;
  /** The level of the groups' headings on the page. */
  heading: 'h2' | 'h3';
  /** The project that a task lies in. */
  projectOf: (task: Task) => ReactNode;
  onOpen: (id: string) => void;
}

/** Shows my open tasks: by due date, or one group alone. Nothing is counted, nor said to be empty, until all of them are here. */
export function MyTaskList({ userId, filter, heading, projectOf, onOpen }: MyTaskListProps) {
  const t = useMessages(taskMessages);
  const [{ group: shown = 'all' }, setView] = useListView('my tasks', initial);
  const { total, ...views } = useMyTasks(userId, filter);
  const hasAll = useIsLoaded();
  if (total === 0 && !hasAll) return <SkeletonRows />;
  if (total === 0) return <p className={css.quiet}>{t('noMyTasks')}</p>;
  return (
    <>
      <Chip.Group value={shown} onChange={(value) => setView({ group: value as typeof shown })}>
        <Group gap={6} className={css.filters} role="group" aria-label={t('myTasks')}>
          <Chip value="all" size="xs">
            {t('allOpen')} {hasAll && total}
          </Chip>
          {(['latest', ...myTaskGroups] as const).map((group) => (
            <GroupChip key={group} group={group} view={views[group]} isShown={group === shown} />
          ))}
        </Group>
      </Chip.Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons of its rows */}
      <div onKeyDown={moveInList}>
        {(shown === 'all' ? myTaskGroups : [shown]).map((group) => (
          <TaskGroup
            key={group}
            group={group}
            view={views[group]}
            isAlone={shown !== 'all'}
            heading={heading}
            projectOf={projectOf}
            onOpen={onOpen}
          />
        ))}
      </div>
      {!hasAll && <MoreComes />}
    </>
  );
}
