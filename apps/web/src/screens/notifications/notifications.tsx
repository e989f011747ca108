import { dayOf } from '@kontor/contract/time/day';
import { Button, Group, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { markRead, removeNotifications, restoreNotifications } from '../../features/notification/actions.ts';
import type { NotificationGroup } from '../../features/notification/groups.ts';
import { notificationMessages } from '../../features/notification/messages.ts';
import { removeDue, seeDue, useBroughtMessages, useGroups } from '../../features/notification/queries.ts';
import { useIsLookedAt } from '../../platform/attention.ts';
import { usePage } from '../../platform/page.tsx';
import { formatDay } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { moveInList } from '../../ui/list/arrowList.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { fixedView } from '../../ui/list/fixedView.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { RowList } from '../../ui/list/rowList.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import { GroupRow } from './groupRow.tsx';
import { Muted } from './muted.tsx';
import css from './notifications.module.css';
import { useShown } from './useShown.tsx';

const route = getRouteApi('/signed-in/$workspace/notifications');

/** px of a row whose sentence is one line. */
const rowHeight = 58;

const keyOf = ({ key }: NotificationGroup) => key;

/** Tells whether this device found that a group's task is due. */
const isDue = ({ event, dueAt }: NotificationGroup) => event === 'TASK_DUE' || dueAt !== undefined;

/** Returns the ids of the tasks among groups that are due. */
const dueIn = (groups: readonly NotificationGroup[]) =>
  groups.flatMap((group) => (group.subject && isDue(group) ? [group.subject.id] : []));

/** Returns the local day of a group; what is due counts as today. */
const dayOfGroup = (group: NotificationGroup, today: string) => (isDue(group) ? today : dayOf(group.at));

/** Returns the days of groups, the newest first, each with its rows. */
const daysOf = (groups: readonly NotificationGroup[], today: string) =>
  [...Map.groupBy(groups, (group) => dayOfGroup(group, today))]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => ({ day, rows: fixedView(ofDay, keyOf) }));

/** Notifications, and tasks of which this device says that they are due. */
interface Removed {
  ids: readonly string[];
  dueIds: readonly string[];
  /** Number of notifications, and of tasks that nothing was told of. */
  count: number;
}

const nothing: Removed = { ids: [], dueIds: [], count: 0 };

/** Lists what the person was told, by what it is about and by day. */
export function Notifications() {
  const t = useMessages(notificationMessages);
  usePage(t('title'));
  const { workspace } = route.useParams();
  const tab = route.useSearch().tab ?? 'forYou';
  const { notifications } = useWorkspace().records;
  const hasFailed = useObservable(notifications.hasFailed);
  const groups = useGroups();
  const today = useToday();
  const shownOf = useShown(workspace);
  const [removed, setRemoved] = useState<Removed>(nothing);
  const isLookedAt = useIsLookedAt();
  const unseen = dueIn((groups ?? []).filter(({ unreadIds }) => unreadIds.length > 0)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day more is due, and what gets another due date is news once more
  useEffect(() => {
    if (isLookedAt) seeDue();
  }, [isLookedAt, today, unseen]);
  useBroughtMessages();
  const inTab = useMemo(() => (groups ?? []).filter((group) => group.tab === tab), [groups, tab]);
  const unread = inTab.flatMap((group) => (group.ids.length > 0 ? group.unreadIds : []));
  const remove = async (some: readonly NotificationGroup[]) => {
    keepFocus();
    const ids = some.flatMap((group) => group.ids);
    if (ids.length > 0 && !(await removeNotifications(ids))) return;
    const dueIds = dueIn(some);
    if (dueIds.length > 0) removeDue(dueIds);
    setRemoved({ ids, dueIds, count: some.reduce((sum, group) => sum + (group.ids.length || 1), 0) });
  };
  const undo = async () => {
    keepFocus();
    const { ids, dueIds } = removed;
    if (ids.length > 0 && !(await restoreNotifications(ids))) return;
    if (dueIds.length > 0) removeDue(dueIds, false);
    setRemoved(nothing);
  };
  const readAll = () => {
    keepFocus();
    void markRead(unread);
  };
  const days = useMemo(() => daysOf(inTab, today), [inTab, today]);
  const countIn = (which: NotificationGroup['tab']) =>
    (groups ?? []).filter((group) => group.tab === which && group.unreadIds.length > 0).length;
  const label = (which: NotificationGroup['tab']) => {
    const count = countIn(which);
    return count > 0 ? `${t(which)} (${count})` : t(which);
  };
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>{t('title')}</Title>
        <Group gap="xs">
          {unread.length > 0 && (
            <Button variant="default" size="xs" onClick={readAll}>
              {t('readAll')}
            </Button>
          )}
          {inTab.length > 0 && (
            <Button variant="default" size="xs" onClick={() => void remove(inTab)}>
              {t('removeAll')}
            </Button>
          )}
        </Group>
      </Group>
      <TabNav label={t('title')}>
        <Link
          to="/$workspace/notifications"
          params={{ workspace }}
          search={{}}
          activeOptions={{ exact: true, explicitUndefined: true }}
          replace
        >
          {label('forYou')}
        </Link>
        <Link to="/$workspace/notifications" params={{ workspace }} search={{ tab: 'activity' }} replace>
          {label('activity')}
        </Link>
      </TabNav>
      <div role="status">
        {removed.count > 0 && (
          <p className={css.removed}>
            {t('removed', { count: removed.count })}
            <Button variant="subtle" size="compact-sm" onClick={() => void undo()}>
              {t('undo')}
            </Button>
          </p>
        )}
      </div>
      {groups === undefined &&
        (hasFailed ? (
          <EmptyState
            action={
              <Button variant="default" onClick={() => void notifications.look()}>
                {t('loadAgain')}
              </Button>
            }
          >
            {t('loadFailed')}
          </EmptyState>
        ) : (
          <SkeletonRows rows={4} />
        ))}
      {groups !== undefined && inTab.length === 0 && (
        <EmptyState>{t(tab === 'forYou' ? 'noneForYou' : 'noneActivity')}</EmptyState>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the rows, which are links */}
      <div onKeyDown={moveInList}>
        {days.map(({ day, rows }) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`} className={css.day}>
              {day === today ? t('today') : formatDay(day)}
            </h2>
            <RowList
              view={rows}
              keyOf={keyOf}
              rowHeight={rowHeight}
              isUneven
              className={css.list}
              rowProps={({ unreadIds }) => ({
                className: css.row,
                'data-unread': unreadIds.length > 0 || undefined,
              })}
            >
              {(group) => <GroupRow group={group} shownOf={shownOf} onRemove={() => void remove([group])} />}
            </RowList>
          </section>
        ))}
      </div>
      <Muted shownOf={shownOf} />
      <p className={css.foot}>
        <Link to="/account" search={{ tab: 'notifications' }}>
          {t('settings')}
        </Link>
      </p>
    </>
  );
}
