import { Chip, Group } from '@mantine/core';
import '@mantine/core/styles/Chip.layer.css';
import type { Task } from '@kontor/contract/nouns/task';
import { useMemo, useState } from 'react';
import { today } from '../../../platform/text/day.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { taskMessages } from '../messages.ts';
import { groupMyTasks, type MyTaskGroup, myTaskGroups } from './myTasks.ts';
import css from './taskList.module.css';
import { TaskRow } from './taskRow.tsx';

const labels = {
  latest: 'latest',
  overdue: 'overdue',
  today: 'today',
  upcoming: 'upcoming',
  none: 'withoutDate',
} as const;

interface MyTaskListProps {
  tasks: readonly Task[];
  userId: string;
  /** Name of the project that a task lies in. */
  placeOf: (task: Task) => string | undefined;
  onOpen: (id: string) => void;
}

/** My open tasks: by due date, or one group alone. */
export function MyTaskList({ tasks, userId, placeOf, onOpen }: MyTaskListProps) {
  const t = useMessages(taskMessages);
  const [shown, setShown] = useState<'all' | 'latest' | MyTaskGroup>('all');
  const now = today();
  const groups = useMemo(() => groupMyTasks(tasks, userId, now), [tasks, userId, now]);
  const total = myTaskGroups.reduce((sum, group) => sum + groups[group].length, 0);
  if (total === 0) return <p className={css.quiet}>{t('noMyTasks')}</p>;
  const isOffered = (group: 'latest' | MyTaskGroup) => groups[group].length > 0 || group === shown;
  const sections = shown === 'all' ? myTaskGroups.filter((group) => groups[group].length > 0) : [shown];
  return (
    <>
      <Chip.Group value={shown} onChange={(value) => setShown(value as typeof shown)}>
        <Group gap={6} className={css.filters} role="group" aria-label={t('myTasks')}>
          <Chip value="all" size="xs">
            {t('allOpen')} {total}
          </Chip>
          {(['latest', ...myTaskGroups] as const).filter(isOffered).map((group) => (
            <Chip key={group} value={group} size="xs" {...(group === 'overdue' && { color: 'red' })}>
              {t(labels[group])} {groups[group].length}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons of its rows */}
      <div onKeyDown={moveInList}>
        {sections.map((group) => (
          <section key={group} className={css.group} aria-label={t(labels[group])}>
            <h3 className={css.heading} data-late={group === 'overdue' || undefined}>
              {t(labels[group])}
              <span className={css.count}>{groups[group].length}</span>
            </h3>
            <ul className={css.rows}>
              {groups[group].map((task) => (
                <TaskRow key={task.id} task={task} onOpen={onOpen} place={placeOf(task)} />
              ))}
            </ul>
            {groups[group].length === 0 && <p className={css.quiet}>{t('noMyTasksHere')}</p>}
          </section>
        ))}
      </div>
    </>
  );
}
