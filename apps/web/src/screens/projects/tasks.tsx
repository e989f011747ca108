import { type Visibility, visibilities } from '@kontor/contract/entity/visibility';
import type { Task } from '@kontor/contract/nouns/task';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { useAssignable, usePeople } from '../../features/member/queries.ts';
import { createTask } from '../../features/task/actions.ts';
import { QuickAdd } from '../../features/task/list/quickAdd.tsx';
import { TaskList } from '../../features/task/list/taskList.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { useHolds, useProgress, useTasks } from '../../features/task/queries.ts';
import { type TaskSearch, type TaskView, taskViews } from '../../features/task/search.ts';
import { projectTasks } from '../../features/task/visibility.ts';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { compareWords } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import type { Found } from '../../platform/workspace/found.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { useCount } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { useLateOptions } from '../../ui/form/lateOptions.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SearchStatus } from '../../ui/list/searchStatus.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import type { People } from '../../ui/person/people.tsx';
import { nameOf } from '../../ui/person/peopleInput.tsx';
import { useProjectPage } from './breadcrumbs.ts';
import css from './projects.module.css';

const TaskBoard = lazyPart(async () => (await import('../../features/task/board/taskBoard.tsx')).TaskBoard);
const TaskTimeline = lazyPart(
  async () => (await import('../../features/task/timeline/taskTimeline.tsx')).TaskTimeline,
);
const route = getRouteApi('/signed-in/$workspace/projects/$space/tasks');

/** Stands where no task is shown: the switch or the search hides them, or there are none. */
function Nothing(props: {
  isFiltered: boolean;
  query: string;
  found: Found;
  onAll: () => void;
  onNew: () => void;
}) {
  const t = useMessages(taskMessages);
  const { isFiltered, query, found, onAll, onNew } = props;
  // Of what is not here yet nobody knows whether it would be found.
  if (query && !found.isWhole) return null;
  return (
    <EmptyState
      action={
        <Button variant={isFiltered ? 'default' : 'filled'} onClick={isFiltered ? onAll : onNew}>
          {t(isFiltered ? 'showAll' : 'newTask')}
        </Button>
      }
    >
      {query ? t('noneFound', { query }) : t(isFiltered ? 'noneVisible' : 'none')}
    </EmptyState>
  );
}

const initial: ListSetting = { sortedBy: '', isDescending: false, layout: 'list' };

/** Returns how a project's tasks show: as the address says, else as they were left; and what shows them another way. */
function useTaskSearch(space: string) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [left, keep] = useListView(`tasks in ${space}`, initial);
  const view = search.view ?? taskViews.find((known) => known === left.layout) ?? 'list';
  const show = search.show ?? left.show ?? 'all';
  // Several changes are kept in one go: each by itself would make a record of its own.
  const change = ({ personId, ...part }: TaskSearch & { personId?: string | null }) => {
    keep({
      ...(part.view && { layout: part.view }),
      ...(part.show && { show: part.show }),
      ...(personId !== undefined && { personId: personId ?? undefined }),
    });
    if (part.view || part.show)
      void navigate({ search: (before: TaskSearch) => ({ ...before, ...part }), replace: true });
  };
  return { view, show, assigneeId: left.personId ?? null, change };
}

/** Returns people to choose from by name; `chosen` stays among them. */
const namedOf = (offered: People, chosen: string | null, people: People) =>
  [...new Set([...offered.keys(), ...(chosen ? [chosen] : [])])]
    .map((value) => ({ value, label: nameOf(value, people) }))
    .sort((a, b) => compareWords(a.label, b.label));

/** Shows a project's tasks as a list, a board or a timeline. */
export function Tasks() {
  const t = useMessages(taskMessages);
  const { workspace, space } = route.useParams();
  const { view, show, assigneeId, change } = useTaskSearch(space);
  const { open } = usePanel();
  const { userId } = useWorkspace();
  const people = usePeople();
  const [query, setQuery] = useRemembered(`search of tasks in ${space}`, '');
  const wanted = query.trim();
  const assignable = useAssignable(space);
  const { holds, found } = useHolds(space, wanted);
  const selection = useMemo(
    () => projectTasks(space, { visibility: show, userId, assigneeId: assigneeId ?? undefined, holds }),
    [space, show, userId, assigneeId, holds],
  );
  const count = useCount(useTasks(selection));
  const { total } = useProgress(space);
  useProjectPage(workspace, space, t('tasks'));
  // What is added here must not vanish behind the switch or the search.
  const add = (title: string, status: Task['status'] = 'TODO') => {
    setQuery('');
    const assigneeIds = [
      ...new Set([...(show === 'assigned' ? [userId] : []), ...(assigneeId ? [assigneeId] : [])]),
    ];
    const task = createTask(space, { title, status, ...(assigneeIds.length > 0 && { assigneeIds }) });
    // Who does not work on the project cannot be assigned.
    const isHidden = (personId: string) => task && !task.assigneeIds.includes(personId);
    const hidesMine = show === 'assigned' && isHidden(userId);
    const hidesTheirs = assigneeId && isHidden(assigneeId);
    if (hidesMine || hidesTheirs)
      change({ ...(hidesMine && { show: 'all' }), ...(hidesTheirs && { personId: null }) });
    return task !== undefined;
  };
  const onOpen = useCallback((id: string) => open('task', id), [open]);
  const props = { selection, people, onOpen };
  return (
    <>
      <div className={css.bar}>
        <TextInput
          className={css.search!}
          type="search"
          size="xs"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={view}
          onChange={(value) => change({ view: value as TaskView })}
          data={taskViews.map((value) => ({ value, label: t(value) }))}
        />
        <Select
          className={css.person!}
          size="xs"
          aria-label={t('person')}
          placeholder={t('allPeople')}
          data={namedOf(assignable, assigneeId, people)}
          value={assigneeId}
          onChange={(personId) => change({ personId })}
          searchable
          clearable
          {...useLateOptions()}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('visibility')}
          value={show}
          onChange={(value) => change({ show: value as Visibility })}
          data={visibilities.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {view === 'list' && (
        <QuickAdd
          key={space}
          label={t('quickAdd')}
          draft={`task in ${space}`}
          onAdd={(title) => add(title)}
        />
      )}
      <SearchStatus found={found} />
      {count === 0 ? (
        <Nothing
          isFiltered={total > 0}
          query={wanted}
          found={found}
          onAll={() => {
            setQuery('');
            change({ show: 'all', personId: null });
          }}
          onNew={() => open('task')}
        />
      ) : (
        <Suspense>
          {view === 'list' && <TaskList {...props} />}
          {view === 'board' && <TaskBoard projectId={space} onAdd={add} {...props} />}
          {view === 'timeline' && <TaskTimeline {...props} />}
        </Suspense>
      )}
    </>
  );
}
