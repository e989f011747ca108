import { takesWork } from '@kontor/client/nouns/timer';
import { addDays, mondayOf, monthStart, nextMonth, weekNumber } from '@kontor/contract/time/day';
import { ActionIcon, Button, Group, SegmentedControl, Select, Title } from '@mantine/core';
import { IconCalendarClock, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { exportMessages } from '../../features/export/messages.ts';
import { usePeople } from '../../features/member/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useHoursAreHere } from '../../features/timeEntry/hoursHere.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { monthMessages } from '../../features/timeEntry/month/messages.ts';
import { hintsText } from '../../features/timeEntry/month/words.ts';
import { useTaskChoices } from '../../features/timeEntry/taskChoices.ts';
import { DayEntries } from '../../features/timeEntry/week/dayEntries.tsx';
import { tasksBefore, useWeek } from '../../features/timeEntry/week/useWeek.ts';
import { WeekGrid } from '../../features/timeEntry/week/weekGrid.tsx';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { usePage } from '../../platform/page.tsx';
import { compareWords } from '../../platform/text/compare.ts';
import { formatDate, formatDay, formatMonth } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useToday } from '../../platform/today.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { AtWork } from './atWork.tsx';
import { Month } from './month.tsx';
import { ProjectTotals } from './projectTotals.tsx';
import type { TimeSearch } from './search.ts';
import css from './time.module.css';

const route = getRouteApi('/signed-in/$workspace/time');
const none: ReadonlySet<string> = new Set();

/** Shows a week of hours: tasks by days, the entries of a day, totals by project; for admins everybody's. */
export function Time() {
  const t = useMessages(timeMessages);
  const m = useMessages(monthMessages);
  const e = useMessages(exportMessages);
  const ui = useMessages(uiMessages);
  const { userId, records } = useWorkspace();
  const navigate = useNavigate();
  const { open } = usePanel();
  const isAdmin = useHasRole('ADMIN');
  const search = route.useSearch();
  const person = isAdmin && search.person ? search.person : userId;
  const today = useToday();
  const day = search.day ?? today;
  const monday = mondayOf(day);
  const [added, setAdded] = useRemembered(`rows of ${person} in the week of ${monday}`, none);
  const [latest, setLatest] = useState<string>();
  const week = useWeek(person, monday, added);
  const hints = week.hints.get(day);
  const isHere = useHoursAreHere(person);
  const hasAll = useIsLoaded();
  const tasks = useTaskChoices();
  usePage(t('time'));
  const go = (next: TimeSearch) => {
    // Its row, when the week is in view again, takes the focus from nothing.
    setLatest(undefined);
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, person: search.person, view: search.view, day, ...next }),
      replace: true,
    } as Parameters<typeof navigate>[0]);
  };
  const addLast = () => {
    const before = week.hours ? tasksBefore(records.collections, week.hours.id, monday) : [];
    const more = before.filter((id) => {
      const task = records.collections.task.get(id);
      const isOpen = task && takesWork(records, { taskId: id, projectId: task.scopeId });
      return isOpen && !week.rows.some(({ taskId }) => taskId === id);
    });
    if (more.length === 0) toast.info(t('noLastWeekRows'));
    else setAdded(new Set([...added, ...more]));
  };
  const isMonth = search.view === 'month';
  const month = monthStart(day);
  const step = (by: 1 | -1) =>
    go({
      day: isMonth ? (by > 0 ? nextMonth(month) : monthStart(addDays(month, -1))) : addDays(monday, 7 * by),
    });
  const words = { number: weekNumber(monday), from: formatDate(monday), to: formatDate(addDays(monday, 6)) };
  return (
    <>
      <SyncNotices />
      <div className={css.head}>
        <Title order={1}>{t('time')}</Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={m('view')}
            value={isMonth ? 'month' : 'week'}
            onChange={(view) => go({ view: view === 'month' ? view : undefined })}
            data={(['week', 'month'] as const).map((value) => ({ value, label: m(value) }))}
          />
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray.7"
              onClick={() => step(-1)}
              aria-label={isMonth ? m('previousMonth') : t('previousWeek')}
            >
              <Icon of={IconChevronLeft} />
            </ActionIcon>
            <span className={css.week} aria-live="polite">
              {isMonth ? formatMonth(month) : t('week', words)}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray.7"
              onClick={() => step(1)}
              aria-label={isMonth ? m('nextMonth') : t('nextWeek')}
            >
              <Icon of={IconChevronRight} />
            </ActionIcon>
          </Group>
          <Button size="compact-sm" variant="default" onClick={() => go({ day: undefined })}>
            {isMonth ? m('thisMonth') : t('thisWeek')}
          </Button>
        </Group>
        {isAdmin && (
          <PersonChoice person={person} onChange={(id) => go({ person: id === userId ? undefined : id })} />
        )}
      </div>
      {!isHere ? (
        <SkeletonRows />
      ) : isMonth ? (
        <Month
          person={person}
          month={month}
          queryOf={(each) => ({ ...(search.person && { person: search.person }), day: each })}
          onDay={(each) => go({ view: undefined, day: each })}
        />
      ) : (
        <>
          <WeekGrid
            // What is typed in a cell, and was refused, is this person's.
            key={person}
            week={week}
            today={today}
            day={day}
            onDay={(each) => go({ day: each })}
            onOpenTask={(id) => open('task', id)}
            added={latest}
            onRemove={({ taskId }) => setAdded(new Set([...added].filter((id) => id !== taskId)))}
          />
          {week.hours && (
            <Group gap="xs" className={css.add!}>
              <Select
                className={css.addTask!}
                placeholder={t('addRow')}
                aria-label={t('addRow')}
                data={tasks
                  .filter(({ id }) => !week.rows.some((row) => row.taskId === id))
                  .map(({ id, title, project }) => ({
                    value: id,
                    label: `${title || t('untitled')} · ${project}`,
                  }))}
                value={null}
                onChange={(id) => {
                  if (!id) return;
                  setAdded(new Set([...added, id]));
                  setLatest(id);
                }}
                leftSection={<Icon of={IconPlus} size={16} />}
                searchable
                limit={50}
                size="xs"
                nothingFoundMessage={hasAll ? t('noTaskFound') : ui('moreComes')}
              />
              <Button size="xs" variant="subtle" onClick={addLast} disabled={!hasAll}>
                {t('lastWeekRows')}
              </Button>
            </Group>
          )}
          <div className={css.columns}>
            <section aria-labelledby="day-entries">
              <Group justify="space-between">
                <h2 id="day-entries" className={css.heading}>
                  {t('entriesOf', { day: formatDay(day) })}
                </h2>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Icon of={IconPlus} size={16} />}
                  onClick={() => open('timeEntry')}
                >
                  {t('newEntry')}
                </Button>
              </Group>
              <DayEntries
                day={day}
                parts={week.parts}
                overlaps={week.overlaps}
                onOpen={(id) => open('timeEntry', id)}
                isOwn={person === userId}
              />
              {hints && (
                <p className={css.hints} title={m('hintsWhy')}>
                  {m('hintsOf', { hints: hintsText(hints) })}
                </p>
              )}
            </section>
            <div className={css.side}>
              <ProjectTotals parts={week.parts} />
              {isAdmin && (
                <AtWork
                  queryOf={(id): Record<string, string> => (id === userId ? {} : { person: id })}
                  onChoose={(id) => go({ person: id === userId ? undefined : id, day: undefined })}
                />
              )}
              <ButtonLink
                variant="default"
                size="xs"
                to="/$workspace/time/export"
                params={{ workspace: records.id }}
              >
                {e('ownExport')}
              </ButtonLink>
              {isAdmin && week.hours && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Icon of={IconCalendarClock} size={16} />}
                  onClick={() => open('workingTime', person)}
                >
                  {t('workingWeek')}
                </Button>
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Chooses whose hours are shown: everybody's who works here, or did. */
function PersonChoice({ person, onChange }: { person: string; onChange: (id: string) => void }) {
  const t = useMessages(timeMessages);
  const people = usePeople();
  const heads = useAll('workingTime');
  const data = heads.flatMap(({ userId }) => {
    const found = people.get(userId);
    return found ? [{ value: userId, label: found.name }] : [];
  });
  return (
    <Select
      aria-label={t('person')}
      data={data.toSorted((a, b) => compareWords(a.label, b.label))}
      value={person}
      onChange={(id) => id && onChange(id)}
      allowDeselect={false}
      searchable
      size="sm"
    />
  );
}
